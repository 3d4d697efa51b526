// Reading anything that is pasted, writing a game in any format, and the list of many games.

import { h, say } from "./words.js";

/** @typedef {import("./page.js").Context} Context */

/** @param {Context} context */
export function filesPanel(context) {
  const { isLive, setup } = context;
  const text = h("textarea", { rows: 4, "data-key": "paste", "aria-label": say("page.paste"),
    placeholder: say("page.paste_hint"), oninput: (/** @type {any} */ event) => context.typed(event.target.value) },
  context.pasted);
  const file = h("input", { type: "file", "data-key": "file", "aria-label": say("page.open_file"),
    onchange: (/** @type {any} */ event) => context.readFile(event.target.files[0]) });
  const select = (/** @type {string} */ key, /** @type {string} */ label, /** @type {string[]} */ values,
    /** @type {string} */ value, /** @type {(value: string) => void} */ change,
    /** @type {(value: string) => string} */ name = (one) => one) => h("select", { "data-key": key,
    "aria-label": label, onchange: (/** @type {any} */ event) => change(event.target.value) },
  values.map((one) => h("option", { value: one, selected: one === value }, name(one))));
  const format = select("format", say("page.format"), setup.formats ?? [], context.format, (value) => context.chooseFormat(value));
  const sizes = Array.from({ length: 16 }, (_, at) => String(at + 5));
  return [
    isLive && h("div", { class: "row" },
      select("size", say("page.size"), sizes, String(context.game.size), (size) => context.start(Number(size), context.game.rule)),
      select("rule", say("page.rule"), ["renju", "standard", "freestyle"], context.game.rule,
        (rule) => context.withRule(rule), (rule) => say(`rule.${rule}`))),
    isLive && text,
    isLive && h("div", { class: "row" },
      h("button", { "data-key": "read", onclick: () => context.read(context.pasted) }, say("page.read")), file),
    isLive && h("div", { class: "row" }, format,
      h("button", { "data-key": "save", onclick: () => context.save() }, say("page.save")),
      h("button", { "data-key": "report", onclick: () => context.report() }, say("page.report"))),
  ];
}

/** The answer in words, where the page was made of one. @param {Context} context */
export function answerPanel({ game }) {
  return [h("pre", {}, game.record.text ?? "")];
}

/** The games of a report, as far as the filter lets them through. @param {Context} context */
export function listPanel(context) {
  const { games, filter } = context;
  const tags = ["forbidden", "win", "mistake", "failed"];
  const counts = tags.map((tag) => games.filter((game) => tagsOf(game).includes(tag)).length);
  const wanted = games.map((game, at) => ({ game, at })).filter(({ game, at }) =>
    (filter.tag === "" || tagsOf(game).includes(filter.tag))
    && nameOf(game, at).toLowerCase().includes(filter.text.toLowerCase()));
  const change = (/** @type {Partial<typeof filter>} */ part) => context.setFilter({ ...context.filter, ...part });
  return [
    h("div", { class: "row" },
      h("input", { type: "search", value: filter.text, "data-key": "filter", "aria-label": say("page.filter"),
        placeholder: say("page.filter"), oninput: (/** @type {any} */ event) => change({ text: event.target.value }) }),
      h("select", { "data-key": "tag", "aria-label": say("page.show_only"),
        onchange: (/** @type {any} */ event) => change({ tag: event.target.value }) },
      h("option", { value: "" }, say("page.all_records", { count: games.length })),
      tags.map((tag, at) => counts[at] > 0
        && h("option", { value: tag, selected: tag === filter.tag }, `${say(`tag.${tag}`)} (${counts[at]})`)))),
    h("p", { "aria-live": "polite" }, say("page.records", { count: wanted.length })),
    h("ol", { class: "records" }, wanted.slice(0, 500).map(({ game, at }) => h("li", {},
      h("button", { "data-key": `record-${at}`, "aria-current": at === context.index && "true",
        onclick: () => context.openGame(at) }, nameOf(game, at)),
      " ", h("span", { class: "faint" }, tagsOf(game).map((tag) => say(`tag.${tag}`)).join(say("list.comma")))))),
    wanted.length > 500 && h("p", {}, say("page.more_records", { count: wanted.length - 500 })),
  ];
}

/** A game as the list has it: by its name, or by its first moves. @param {import("./game.js").Game} game @param {number} at */
export function nameOf(game, at) {
  const first = () => game.moves(game.line(0)[5] ?? game.line(0).at(-1) ?? 0).map(({ move }) => move).join(" ");
  return `${at + 1}. ${game.record.id || first() || say("page.unnamed")}`;
}

/** @param {import("./game.js").Game} game @returns {string[]} */
const tagsOf = (game) => /** @type {any} */ (game.record).tags ?? [];
