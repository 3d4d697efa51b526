// The page: its state, what changes it, and how it is drawn. Panels are functions of the state; what
// they ask for while they are drawn is fetched, and nothing else.

import { drawBoard, pointUnder, signOf } from "./board.js";
import { answerPanel, filesPanel, listPanel, nameOf } from "./files.js";
import { Game, other, place, pointName } from "./game.js";
import { playPanel, searchQuery, threatsPanel, threatsQuery } from "./lines.js";
import { movesPanel } from "./moves.js";
import { forbiddenPanel, forbiddenQuery, linesOf, marksOf } from "./proof.js";
import { keyOf, recordedAnswers, recordedSource, serverSource, workerSource } from "./source.js";
import { evaluatorsPanel, scoreQuery, shapesPanel, valuesOf } from "./values.js";
import { h, hasWord, say, useWords } from "./words.js";

/** @typedef {import("./game.js").Side} Side */
/** @typedef {{answer: any, isDone: boolean, error: string | null, stop: AbortController, query: any}} Found */

const PANELS = /** @type {const} */ ([
  ["list", listPanel], ["answer", answerPanel], ["moves", movesPanel], ["forbidden", forbiddenPanel], ["threats", threatsPanel],
  ["play", playPanel], ["evaluators", evaluatorsPanel], ["shapes", shapesPanel], ["files", filesPanel],
]);

export class Context {
  /**
   * @param {any} setup what the page was made with
   * @param {import("./source.js").Ask} source
   * @param {Map<string, any>} recorded the answers of a report
   */
  constructor(setup, source, recorded) {
    this.recorded = recorded;
    this.setup = setup;
    this.source = source;
    // No two pages that ask one server give a query the same id.
    this.name = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.asked = 0;
    this.isLive = setup.mode !== "report";
    /** @type {Game[]} */
    this.games = setup.records.map((/** @type {any} */ record) => new Game(record));
    this.index = 0;
    /** The title of a page of one game. */
    this.title = document.title;
    /** What the page began with: another game is none that a reload brings back. */
    this.began = JSON.stringify(setup.records);
    /** @type {Map<string, Found>} */
    this.found = new Map();
    /** What is asked for by what is drawn. @type {Set<string>} */
    this.wanted = new Set();
    /** What is unfolded. @type {Set<string>} */
    this.open = new Set(setup.open);
    /** @type {string | null} */
    this.focus = null;
    /** @type {string | null} */
    this.cursor = null;
    /** @type {"play" | "look" | "black" | "white" | "erase"} */
    this.tool = this.isLive ? "play" : "look";
    this.ghosts = /** @type {{moves: string[], first: Side}} */ ({ moves: [], first: "black" });
    this.lines = /** @type {{stones: string[], kind: string}[]} */ ([]);
    this.dots = /** @type {string[]} */ ([]);
    this.evaluators = /** @type {{name: string, unit: string, ranks_by: string}[]} */ (setup.evaluators);
    this.searcher = setup.searcher;
    this.chosen = /** @type {[string, string]} */ ([setup.chosen[0], setup.chosen[1] ?? ""]);
    this.filter = { text: "", tag: "" };
    this.pasted = "";
    this.format = "sgf";
    /** What happened, and whether it went wrong. */
    this.notice = { text: "", isWrong: false };
    this.spoken = "";
    this.past = /** @type {{games: Game[], index: number, record: import("./game.js").GameRecord}[]} */ ([]);
    this.isHinting = false;
  }

  get game() {
    return this.games[this.index];
  }

  // What panels ask.

  /** The answer to a query as far as it is known; asks it if it was not asked. @param {any} query */
  ask(query) {
    const key = keyOf(query);
    this.wanted.add(key);
    const known = this.found.get(key);
    if (known) return known;
    const stop = new AbortController();
    const found = /** @type {Found} */ ({ answer: null, isDone: false, error: null, stop,
      query });
    this.found.set(key, found);
    const told = (/** @type {any} */ answer) => {
      if (answer.error) found.error = answer.said ?? answer.error;
      else if (!answer.warning) found.answer = answer;
      redraw();
    };
    const id = `${this.name}-${this.asked++}`;
    const fields = this.isLive ? { ...query, id, text: undefined } : query;
    this.source(fields, told, stop.signal)
      .catch((error) => {
        // What a search had found by then stays; of other questions a part would be taken for the whole.
        const isKept = query.study === "search" && found.answer;
        if (error.name === "AbortError" && !isKept && this.found.get(key) === found) this.found.delete(key);
        else if (error.name === "TypeError") found.error = say("page.no_server");
        else if (error.name !== "AbortError") found.error = error.message;
      })
      .finally(() => {
        found.isDone = true;
        redraw();
      });
    return found;
  }

  /** What is known already, without asking. @param {any} query */
  known(query) {
    return this.found.get(keyOf(query)) ?? null;
  }

  /** Asks a query once more, with other limits. @param {any} query */
  again(query) {
    this.found.get(keyOf(query))?.stop.abort();
    this.found.delete(keyOf(query));
    this.ask(query);
  }

  /** Whether a report holds the answer. @param {any} query */
  isRecorded(query) {
    if (this.isLive) return false;
    this.ask(query);
    const found = this.found.get(keyOf(query));
    return Boolean(found?.answer && !found.answer.isMissing);
  }

  /** What stands in the place of an answer that is not there yet. @param {Found | null} [found] */
  status(found) {
    if (!found) return null;
    if (found.error) return h("p", { class: "note" }, found.error);
    if (found.answer?.isMissing) return this.elsewhere(found.query);
    if (found.answer?.noResults) return h("p", { class: "faint" }, say("page.no_results"));
    return found.isDone ? null : h("p", { class: "faint busy", role: "status" }, say("page.thinking"));
  }

  /** That a report has no answer here, and the way to a position of which it has one. @param {any} query */
  elsewhere(query) {
    const { game } = this;
    const at = game.shown().find((node) => this.recorded.has(keyOf({ ...query, ...game.query(node) })));
    const way = at !== undefined && h("button", { "data-key": `to-${query.study}`, onclick: () => this.go(at) },
      say("page.to_studied", { number: game.moves(at).length }));
    return h("p", { class: "faint on-screen" }, say("page.not_in_report"), " ", way);
  }

  /** Ends what nothing that is drawn asks for any more. */
  endUnwanted() {
    for (const [key, found] of this.found) {
      if (!this.wanted.has(key) && !found.isDone) found.stop.abort();
    }
    if (this.found.size > 2000) {
      for (const [key, found] of this.found) {
        if (!this.wanted.has(key) && found.isDone) this.found.delete(key);
      }
    }
  }

  /** Whether there is something to see on a panel. @param {string} name */
  hasPanel(name) {
    if (name === "list") return this.games.length > 1;
    if (name === "answer") return Boolean(this.game.record.text);
    if (this.isLive) return true;
    if (name === "moves") return this.game.nodes.length > 1 || Boolean(this.game.record.notes || this.game.record.info);
    return name !== "files" && this.setup.open.includes(`panel-${name}`);
  }

  /** Whether something is unfolded or switched on. @param {string} key */
  has(key) {
    return this.open.has(key);
  }

  // What changes the state.

  /** @param {string} key */
  unfold(key) {
    if (!this.open.delete(key)) this.open.add(key);
    redraw();
  }

  /** @param {number} node */
  go(node) {
    // A button of a game that is shown no more.
    if (!this.game.nodes[node]) return;
    this.game.current = node;
    this.moved();
  }

  /** @param {number} by */
  step(by) {
    const shown = this.game.shown();
    const at = shown.indexOf(this.game.current) + by;
    this.go(shown[Math.min(Math.max(at, 0), shown.length - 1)]);
  }

  moved() {
    this.focus = null;
    this.ghosts.moves = [];
    this.lines = [];
    this.dots = [];
    this.isHinting = false;
    this.open.delete("search");
    this.open.delete("vct");
    for (const key of [...this.open]) if (/^(because|verdict)-/.test(key)) this.open.delete(key);
    if (this.isLive) {
      const address = this.game.address();
      history.replaceState(null, "", address ? `#${address}` : location.pathname);
      // Asked before it is drawn: a foul is seen a frame earlier.
      if (this.game.rule === "renju") this.ask(forbiddenQuery(this.game));
    }
    redraw();
  }

  /** Puts the games where a reload finds them. */
  keep() {
    const records = this.games.map((game) => game.toRecord());
    const kept = { hash: location.hash, records, index: this.index, began: this.began };
    try {
      sessionStorage.setItem("games", JSON.stringify(kept));
    } catch {
      // What is too large for it is not brought back.
      sessionStorage.removeItem("games");
    }
  }

  /** Tells what happened. @param {string} text @param {boolean} [isWrong] */
  tell(text, isWrong = false) {
    this.notice = { text, isWrong };
    redraw();
  }

  /** Tells why something could not be done. @param {unknown} error */
  fail(error) {
    // A request that reaches nothing is a TypeError.
    this.tell(error instanceof TypeError ? say("page.no_server") : /** @type {Error} */ (error).message, true);
  }

  /** @param {string} point */
  play(point) {
    if (point !== "pass" && this.game.board().has(point)) return;
    if (this.outcome()) {
      this.say(say("page.game_over"));
      return;
    }
    this.notice = { text: "", isWrong: false };
    this.remember();
    this.game.play(point);
    const color = this.game.nodes[this.game.current].color ?? "black";
    this.moved();
    this.say(say("page.played", { side: say(`player.${color}`), point }));
  }

  /** Keeps the games, and the one that is shown as it is, to be brought back. */
  remember() {
    this.past.push({ games: this.games, index: this.index, record: this.game.toRecord() });
    this.past.splice(0, this.past.length - 100);
  }

  /** Brings back the game before the last change that took something away. */
  restore() {
    const before = this.past.pop();
    if (!before) {
      this.tell(say("page.nothing_to_restore"));
      return;
    }
    this.index = before.index;
    this.games = before.games.with(this.index, new Game(before.record));
    this.notice = { text: "", isWrong: false };
    this.moved();
  }

  /** Takes back the last move of a line; within a line it steps back, and nothing is lost. */
  takeBack() {
    const { game } = this;
    if (game.nodes[game.current].children.length > 0) {
      this.step(-1);
      return;
    }
    this.remember();
    game.remove();
    this.moved();
  }

  /** Gives the turn to a side, where no move has been played. @param {Side} side */
  turn(side) {
    this.remember();
    this.game.toMove = side;
    this.game.isTurnChosen = true;
    this.moved();
  }

  /**
   * Puts a line beside the game as a variation, a pass before it if it is the other side's, and goes to its
   * first move, or to its last.
   * @param {string[]} moves @param {Side} first @param {boolean} [toEnd]
   */
  playLine(moves, first, toEnd = false) {
    const { game } = this;
    this.remember();
    if (game.side() !== first) game.play("pass");
    game.play(moves[0]);
    const begin = game.current;
    moves.slice(1).forEach((move) => game.play(move));
    if (!toEnd) game.current = begin;
    this.moved();
    showBoard();
  }

  /** @param {string | null} point */
  point(point) {
    this.focus = point;
    if (point) this.open.add(`verdict-${point}`);
    redraw();
  }

  /** @param {string[]} moves @param {Side} first */
  preview(moves, first) {
    this.ghosts = { moves, first };
    drawTheBoard();
  }

  /** @param {typeof this.lines} lines @param {string[]} [dots] */
  highlight(lines, dots = []) {
    this.lines = lines;
    this.dots = dots;
    drawTheBoard();
  }

  /** What is clicked, by the tool in hand. @param {string} point */
  click(point) {
    if (this.tool === "play") this.play(point);
    else if (this.tool === "look") this.point(point === this.focus ? null : point);
    else {
      const side = this.tool === "erase" ? null : this.tool;
      if (side === null && !this.game.board().has(point)) return;
      this.replace(this.game.withStone(point, side));
    }
  }

  /** Puts a game in the place of the one that is shown; tells how to undo it where moves are gone. @param {Game} game */
  replace(game) {
    const hadMoves = this.game.nodes.length > 1;
    this.remember();
    this.games = this.games.with(this.index, game);
    this.notice = { text: hadMoves ? say("page.moves_gone") : "", isWrong: false };
    this.moved();
  }

  /** Starts a search, or ends the one that runs, a hint's too. @param {boolean} isOn */
  search(isOn) {
    this.isHinting = false;
    if (isOn) this.open.add("search");
    else this.open.delete("search");
    redraw();
  }

  hint() {
    this.isHinting = !this.isHinting;
    if (this.isHinting) this.open.add("search");
    else this.open.delete("search");
    redraw();
  }

  /** @param {0 | 1} which @param {string} name */
  choose(which, name) {
    this.chosen[which] = name;
    redraw();
  }

  /** @param {typeof this.filter} filter */
  setFilter(filter) {
    this.filter = filter;
    redraw();
  }

  /** @param {number} index */
  openGame(index) {
    this.index = index;
    this.putStonesAway();
    this.moved();
    showBoard();
  }

  /** Takes the tools of a set-up out of hand: a click on another game would make a set-up of it. */
  putStonesAway() {
    if (this.tool !== "look") this.tool = this.isLive ? "play" : "look";
  }

  /** @param {number} size @param {string} rule */
  start(size, rule) {
    this.putStonesAway();
    this.replace(Game.empty(size, rule));
  }

  /** @param {string} rule */
  withRule(rule) {
    this.remember();
    this.game.rule = rule;
    this.moved();
  }

  /** @param {string} text */
  typed(text) {
    this.pasted = text;
  }

  /** @param {string} format */
  chooseFormat(format) {
    this.format = format;
  }

  /** @param {File | undefined} file */
  async readFile(file) {
    if (file) this.read(file);
  }

  /** Reads a text or a file by the readers of the program. @param {string | File} content */
  async read(content) {
    try {
      const name = content instanceof File ? content.name : "";
      const { records, notes } = await this.setup.read(content, name);
      this.remember();
      this.games = records.map((/** @type {any} */ record) => new Game(record));
      this.index = 0;
      this.putStonesAway();
      if (this.games.length > 1) this.open.add("panel-list");
      this.notice = { text: notes.join("\n"), isWrong: notes.length > 0 };
      this.moved();
      showBoard();
    } catch (error) {
      this.fail(error);
    }
  }

  async save() {
    try {
      const { bytes, lost } = await this.setup.write(this.game.toRecord(), this.format);
      download(bytes, `${this.game.record.id || "game"}.${this.setup.endings[this.format]}`);
      this.tell(lost ? say("page.not_written", { lost }) : "");
    } catch (error) {
      this.fail(error);
    }
  }

  async report() {
    this.tell(say("page.writing_report"));
    try {
      download(await this.setup.report(this.game.toRecord()), `${this.game.record.id || "report"}.html`);
      this.tell("");
    } catch (error) {
      this.fail(error);
    }
  }

  /** Says something to those who listen. @param {string} text */
  say(text) {
    this.spoken = text;
    redraw();
  }

  /** How the game ended, if it has. */
  outcome() {
    const found = this.ask({ ...this.game.query(), study: "show" });
    return found.answer?.report?.outcome ?? null;
  }
}

/** Scrolls to the board where it is out of sight. */
const showBoard = () => document.getElementById("board")?.scrollIntoView({ block: "nearest" });

/** Gives a file to the user. @param {BlobPart} bytes @param {string} name */
function download(bytes, name) {
  const address = URL.createObjectURL(new Blob([bytes]));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @type {Context} */
let context;
let isDue = false;
let isPressed = false;
/** The point of the board on which a button is held down. @type {string | null} */
let pressed = null;

/** The point of the board under the pointer. @param {PointerEvent} event */
function pointOfBoard(event) {
  const svg = /** @type {SVGElement | null} */ (document.querySelector("#board svg"));
  return svg && pointUnder(svg, event, context.game.size);
}

/** Draws the page at the next frame, or once no button is held down. */
function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(draw);
}

function draw() {
  if (isPressed) {
    requestAnimationFrame(draw);
    return;
  }
  isDue = false;
  context.wanted.clear();
  drawTheBoard();
  const focused = document.activeElement?.getAttribute("data-key");
  const { selectionStart, selectionEnd, selectionDirection } = /** @type {any} */ (document.activeElement ?? {});
  const places = scrolled();
  for (const [name, view] of PANELS) {
    const panel = /** @type {HTMLDetailsElement | null} */ (document.getElementById(`panel-${name}`));
    if (!panel) continue;
    panel.hidden = !context.hasPanel(name);
    panel.open = context.has(`panel-${name}`);
    const body = /** @type {HTMLElement} */ (panel.querySelector(".body"));
    const children = panel.open && !panel.hidden ? view(context).flat() : [];
    body.replaceChildren(...children.filter(Boolean).map((child) => child || ""));
  }
  scrollTo(places);
  if (focused) {
    const element = /** @type {any} */ (document.querySelector(`[data-key="${CSS.escape(focused)}"]`));
    if (element && element !== document.activeElement) {
      element.focus({ preventScroll: true });
      if (typeof selectionStart === "number" && element.setSelectionRange) {
        try {
          element.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
        } catch {
          // A slider has no caret.
        }
      }
    }
  }
  /** @type {HTMLElement} */ (document.getElementById("live")).textContent = context.spoken;
  const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
  notice.className = context.notice.isWrong ? "note" : "";
  if (notice.textContent !== context.notice.text) {
    notice.textContent = context.notice.text;
    // What was asked may stand far below.
    if (context.notice.isWrong) notice.scrollIntoView({ block: "nearest" });
  }
  /** @type {HTMLElement} */ (document.getElementById("tools")).replaceChildren(...toolsOf());
  const name = nameOf(context.game, context.index);
  // Above a summary stands what it sums up.
  const hasName = context.games.length > 1 && !document.querySelector(".summary");
  document.title = hasName ? name : context.title;
  /** @type {HTMLElement} */ (document.querySelector("h1")).textContent = document.title;
  context.endUnwanted();
}

/** The boxes that have a scroll bar of their own. */
const SCROLLED = ".moves, .records, .comment";
/** What was current when the page was drawn last. */
let drawnCurrent = "";

/** How far the boxes are scrolled. */
const scrolled = () => [...document.querySelectorAll(SCROLLED)].map((box) => box.scrollTop);

/** Scrolls new boxes as the old ones were; what has become current is in sight. @param {number[]} places */
function scrollTo(places) {
  const current = `${context.index} ${context.game.current}`;
  document.querySelectorAll(SCROLLED).forEach((box, at) => {
    box.scrollTop = places[at] ?? 0;
    const chosen = /** @type {HTMLElement | null} */ (box.querySelector("[aria-current]"));
    if (!chosen || current === drawnCurrent) return;
    const [outer, inner] = [box.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  });
  drawnCurrent = current;
}

/** The board alone, with what the state marks on it. */
function drawTheBoard() {
  const { game } = context;
  const stones = game.board();
  const moves = game.moves(game.current);
  const numbers = new Map(moves.map(({ move }, at) => [move ?? "", at + 1]));
  const last = moves.at(-1)?.move ?? null;
  const shown = context.ask({ ...game.query(), study: "show" }).answer;
  const outcome = context.outcome();
  const [marks, lines] = marksOfBoard();
  const { moves: pale, first } = context.ghosts;
  const ghosts = pale.map((at, index) =>
    ({ at, color: index % 2 === 0 ? first : other(first), number: index + 1 })).filter(({ at }) => at !== "pass");
  const heat = heatOfBoard();
  const label = say("page.board_label", { size: game.size, rule: say(`rule.${game.rule}`), count: stones.size,
    last: last ?? say("page.none") });
  const board = drawBoard({ size: game.size, label, stones, last, marks, lines, ghosts, heat,
    cursor: context.cursor, numbers: context.has("numbers") ? numbers : undefined });
  const frame = /** @type {HTMLElement} */ (document.getElementById("board"));
  frame.replaceChildren(board);
  frame.dataset.side = game.side();
  const status = /** @type {HTMLElement} */ (document.getElementById("status"));
  // A line that the reader tries out may end the game, which a report does not know.
  const isUnknown = shown?.isMissing && game.nodes[game.current].children.length === 0;
  const toMove = () => say("report.to_move", { side: say(`player.${game.side()}`) });
  status.textContent = outcome ? outcomeText(outcome) : isUnknown ? say("page.not_in_report") : toMove();
}

/** @returns {[import("./board.js").Mark[], {stones: string[], kind: string}[]]} */
function marksOfBoard() {
  const { game, focus } = context;
  /** @type {import("./board.js").Mark[]} */
  const marks = context.dots.map((at) => ({ at, kind: "dot" }));
  let lines = context.lines;
  if (game.rule === "renju") {
    const report = context.ask(forbiddenQuery(game)).answer?.report;
    const forbidden = context.outcome() ? [] : report?.forbidden ?? [];
    for (const one of forbidden) marks.push({ at: one.point, kind: "bad", text: signOf(one.kinds) });
    const near = context.has("panel-forbidden") && !context.outcome() ? report?.near_misses ?? [] : [];
    for (const one of near) marks.push({ at: one.point, kind: "near" });
    const shown = [...forbidden, ...near, ...(report?.played ?? [])].find((/** @type {any} */ one) => one.point === focus);
    if (shown) {
      lines = [...lines, ...linesOf(shown.proof)];
      marks.push(...marksOf(shown.proof));
    }
  }
  if (context.has("panel-threats")) {
    const threats = context.ask(threatsQuery(game)).answer?.report;
    const holding = threats?.threat ? threats.moves.filter((/** @type {any} */ move) => move.verdict === "holds") : [];
    for (const { point } of holding) marks.push({ at: point, kind: "good" });
  }
  if (context.isHinting && context.ghosts.moves.length === 0) {
    const best = context.ask(searchQuery(game, context.searcher)).answer?.moveInfos?.[0]?.move;
    if (best) marks.push({ at: best, kind: "note", text: "1" });
  }
  if (focus) marks.push({ at: focus, kind: "focus" });
  // What is forbidden lies over what holds.
  marks.sort((one, two) => Number(one.kind === "bad") - Number(two.kind === "bad"));
  return [marks, lines];
}

function heatOfBoard() {
  if (!context.has("panel-evaluators") || !context.has("heat")) return [];
  const report = context.ask(scoreQuery(context.game, context.chosen[0])).answer?.report;
  const values = valuesOf(report, context).filter(([, value]) => value > 0).slice(0, 40);
  const most = values[0]?.[1] ?? 1;
  return values.map(([at, value]) => ({ at, share: value / most }));
}

/** @param {any} outcome */
function outcomeText(outcome) {
  const key = `page.ended_${outcome.by}`;
  return say(hasWord(key) ? key : "page.game_over",
    { side: outcome.winner ? say(`player.${outcome.winner}`) : "" });
}

/** Keys on the board: arrows move the cursor, Enter clicks. @param {KeyboardEvent} event */
function boardKey(event) {
  const { game } = context;
  const [column, row] = place(context.cursor ?? pointName((game.size - 1) >> 1, (game.size - 1) >> 1));
  const steps = /** @type {Record<string, [number, number]>} */ (
    { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
  const step = steps[event.key];
  const inside = (/** @type {number} */ line) => Math.min(Math.max(line, 0), game.size - 1);
  if (step) {
    if (context.cursor) context.cursor = pointName(inside(column + step[0]), inside(row + step[1]));
    else context.cursor = pointName(column, row);
    context.say(describe(context.cursor));
  } else if (event.key === "Enter" || event.key === " ") {
    if (context.cursor) context.click(context.cursor);
  } else if (event.key === "Escape") {
    context.cursor = null;
    /** @type {HTMLElement} */ (event.currentTarget).blur();
    redraw();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** What there is at a point, for those who listen. @param {string} point */
function describe(point) {
  const { game } = context;
  const side = game.board().get(point);
  if (side) return `${point} ${say(`color.${side}`)}`;
  const report = game.rule === "renju" ? context.ask(forbiddenQuery(game)).answer?.report : null;
  const found = report?.forbidden.find((/** @type {any} */ one) => one.point === point);
  return found ? `${point} ${found.kinds.map((/** @type {string} */ kind) => say(`kind.${kind}`)).join(" ")}`
    : `${point} ${say("page.empty")}`;
}

/** Keys of the page. @param {KeyboardEvent} event */
function pageKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  const acts = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => context.step(-1), ArrowRight: () => context.step(1), Home: () => context.step(-Infinity),
    End: () => context.step(Infinity), h: () => context.isLive && context.hint(),
    n: () => context.unfold("numbers"),
    Backspace: () => context.isLive && context.takeBack(), z: () => context.isLive && context.restore(),
  });
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** The buttons below the board. */
function toolsOf() {
  const { game, isLive } = context;
  const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ act,
    /** @type {boolean[]} */ [isPressed] = []) =>
    h("button", { "data-key": key, "aria-pressed": isPressed === undefined ? null : String(isPressed), onclick: act }, text);
  const numbers = button("numbers", say("page.numbers"), () => context.unfold("numbers"), [context.has("numbers")]);
  if (!isLive) return [h("div", { class: "row" }, numbers)];
  const tool = (/** @type {typeof context.tool} */ name) => button(`tool-${name}`, say(`page.tool_${name}`), () => {
    context.tool = name;
    redraw();
  }, [name === context.tool]);
  const turn = (/** @type {Side} */ side) => button(`turn-${side}`, say("report.to_move",
    { side: say(`player.${side}`) }), () => context.turn(side), [game.side() === side]);
  return [
    h("div", { class: "row", role: "group", "aria-label": say("page.tool") },
      tool("play"), tool("look"), tool("black"), tool("white"), tool("erase")),
    h("div", { class: "row" }, numbers, button("undo", say("page.undo"), () => context.takeBack()),
      button("restore", say("page.restore"), () => context.restore()),
      game.nodes.length > 1 && button("pass", say("page.pass"), () => context.play("pass")),
      game.nodes.length === 1 && [turn("black"), turn("white")],
      button("new", say("page.new_game"), () => context.start(game.size, game.rule))),
  ];
}

/** A panel that a click unfolds. @param {string} name */
function panelOf(name) {
  const key = `panel-${name}`;
  // An answer that comes between the click and the event of the browser would fold it again.
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    context.unfold(key);
  };
  // The browser unfolds it, too, to show what it found.
  const ontoggle = (/** @type {any} */ event) => {
    if (event.target.open !== context.has(key)) context.unfold(key);
  };
  return h("details", { id: key, ontoggle }, h("summary", { onclick }, say(`page.panel_${name}`)), h("div", { class: "body" }));
}

/** Makes the page in the document. */
function build() {
  const board = h("div", { id: "board", tabindex: 0, role: "application", "aria-label": say("page.board"),
    "aria-describedby": "keys", onkeydown: boardKey,
    // The board may be drawn anew between press and release, so the place decides and not the element; a
    // press does not take the keys of the page to the board.
    onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      pressed = event.button === 0 ? pointOfBoard(event) : null;
    } });
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.replaceChildren(
    // Below the board, so that the board stays where it is as notices come and go.
    h("section", { class: "left" }, h("p", { id: "status", role: "status" }), board, h("p", { id: "notice", role: "alert" }),
      h("p", { id: "keys", class: "faint" }, say(context.isLive ? "page.keys" : "page.keys_of_report")),
      h("div", { id: "tools", class: "tools" })),
    h("div", { class: "panels" }, PANELS.map(([name]) => panelOf(name))),
    h("div", { id: "live", class: "sr", "aria-live": "polite" }), h("div", { id: "term", popover: "auto", role: "note" }));
  document.addEventListener("keydown", pageKey);
  document.addEventListener("pointerdown", () => {
    isPressed = true;
  });
  window.addEventListener("pointerup", (event) => {
    isPressed = false;
    const point = pointOfBoard(event);
    if (point && point === pressed) {
      context.cursor = null;
      context.click(point);
    }
    pressed = null;
  });
  for (const end of ["pointercancel", "blur"]) {
    window.addEventListener(end, () => {
      isPressed = false;
      pressed = null;
    });
  }
}

/** Moves in an address: `#h8i9g7`, or what gomocalc has behind it. */
async function readAddress() {
  const kept = JSON.parse(sessionStorage.getItem("games") ?? "null");
  sessionStorage.removeItem("games");
  if (kept && kept.hash === location.hash && kept.began === context.began) {
    context.games = kept.records.map((/** @type {any} */ record) => new Game(record));
    context.index = kept.index;
    if (context.games.length > 1) context.open.add("panel-list");
    context.moved();
    return;
  }
  const text = decodeURIComponent(location.hash.replace(/^#\/?/, ""));
  if (text && text !== context.game.address()) await context.read(text);
}

/** Starts the page. */
async function start() {
  const element = /** @type {HTMLElement} */ (document.getElementById("setup"));
  const setup = JSON.parse(await contentOf(element));
  useWords(setup.words);
  if (setup.mode === "board") Object.assign(setup, serverFiles());
  const recorded = recordedAnswers(setup.answers);
  let source = setup.mode === "board" ? serverSource() : recordedSource(recorded);
  if (setup.mode === "web") {
    const { startWorker, webFiles } = await import(/** @type {any} */ ("./web.js"));
    const quick = startWorker();
    Object.assign(setup, webFiles(quick));
    source = workerSource(quick, startWorker);
  }
  context = new Context(setup, source, recorded);
  build();
  draw();
  if (context.isLive) {
    await readAddress();
    window.addEventListener("hashchange", readAddress);
    window.addEventListener("pagehide", () => context.keep());
  }
  document.documentElement.dataset.ready = "yes";
}

/** A script's JSON, which is packed where it is long. @param {HTMLElement} element */
async function contentOf(element) {
  const text = element.textContent ?? "";
  if (!element.dataset.packed) return text;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** Reading, writing and reports by the server beside the page. */
function serverFiles() {
  /** @param {string} way @param {BodyInit} body @param {string} type */
  const post = async (way, body, type) => {
    const response = await fetch(way, { method: "POST", body, headers: { "Content-Type": type } });
    if (!response.ok) throw new Error(await response.text());
    return response;
  };
  /** @param {Response} response */
  const answered = async (response) => {
    const answer = await response.json();
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  return {
    /** @param {string | File} content @param {string} name */
    read: async (content, name) => answered(
      await post(`read?name=${encodeURIComponent(name)}`, content, "application/octet-stream")),
    /** @param {any} game @param {string} format */
    write: async (game, format) => {
      const response = await post("write", JSON.stringify({ format, game }), "application/json");
      const { base64, lost } = await answered(response);
      return { bytes: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), lost };
    },
    /** @param {any} game */
    report: async (game) => (await post("report", JSON.stringify(game), "application/json")).blob(),
  };
}

start();
