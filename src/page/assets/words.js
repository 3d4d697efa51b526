// The words of the page, from the same table as those of the terminal, and elements made of them.

/** @type {Record<string, string | Record<string, string>>} */
let table = {};
/** Which form of a text goes with a count, in the language of the page. */
const plurals = new Intl.PluralRules(document.documentElement.lang || "en");

/** Takes the table of a language. @param {typeof table} words */
export function useWords(words) {
  table = words;
}

/**
 * The text of a key with its `{name}`s replaced by values; the form that goes with `count`.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function say(key, values = {}) {
  const entry = table[key] ?? key;
  const form = typeof entry === "string" ? entry : entry[plurals.select(Number(values.count))];
  const text = form ?? /** @type {Record<string, string>} */ (entry).other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Whether there is a text of this key. @param {string} key */
export function hasWord(key) {
  return key in table;
}

/** Points as a list. @param {string[]} points */
export function points(points) {
  return points.join(" ");
}

/** The words of kinds of forbidden points. @param {string[]} kinds */
export function kindsOf(kinds) {
  return kinds.map((kind) => say(`kind.${kind}`)).join(say("list.kinds"));
}

/**
 * A value as it is said: points, a chance, a win in moves; with whose view it is.
 * @param {any} score
 */
export function scoreText(score) {
  if (!score) return say("page.no_value");
  const view = say(`player.${score.view}`);
  if (score.win_in !== undefined) return say("page.wins_in", { side: view, count: score.win_in });
  if (score.loss_in !== undefined) return say("page.loses_in", { side: view, count: score.loss_in });
  if (score.draw) return say("page.draw");
  const points = score.points > 0 ? `+${score.points}` : String(score.points);
  if (score.chance === undefined) return say("page.points", { side: view, points });
  return say("page.chance", { side: view, points, percent: (score.chance * 100).toFixed(1) });
}

/** The terms that are explained, each with the text that stands for it. */
const TERMS = /** @type {Record<string, string>} */ ({ vcf: "win.vcf", vct: "win.vct", near_miss: "page.near_miss",
  ply: "page.ply", chance: "page.chance_of", points: "page.points_of", nodes: "page.nodes_of",
  double_three: "kind.double_three", double_four: "kind.double_four" });

/**
 * A term that opens its meaning; just its text where it has none.
 * @param {string} name @param {string} [text] what stands there
 * @returns {HTMLElement}
 */
export function term(name, text = say(TERMS[name] ?? `shape.${name}`)) {
  if (!hasWord(`term.${name}`)) return h("span", {}, text);
  return h("button", { class: "term", "data-key": `term-${name}-${text}`, onclick: () => {
    const box = /** @type {HTMLElement} */ (document.getElementById("term"));
    box.replaceChildren(h("b", {}, text), ": ", say(`term.${name}`));
    box.showPopover();
  } }, text);
}

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element; properties that begin with `on` are listeners, texts are never markup.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  return /** @type {HTMLElement} */ (filled(document.createElement(tag), properties, children));
}

/**
 * An element of a picture.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElement}
 */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return /** @type {SVGElement} */ (filled(element, properties, children));
}

/**
 * @param {Element} element
 * @param {Record<string, any>} properties
 * @param {(Child | Child[])[]} children
 */
function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children.flat()) if (child) element.append(child);
  return element;
}
