// Which points black may not play, and why: the lines of a verdict, and the verdicts that it rests on,
// each on a board of its own when it is unfolded.

import { drawBoard, signOf } from "./board.js";
import { h, kindsOf, points, say, term } from "./words.js";

/** @typedef {import("./page.js").Context} Context */

/** The query of this panel. @param {import("./game.js").Game} game */
export function forbiddenQuery(game) {
  return { ...game.query(), study: "forbidden", with: ["near_misses"] };
}

/** @param {Context} context */
export function forbiddenPanel(context) {
  const { game } = context;
  if (game.rule !== "renju") {
    return [h("p", {}, say("forbidden.no_such_rule", { rule: say(`rule.${game.rule}`) }))];
  }
  const found = context.ask(forbiddenQuery(game));
  const report = found?.answer?.report;
  if (!report) return [context.status(found)];
  const entry = (/** @type {any} */ one, /** @type {string} */ text) =>
    verdict(context, report, one, text);
  const near = report.near_misses ?? [];
  const played = (report.played ?? []).map((/** @type {any} */ one) =>
    entry(one, say("page.was_forbidden", { kinds: kindsOf(one.kinds) })));
  if (context.outcome()) return [...played, h("p", {}, say("page.game_over"))];
  return [
    played,
    h("p", {}, report.forbidden.length === 0 ? say("forbidden.none")
      : say("forbidden.count", { count: report.forbidden.length })),
    report.forbidden.length > 0 && h("p", {}, [.../** @type {Set<string>} */ (new Set(
      report.forbidden.flatMap((/** @type {any} */ one) => one.kinds)))].flatMap((kind) => [term(kind), " "])),
    report.forbidden.map((/** @type {any} */ one) => entry(one, kindsOf(one.kinds))),
    isAllowed(context, report) && h("p", {}, h("b", {}, context.focus ?? ""), " ", say("forbidden.allowed")),
    report.undecided?.length > 0
      && h("p", {}, say("forbidden.undecided", { points: points(report.undecided) })),
    near.length > 0 && h("h3", {}, say("forbidden.near_misses", { count: near.length }), " ", term("near_miss")),
    near.map((/** @type {any} */ one) => entry(one, one.reasons.map((/** @type {string} */ reason) =>
      say(`reason.${reason}`)).join(say("list.semicolon")))),
  ].flat();
}

/** Whether the point that is looked at is empty and in no list. @param {Context} context @param {any} report */
function isAllowed({ focus, game }, report) {
  if (!focus || game.board().has(focus)) return false;
  const named = [...report.forbidden, ...(report.near_misses ?? [])].map((one) => one.point);
  return ![...named, ...(report.undecided ?? [])].includes(focus);
}

/**
 * A point with its verdict, which unfolds.
 * @param {Context} context @param {any} report @param {any} one @param {string} text
 */
function verdict(context, report, one, text) {
  const key = `verdict-${one.point}`;
  const isOpen = context.has(key);
  const stones = new Map(context.game.board());
  stones.set(one.point, "black");
  return h("div", { class: "fold" },
    h("button", { "data-key": key, "aria-expanded": String(isOpen), onclick: () => {
      context.unfold(key);
      context.point(isOpen ? null : one.point);
    } }, h("b", {}, one.point), " ", text),
    isOpen && one.proof && proofView(context, report, one.proof, stones, [one.point]));
}

/**
 * The lines of a proof. `stones` has those of the verdict; `path` tells how it was reached.
 * @param {Context} context @param {any} report @param {any} proof
 * @param {Map<string, "black" | "white">} stones @param {string[]} path
 * @returns {HTMLElement}
 */
function proofView(context, report, proof, stones, path) {
  const run = (/** @type {any} */ one, /** @type {string} */ what, /** @type {string} */ kind) => {
    const show = () => context.highlight([{ stones: one.stones, kind }]);
    return h("span", { class: `run-name ${kind}`, onmouseenter: show,
      onmouseleave: () => context.highlight([]) },
    `${what} ${directionOf(one)}: ${points(one.stones)}`);
  };
  const items = [
    proof.overlines.map((/** @type {any} */ one) => h("li", {}, run(one, say("kind.overline"), "bad"))),
    proof.fours.map((/** @type {any} */ one) => h("li", {}, run(one, say("shape.four"), "four"),
      h("div", {}, say("forbidden.five_at", { points: points(one.fives_at) })))),
    proof.threes.map((/** @type {any} */ one) => h("li", {},
      run(one, say(one.real ? "shape.open_three" : "forbidden.not_a_three"), one.real ? "three" : "bad"),
      h("ul", {}, one.extensions.map((/** @type {any} */ extension) =>
        extensionView(context, report, extension, stones, path))))),
  ];
  return h("ul", { class: "proof" }, items.flat());
}

/** @param {any} run */
function directionOf({ direction, stones }) {
  const [first] = stones;
  return say(`direction.${direction}`, { row: first.slice(1), column: first[0] });
}

/**
 * What a fourth stone makes of three.
 * @param {Context} context @param {any} report @param {any} extension
 * @param {Map<string, "black" | "white">} stones @param {string[]} path
 */
function extensionView(context, report, extension, stones, path) {
  const { at, result, because } = extension;
  if (result === "straight_four") return h("li", {}, say("forbidden.straight_four_at", { points: at }));
  if (result === "makes_five") {
    const five = points(extension.five.stones ?? extension.five);
    return h("li", {}, say("forbidden.makes_five", { at, five }));
  }
  if (result === "not_straight") {
    const obstacles = extension.obstacles.map((/** @type {any} */ one) =>
      say(`obstacle.${one.what}`, { end: one.end }));
    return h("li", {}, `${say("forbidden.no_straight_four", { at })}: ${obstacles.join(say("list.semicolon"))}`);
  }
  const below = [...path, at];
  const key = `because-${below.join("-")}`;
  const isOpen = context.has(key);
  const text = say("forbidden.forbidden_after", { at, after: points(path), kinds: kindsOf(because.kinds) });
  const proof = because.proof ?? (because.see && proofAt(report, because.see));
  if (!proof) return h("li", {}, text);
  const trial = new Map(stones);
  trial.set(at, "black");
  const view = () => h("div", { class: "trial" },
    drawBoard({ size: context.game.size, label: text, stones: trial, last: at,
      lines: linesOf(proof), marks: [...marksOf(proof), { at, kind: "bad", text: signOf(because.kinds) }] }),
    because.see && h("p", { class: "faint" }, say("forbidden.see",
      { refused: at, after: points(because.see) })),
    proofView(context, report, proof, trial, below));
  return h("li", {}, h("button", { "data-key": key, "aria-expanded": String(isOpen),
    onclick: () => context.unfold(key) }, text), isOpen && view());
}

/** The proof at a way that `see` names. @param {any} report @param {string[]} way */
function proofAt(report, [first, ...rest]) {
  const entries = [...report.forbidden, ...(report.near_misses ?? []), ...(report.played ?? [])];
  let proof = entries.find((entry) => entry.point === first)?.proof;
  for (const at of rest) {
    const extensions = (proof?.threes ?? []).flatMap((/** @type {any} */ three) => three.extensions);
    proof = extensions.find((/** @type {any} */ one) => one.at === at)?.because?.proof;
  }
  return proof;
}

/** The lines of a proof for a board. @param {any} proof */
export function linesOf(proof) {
  if (!proof) return [];
  return [
    ...proof.overlines.map((/** @type {any} */ one) => ({ stones: one.stones, kind: "bad" })),
    ...proof.fours.map((/** @type {any} */ one) => ({ stones: one.stones, kind: "four" })),
    ...proof.threes.map((/** @type {any} */ one) => ({ stones: one.stones, kind: one.real ? "three" : "bad" })),
  ];
}

/** The points that a proof speaks of. @param {any} proof @returns {import("./board.js").Mark[]} */
export function marksOf(proof) {
  if (!proof) return [];
  const fives = proof.fours.flatMap((/** @type {any} */ one) => one.fives_at);
  const threes = proof.threes.flatMap((/** @type {any} */ one) => one.extensions);
  return [
    ...fives.map((/** @type {string} */ at) => ({ at, kind: /** @type {const} */ ("dot") })),
    ...threes.map((/** @type {any} */ one) => one.because
      ? { at: one.at, kind: /** @type {const} */ ("bad"), text: signOf(one.because.kinds) }
      : { at: one.at, kind: /** @type {const} */ ("dot") }),
  ];
}
