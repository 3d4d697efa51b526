// The moves: the line that is shown with its variations, what is said of them, and the chance over the
// game with its turning points.

import { h, kindsOf, points, s, say, scoreText } from "./words.js";

/** @typedef {import("./page.js").Context} Context */

/** @param {Context} context */
export function movesPanel(context) {
  const { game } = context;
  const shown = game.shown();
  const number = game.moves(game.current).length;
  const last = game.moves(shown[shown.length - 1]).length;
  const step = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {string} */ text,
    /** @type {number} */ by) => h("button", { "data-key": key, title: text, "aria-label": text,
    onclick: () => context.step(by) }, sign);
  return [
    infoOf(game.record), openingOf(context),
    h("div", { class: "row tools" }, step("|◀", "first", say("page.first"), -Infinity), step("◀", "back", say("page.back"), -1),
      step("▶", "forward", say("page.forward"), 1), step("▶|", "last", say("page.last"), Infinity),
      h("input", { type: "range", min: 0, max: last, value: number, "data-key": "slider",
        "aria-label": say("page.move_number"), oninput: (/** @type {any} */ event) =>
          context.step(Number(event.target.value) - number) }),
      h("output", {}, say("page.move_of", { number, last }))),
    lineOf(context, shown),
    game.nodes[game.current].comment && h("p", { class: "comment", tabindex: 0 }, game.nodes[game.current].comment),
    reviewOf(context),
  ];
}

/** The opening of renju that the game began with. @param {Context} context */
function openingOf(context) {
  const opening = context.ask({ ...context.game.query(), study: "show" }).answer?.report?.opening;
  if (!opening) return null;
  const { lang } = document.documentElement;
  const name = lang === "en" ? opening.name : opening[lang];
  return h("p", {}, say("page.opening", { number: opening.number, name }));
}

/** @param {import("./game.js").GameRecord} record */
function infoOf({ info, notes }) {
  const players = info && (info.black_player || info.white_player)
    && say("page.players", { black: info.black_player ?? "?", white: info.white_player ?? "?" });
  const more = [info?.event, info?.date, info?.result].filter(Boolean).join(say("list.semicolon"));
  return [
    players && h("p", {}, players), more && h("p", { class: "faint" }, more),
    (notes ?? []).map((note) => h("p", { class: "note" }, note)),
  ].flat();
}

/** @param {Context} context @param {number[]} shown */
function lineOf(context, shown) {
  const { game } = context;
  const button = (/** @type {number} */ at, /** @type {string} */ text) =>
    h("button", { "data-key": `move-${at}`, "aria-current": at === game.current && "step",
      class: game.nodes[at].comment ? "move said" : "move", onclick: () => context.go(at) }, text);
  const items = shown.map((at, index) => {
    const { parent, move, color } = game.nodes[at];
    const others = parent < 0 ? [] : game.nodes[parent].children.filter((child) => child !== at);
    const name = move === "pass" ? say("page.pass") : move ?? say("page.start");
    return h("li", {}, button(at, index === 0 ? say("page.start") : `${index}. ${name}`),
      h("span", { class: "sr" }, color ? say(`color.${color}`) : ""),
      others.length > 0 && h("span", { class: "others" }, say("page.or"), " ",
        others.map((child) => button(child, game.nodes[child].move ?? ""))));
  });
  return h("ol", { class: "moves", "aria-label": say("page.moves") }, items);
}

/** What each move missed and allowed, once that was asked for. @param {Context} context */
function reviewOf(context) {
  const { game } = context;
  const end = game.shown().at(-1) ?? 0;
  const moves = game.moves(end).length;
  if (moves === 0 || game.moves(end).some(({ move }) => !move)) return null;
  const query = { ...game.query(end), study: "game", maxVisits: 10_000, reportDuringSearchEvery: 0.3 };
  if (!context.has("review") && !context.isRecorded(query)) {
    return context.isLive && h("button", { "data-key": "review", onclick: () => context.unfold("review") },
      say("page.review"));
  }
  const found = context.ask(query);
  const reports = found?.answer?.reports ?? [];
  const summary = reports.at(-1);
  const rows = reports.slice(0, -1);
  const said = rows.filter(mattered);
  return h("section", { class: "review" },
    h("h3", {}, say("page.chance_by_move")), context.status(found),
    context.isLive && h("p", { class: "faint" }, say("page.looked_at", { nodes: found.query.maxVisits.toLocaleString("en") })),
    context.isLive && found.isDone && h("button", { "data-key": "review-longer",
      onclick: () => context.again({ ...query, maxVisits: found.query.maxVisits * 10 }) }, say("page.look_longer")),
    rows.length > 0 && chart(context, rows, summary),
    h("ul", {}, said.map((/** @type {any} */ row) => h("li", {},
      h("button", { "data-key": `turn-${row.move}`, onclick: () => context.go(game.shown()[row.move]) },
        `${row.move}. ${row.point}`), " ", turnText(row, summary)))),
    rows.length > 0 && said.length === 0 && h("p", {}, say("page.no_mistakes")));
}

/** @param {any} row */
const mattered = (row) => row.blunder || row.missed || row.allowed || row.forbidden.length > 0
  || row.only;

/** What happened at a move. @param {any} row @param {any} summary */
function turnText(row, summary) {
  const win = (/** @type {any} */ line) => `${say(`win.${line.kind}`)}: ${points(line.line)}`;
  const parts = [
    row.forbidden.length > 0 && say("page.was_forbidden", { kinds: kindsOf(row.forbidden) }),
    row.missed && row.missed_win && say("page.missed", { win: win(row.missed_win) }),
    row.allowed && say("page.allowed", { win: win(row.allowed) }),
    row.escape && say("page.escape", { point: row.escape }),
    row.only && say("page.only_move"),
    row.blunder && row.best && row.best.point !== row.point
      && say("page.better", { point: row.best.point, score: scoreText(row.best.score) }),
    summary?.decisive === row.move && say("page.decided_here",
      { side: say(`player.${summary.winner}`) }),
  ];
  return parts.filter(Boolean).join(say("list.semicolon"));
}

/** The chance of black after a score. @param {any} score */
function chanceOfBlack(score) {
  if (!score) return null;
  let chance = score.chance ?? null;
  if (score.win_in !== undefined) chance = 1;
  if (score.loss_in !== undefined) chance = 0;
  if (chance === null) return null;
  return score.view === "black" ? chance : 1 - chance;
}

/** @param {Context} context @param {any[]} rows @param {any} summary */
function chart(context, rows, summary) {
  const { game } = context;
  const [width, height, left, foot] = [600, 180, 34, 20];
  const count = rows[rows.length - 1].move;
  const x = (/** @type {number} */ move) => left + ((width - left - 8) * move) / Math.max(count, 1);
  const y = (/** @type {number} */ chance) => 8 + (height - foot - 8) * (1 - chance);
  const line = rows.map((row) => [row.move, chanceOfBlack(row.after)])
    .filter(([, chance]) => chance !== null);
  const path = line.map(([move, chance], at) =>
    `${at === 0 ? "M" : "L"}${x(/** @type {number} */ (move)).toFixed(1)} ${y(/** @type {number} */ (chance)).toFixed(1)}`);
  const here = game.moves(game.current).length;
  let labelled = -Infinity;
  const turns = rows.filter((row) => row.blunder || row.move === summary?.decisive).map((row) => {
    const at = { x: x(row.move), y: y(chanceOfBlack(row.after) ?? 0.5) };
    const hasLabel = at.x - labelled > 46;
    if (hasLabel) labelled = at.x;
    const anchor = at.x > width - 60 ? "end" : "start";
    return s("g", { class: row.move === summary?.decisive ? "turn decisive" : "turn" },
      s("circle", { cx: at.x, cy: at.y, r: 5 }),
      hasLabel && s("text", { x: at.x + (anchor === "end" ? -7 : 7), y: at.y > 28 ? at.y - 7 : at.y + 16,
        "text-anchor": anchor }, `${row.move} ${row.point}`));
  });
  const every = count > 60 ? 20 : count > 24 ? 10 : 5;
  const ticks = Array.from({ length: Math.floor(count / every) }, (_, at) => (at + 1) * every);
  const jump = (/** @type {any} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * width - left) / (width - left - 8);
    const move = Math.min(Math.max(Math.round(share * count), 0), count);
    context.go(game.shown()[move] ?? game.current);
  };
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": say("page.chart_label", { count }), onclick: jump },
  [0, 0.25, 0.5, 0.75, 1].map((chance) => s("g", { class: "axis" },
    s("line", { x1: left, x2: width - 8, y1: y(chance), y2: y(chance) }),
    s("text", { x: left - 4, y: y(chance) + 4, "text-anchor": "end" }, `${chance * 100}%`))),
  ticks.map((move) => s("g", { class: "axis" },
    s("line", { x1: x(move), x2: x(move), y1: y(0), y2: y(0) + 4 }),
    s("text", { x: x(move), y: height - 4, "text-anchor": "middle" }, String(move)))),
  s("line", { class: "here", x1: x(here), x2: x(here), y1: y(1), y2: y(0) }),
  s("path", { class: "chance", d: path.join("") }), turns);
}
