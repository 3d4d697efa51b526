// Evaluators side by side, and the shapes that stand.

import { h, points, say, term } from "./words.js";

/** @typedef {import("./page.js").Context} Context */

/** Rows of the table of points. */
const ROWS = 12;

/** The query for an evaluator's values. @param {import("./game.js").Game} game @param {string} evaluator */
export function scoreQuery(game, evaluator) {
  return { ...game.query(), study: "score", evaluator };
}

/** A value as a number, of those that rank points. @param {any} worth */
const numberOf = (worth) => (typeof worth === "number" ? worth : Number(worth?.value ?? worth));

/** A number as it is shown. @param {number | undefined} value */
const shown = (value) => (value === undefined ? "–" : String(Math.round(value * 10) / 10));

/**
 * The values of points for the side to move, best first; both sides' together where the evaluator
 * ranks by that.
 * @param {any} report @param {Context} context @returns {[string, number][]}
 */
export function valuesOf(report, context) {
  if (!report) return [];
  const side = context.game.side();
  const card = context.evaluators.find((one) => one.name === report.evaluator);
  const own = report.points?.[side] ?? {};
  const others = report.points?.[side === "black" ? "white" : "black"] ?? {};
  const forbidden = new Set(side === "black" ? report.forbidden : []);
  const value = (/** @type {string} */ at) =>
    card?.ranks_by === "both" ? numberOf(own[at]) + numberOf(others[at] ?? 0) : numberOf(own[at]);
  return Object.keys(own).filter((at) => !forbidden.has(at))
    .map((at) => /** @type {[string, number]} */ ([at, value(at)])).sort((one, two) => two[1] - one[1]);
}

/** @param {Context} context */
export function evaluatorsPanel(context) {
  const { game, chosen } = context;
  if (context.outcome()) return [h("p", {}, say("page.game_over"))];
  const select = (/** @type {0 | 1} */ which) => h("select", { "data-key": `evaluator-${which}`,
    "aria-label": say(which === 0 ? "page.evaluator" : "page.beside"),
    onchange: (/** @type {any} */ event) => context.choose(which, event.target.value) },
  which === 1 && h("option", { value: "" }, say("page.none")),
  context.evaluators.map(({ name }) => h("option", { value: name, selected: name === chosen[which] }, name)));
  const names = chosen.filter(Boolean);
  const found = names.map((name) => context.ask(scoreQuery(game, name)));
  const reports = found.map((one) => one?.answer?.report);
  const ranked = reports.map((report) => valuesOf(report, context));
  const rank = ranked.map((values) => new Map(values.map(([at], index) => [at, index + 1])));
  const value = ranked.map((values) => new Map(values));
  let rows = ranked[0].slice(0, ROWS).map(([at]) => at);
  if (names.length === 2) {
    // What differs most comes first, of the points that one of them likes.
    const liked = new Set([...rows, ...(ranked[1] ?? []).slice(0, ROWS).map(([at]) => at)]);
    const gap = (/** @type {string} */ at) => Math.abs((rank[0].get(at) ?? 225) - (rank[1]?.get(at) ?? 225));
    rows = [...liked].sort((one, two) => gap(two) - gap(one)).slice(0, ROWS);
  }
  return [
    h("div", { class: "row" }, select(0), select(1),
      h("label", {}, h("input", { type: "checkbox", checked: context.has("heat"), "data-key": "heat",
        onchange: () => context.unfold("heat") }), say("page.heat"))),
    found.map((one) => context.status(one)),
    names.map((name, at) => reports[at] && h("p", { class: "faint" },
      `${name}: ${context.evaluators.find((one) => one.name === name)?.unit}`, h("br"), boardValues(reports[at]))),
    names.length === 2 && rows.length > 0 && h("p", { class: "faint" }, say("page.differs_first")),
    rows.length > 0 && h("table", {}, h("caption", {}, say("score.points", { color: say(`color.${game.side()}`) })),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("score.point")),
        names.map((name) => [h("th", { scope: "col" }, name), h("th", { scope: "col" }, say("score.rank"))]).flat())),
      h("tbody", {}, rows.map((at) => h("tr", { class: at === context.focus ? "chosen" : "" },
        h("th", { scope: "row" }, h("button", { "data-key": `value-${at}`, onclick: () => context.point(at) }, at)),
        names.map((_, which) => [h("td", {}, shown(value[which].get(at))),
          h("td", {}, String(rank[which].get(at) ?? "–"))]).flat())))),
    termsView(context, names),
  ].flat();
}

/** @param {any} report */
function boardValues(report) {
  const value = (/** @type {any} */ worth) => (worth === null ? say("score.no_board_value") : shown(numberOf(worth)));
  return say("page.board_values", { black: value(report.board.black), white: value(report.board.white) });
}

/** What adds up to the values of the chosen point. @param {Context} context @param {string[]} names */
function termsView(context, names) {
  const { game, focus } = context;
  if (!focus || game.board().has(focus)) return h("p", { class: "faint on-screen" }, say("page.choose_point"));
  return names.map((evaluator) => {
    const query = { ...scoreQuery(game, evaluator), at: focus, with: ["terms"] };
    const found = context.ask(query);
    const terms = found?.answer?.report?.terms?.points?.[game.side()]?.[focus];
    return h("div", {}, h("h3", {}, say("page.terms_of", { evaluator, point: focus })), context.status(found),
      terms && h("table", {}, h("tbody", {}, terms.map((/** @type {any} */ term) => {
        const stones = term.stones ?? [];
        return h("tr", { onmouseenter: () => context.highlight([], stones), onmouseleave: () => context.highlight([]) },
          h("td", {}, term.said ?? term.name), h("td", {}, shown(numberOf(term.value))), h("td", {}, points(stones)));
      }))),
      found?.answer?.report && !terms && h("p", { class: "faint" }, say("page.no_terms")));
  });
}

/** @param {Context} context */
export function shapesPanel(context) {
  const found = context.ask({ ...context.game.query(), study: "patterns", with: ["shapes"] });
  const report = found?.answer?.report;
  if (!report) return [context.status(found)];
  const kinds = Object.keys(report.counts.black).filter((kind) =>
    report.counts.black[kind] + report.counts.white[kind] > 0);
  if (kinds.length === 0) return [h("p", {}, say("patterns.none"))];
  return [
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("patterns.shape")),
      h("th", { scope: "col" }, say("color.black")), h("th", { scope: "col" }, say("color.white")))),
    h("tbody", {}, kinds.map((kind) => h("tr", {}, h("th", { scope: "row" }, term(kind)),
      h("td", {}, String(report.counts.black[kind])), h("td", {}, String(report.counts.white[kind])))))),
    h("ul", {}, report.shapes.map((/** @type {any} */ shape, /** @type {number} */ at) => {
      const show = () => context.highlight([{ stones: shape.stones, kind: kindOf(shape.shape) }], shape.next);
      const hide = () => context.highlight([]);
      return h("li", {}, h("button", { class: "line", "data-key": `shape-${at}`, onmouseenter: show, onfocus: show,
        onmouseleave: hide, onblur: hide, onclick: show },
      `${say(`color.${shape.color}`)} ${say(`shape.${shape.shape}`)}: ${points(shape.stones)}`));
    })),
  ];
}

/** How a shape is drawn. @param {string} shape */
function kindOf(shape) {
  if (shape === "five" || shape === "overline") return "five";
  return shape.includes("four") ? "four" : "three";
}
