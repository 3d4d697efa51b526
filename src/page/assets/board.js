// A board as a picture: stones, marks, lines, pale stones of a line, and the heat of an evaluator.
// What colours say, shapes and letters say too.

import { place, pointName } from "./game.js";
import { s } from "./words.js";

/**
 * What stands on a board.
 * @typedef {object} BoardView
 * @property {number} size
 * @property {string} label what is seen, for those who do not see it
 * @property {Map<string, "black" | "white">} stones
 * @property {Map<string, number>} [numbers]
 * @property {string | null} [last]
 * @property {Mark[]} [marks]
 * @property {{stones: string[], kind: string}[]} [lines]
 * @property {{at: string, color: "black" | "white", number: number}[]} [ghosts]
 * @property {{at: string, share: number}[]} [heat]
 * @property {string | null} [cursor]
 */

/**
 * @typedef {{at: string, kind: "bad" | "good" | "dot" | "near" | "focus" | "note", text?: string}} Mark
 */

const STARS = /** @type {Record<number, number[]>} */ ({ 13: [3, 6, 9], 15: [3, 7, 11], 19: [3, 9, 15] });

/** The signs of forbidden points on a board. @param {string[]} kinds */
export function signOf(kinds) {
  if (kinds.length > 1) return "!";
  return { double_three: "3", double_four: "4", overline: "6" }[kinds[0]] ?? "!";
}

/** @param {BoardView} view */
export function drawBoard(view) {
  const { size } = view;
  const at = (/** @type {string} */ point) => {
    const [column, row] = place(point);
    return { x: column, y: size - 1 - row };
  };
  const end = size - 1;
  const grid = [];
  for (let line = 0; line < size; line++) {
    grid.push(s("line", { x1: 0, x2: end, y1: line, y2: line }));
    grid.push(s("line", { x1: line, x2: line, y1: 0, y2: end }));
  }
  const stars = (STARS[size] ?? []).flatMap((x) =>
    (STARS[size] ?? []).map((y) => s("circle", { cx: x, cy: y, r: 0.1 })));
  const letters = [];
  for (let line = 0; line < size; line++) {
    const [letter, number] = [String.fromCharCode(65 + line), String(line + 1)];
    letters.push(s("text", { x: line, y: size - 0.1 }, letter));
    letters.push(s("text", { x: -0.85, y: size - 1 - line }, number));
  }
  const ghosts = new Map((view.ghosts ?? []).map((ghost) => [ghost.at, ghost]));
  const stone = (/** @type {string} */ point, /** @type {string} */ kind, /** @type {any} */ text) => {
    const { x, y } = at(point);
    return s("g", { class: `stone ${kind}` }, s("circle", { cx: x, cy: y, r: 0.45 }),
      text !== undefined && s("text", { x, y }, String(text)));
  };
  return s("svg", { viewBox: `-1.3 -0.7 ${size + 0.9} ${size + 0.9}`, class: "board", role: "img",
    "aria-label": view.label },
  s("rect", { class: "wood", x: -1.3, y: -0.7, width: size + 0.9, height: size + 0.9 }),
  s("g", { class: "grid" }, grid, stars), s("g", { class: size > 15 ? "letters large" : "letters" }, letters),
  s("g", { class: "heat" }, (view.heat ?? []).map(({ at: point, share }) => {
    const { x, y } = at(point);
    return s("circle", { cx: x, cy: y, r: 0.08 + 0.36 * share });
  })),
  s("g", {}, [...view.stones].map(([point, color]) => stone(point, color, view.numbers?.get(point)))),
  s("g", {}, [...ghosts.values()].filter((ghost) => !view.stones.has(ghost.at))
    .map(({ at: point, color, number }) => stone(point, `${color} ghost`, number))),
  view.last && view.stones.has(view.last) && !view.numbers?.has(view.last)
    && s("circle", { class: "last", cx: at(view.last).x, cy: at(view.last).y, r: 0.14 }),
  s("g", {}, (view.lines ?? []).map(({ stones, kind }) => {
    const [from, to] = [at(stones[0]), at(stones[stones.length - 1])];
    return s("line", { class: `run ${kind}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  })),
  s("g", {}, (view.marks ?? []).map((mark) => drawMark(mark, at(mark.at)))),
  view.cursor && s("rect", { class: "cursor", x: at(view.cursor).x - 0.48, y: at(view.cursor).y - 0.48,
    width: 0.96, height: 0.96 }));
}

/** @param {Mark} mark @param {{x: number, y: number}} place */
function drawMark({ kind, text }, { x, y }) {
  const shape = {
    bad: () => s("path", { d: `M${x} ${y - 0.42}l.42 .42-.42 .42-.42-.42z` }),
    near: () => s("path", { d: `M${x} ${y - 0.36}l.36 .6h-.72z` }),
    good: () => s("circle", { cx: x, cy: y, r: 0.36 }),
    dot: () => s("circle", { cx: x, cy: y, r: 0.13 }),
    focus: () => s("rect", { x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8 }),
    note: () => s("circle", { cx: x, cy: y, r: 0.3 }),
  }[kind]();
  return s("g", { class: `mark ${kind}` }, shape, text && s("text", { x, y }, text));
}

/**
 * The point under the pointer, if there is one.
 * @param {SVGElement} svg @param {{clientX: number, clientY: number}} event @param {number} size
 */
export function pointUnder(svg, { clientX, clientY }, size) {
  const box = svg.getBoundingClientRect();
  const step = box.width / (size + 0.9);
  const column = Math.round((clientX - box.left) / step - 1.3);
  const row = size - 1 - Math.round((clientY - box.top) / step - 0.7);
  const inside = (/** @type {number} */ line) => line >= 0 && line < size;
  return inside(column) && inside(row) ? pointName(column, row) : null;
}
