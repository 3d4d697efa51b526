// What is threatened, what holds, and best play: lines that stand on the board as pale stones, and
// forced wins with every reply, which unfold.

import { h, points, say, scoreText, term } from "./words.js";

/** @typedef {import("./page.js").Context} Context */
/** @typedef {import("./game.js").Side} Side */

/**
 * A line of moves: seen on the board while it is pointed at, played as a variation by a click. One of a
 * text is named by its last move, so the click goes there.
 * @param {Context} context @param {string} key @param {string[]} moves @param {Side} first
 * @param {string} [text]
 */
function lineButton(context, key, moves, first, text) {
  const show = () => context.preview(moves, first);
  return h("button", { class: "line", "data-key": key, title: say("page.play_line"), onmouseenter: show,
    onfocus: show, onmouseleave: () => context.preview([], first), onblur: () => context.preview([], first),
    onclick: () => context.playLine(moves, first, text !== undefined) }, text ?? points(moves));
}

/** That the game is over, and in a report the way to the position that was looked at. @param {Context} context @param {any} query */
function ended(context, query) {
  return [h("p", {}, say("page.game_over")), !context.isLive && context.elsewhere(query)];
}

/** The query for what is threatened. @param {import("./game.js").Game} game */
export function threatsQuery(game) {
  return { ...game.query(), study: "threats", maxVisits: 4000, maxTime: 3 };
}

/** @param {Context} context */
export function threatsPanel(context) {
  const { game } = context;
  if (context.outcome()) return ended(context, threatsQuery(game));
  const query = threatsQuery(game);
  const found = context.ask(query);
  const report = found?.answer?.report;
  if (!report) return [context.status(found)];
  const side = report.defender;
  const attacker = side === "black" ? "white" : "black";
  const win = (/** @type {any} */ one) => [term(one.kind, say(`win.${one.kind}`)), one.plies > 1
    && say("page.in_plies", { count: one.plies })];
  // What a longer look has proved holds here as well.
  const proved = context.known({ ...game.query(), study: "vct" })?.answer?.report;
  const ownWin = report.own_win ?? (proved?.outcome === "win" ? { kind: "vct", plies: proved.plies, line: proved.line } : null);
  const isOwnUnknown = !ownWin && report.own_outcome === "unknown";
  const holds = report.moves.filter((/** @type {any} */ move) => move.verdict === "holds");
  const open = report.moves.filter((/** @type {any} */ move) => move.verdict === "undecided");
  const loses = report.moves.filter((/** @type {any} */ move) => move.verdict === "loses");
  const chosen = loses.find((/** @type {any} */ move) => move.point === context.focus);
  return [
    context.status(found),
    ownWin && h("p", { class: "good" }, h("b", {}, say("page.own_win", { side: say(`player.${side}`) })),
      " ", ...win(ownWin), h("br"), lineButton(context, "own-win", ownWin.line, side)),
    report.threat
      ? h("p", {}, h("b", {}, say("page.threat", { side: say(`player.${attacker}`) })), " ", ...win(report.threat),
        h("br"), lineButton(context, "threat", report.threat.line, attacker))
      : h("p", {}, say(report.outcome === "none" ? "page.no_threat" : "page.threat_unknown",
        { side: say(`player.${attacker}`) })),
    isOwnUnknown && h("p", {}, say("page.own_unknown", { side: say(`player.${side}`) })),
    report.threat && holds.length > 0 && h("div", {}, h("h3", {}, say("page.holding", { count: holds.length })),
      h("div", { class: "row" }, holds.map((/** @type {any} */ move) =>
        h("button", { "data-key": `hold-${move.point}`, onclick: () => context.play(move.point),
          title: say(`page.means_${move.means}`) },
        move.means === "defence" ? move.point : `${move.point} (${say(`page.means_${move.means}`)})`)))),
    report.threat && holds.length === 0 && h("p", {}, report.complete
      ? say("page.nothing_holds") : say("page.nothing_known_to_hold")),
    context.isLive && found.isDone && (!report.complete || isOwnUnknown) && h("button", { "data-key": "longer",
      onclick: () => context.again({ ...query, maxVisits: 200_000, maxTime: 30 }) }, say("page.look_longer")),
    open.length > 0 && h("p", { class: "faint" }, say("page.undecided",
      { points: points(open.slice(0, 20).map((/** @type {any} */ move) => move.point)), count: open.length })),
    loses.length > 0 && h("p", { class: "faint" }, say("page.others_lose", { count: loses.length })),
    chosen && h("p", {}, say("page.loses_by", { point: chosen.point }), " ",
      lineButton(context, "loses", [chosen.point, ...chosen.win.line], side)),
  ].flat();
}

/** The query of best play. @param {import("./game.js").Game} game @param {string} evaluator */
export function searchQuery(game, evaluator) {
  return { ...game.query(), study: "search", evaluator, lines: 3, maxTime: 20, reportDuringSearchEvery: 0.1 };
}

/** @param {Context} context */
export function playPanel(context) {
  const { game } = context;
  if (context.outcome()) return ended(context, searchQuery(game, context.searcher));
  const query = searchQuery(game, context.searcher);
  const isOpen = context.has("search");
  const found = isOpen || !context.isLive ? context.ask(query) : context.known(query);
  const isAsked = isOpen && !found?.isDone;
  const infos = found?.answer?.moveInfos ?? [];
  const root = found?.answer?.rootInfo;
  const { isLive } = context;
  return [
    isLive && h("div", { class: "row" },
      h("button", { "data-key": "search", "aria-pressed": String(isAsked), onclick: () => {
        // Once more, and longer, where it has ended.
        if (!isAsked && found?.isDone) context.again({ ...query, maxTime: 120 });
        context.search(!isAsked);
      } },
        say(isAsked ? "page.stop" : "page.search")),
      h("button", { "data-key": "hint", onclick: () => context.hint() }, say("page.hint"))),
    found && (isOpen || !context.isLive) && context.status(found),
    root && h("p", { class: "faint" }, say("page.searched",
      { depth: root.depth, nodes: root.visits.toLocaleString("en") }), ...termsOf(infos)),
    h("ol", { class: "lines" }, infos.map((/** @type {any} */ info) => h("li", {},
      h("span", { class: "score" }, scoreText(info.score)),
      lineButton(context, `pv-${info.order}`, info.pv, game.side())))),
    winView(context),
  ].flat();
}

/** The terms that stand beside lines. @param {any[]} infos */
function termsOf(infos) {
  const has = (/** @type {string} */ name) => infos.some(({ score }) => score?.[name] !== undefined);
  const names = ["nodes", ...["chance", "points"].filter(has)];
  return names.flatMap((name) => [" · ", term(name)]);
}

/** A forced win by threats, with every reply. @param {Context} context */
function winView(context) {
  const { game } = context;
  const asked = { ...game.query(), study: "vct", with: ["tree"], maxTime: 20, maxVisits: 2_000_000 };
  const fours = { ...asked, study: "vcf" };
  const query = context.isRecorded(fours) ? fours : asked;
  const isAsked = context.has("vct") || context.known(query)?.answer?.report;
  if (!isAsked && !context.isRecorded(query)) {
    return context.isLive && h("button", { "data-key": "vct", onclick: () => context.unfold("vct") },
      say("page.prove_win"));
  }
  const found = context.ask(query);
  const { report, tree } = found?.answer ?? {};
  if (!report) return context.status(found);
  const attacker = report.attacker;
  const text = report.outcome === "win"
    ? say("page.win_in", { side: say(`player.${attacker}`), count: report.plies })
    : say(report.outcome === "none" ? "page.no_win" : "page.win_unknown", { side: say(`player.${attacker}`) });
  return h("section", {}, h("h3", {}, say("page.forced_win"), " ", term(query.study)), h("p", {}, text),
    report.outcome === "win" && lineButton(context, "vct-line", report.line, attacker),
    tree && h("p", { class: "faint" }, say("page.tree_of", { count: tree.whole })),
    tree && h("ul", { class: "tree" }, treeNode(context, tree, 0, [], attacker)));
}

/**
 * A node of a win: the attacker's move, below it the replies, which unfold.
 * @param {Context} context @param {any} tree @param {number} place @param {string[]} path
 * @param {Side} attacker
 * @returns {HTMLElement}
 */
function treeNode(context, tree, place, path, attacker) {
  const node = tree.nodes[place];
  const line = [...path, node.attack];
  const replies = [...(node.replies ?? [])];
  if (node.others !== undefined) replies.push([null, node.others]);
  const key = `tree-${context.game.current}-${line.join("-")}`;
  const isOpen = path.length === 0 || context.has(key);
  const answer = (/** @type {[string | null, number | null]} */ [reply, below]) => {
    const name = reply ?? say("page.other_reply");
    if (below === null) return h("li", {}, name, " ", say("page.cut_here"));
    // Any other reply has no point, so the line on the board goes on without it.
    const reached = [...line, reply ?? "pass"];
    return h("li", {}, reply ? lineButton(context, `${key}-${reply}`, reached, attacker, name) : name,
      h("ul", {}, treeNode(context, tree, below, reached, attacker)));
  };
  const [show, hide] = [() => context.preview(line, attacker), () => context.preview([], attacker)];
  return h("li", {}, h("button", { "data-key": key, "aria-expanded": replies.length > 0 && String(isOpen),
    onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide, onclick: () => context.unfold(key) },
  replies.length === 0 ? say("page.five_by", { point: node.attack })
    : say("page.attack_with", { point: node.attack, count: replies.length })),
  isOpen && replies.length > 0 && h("ul", {}, replies.map(answer)));
}
