// Searches the book as its page does: what is asked, and the page that must be among the first three.
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { runInThisContext } from "node:vm";

const asked = [
  ["double-three", "rules.html"],
  ["--terms", "evaluators/index.html"],
  ["pondering", "engine.html"],
  ["三三", "zh/rules.html"],
  ["活四", "zh/glossary.html"],
  ["禁", "zh/rules.html"],
  ["必胜 威胁", "zh/threats.html"],
];

const folder = resolve(process.argv[2]);
const script = (name) => {
  const found = readdirSync(folder, { recursive: true }).find((file) => name.test(file));
  runInThisContext(readFileSync(resolve(folder, found), "utf8"));
};
globalThis.window = globalThis;
globalThis.search = {};
console.warn = () => {};
script(/^elasticlunr.*\.js$/);
script(/search-chinese.*\.js$/);
script(/^searchindex.*\.js$/);
const { index, doc_urls: places, search_options: options } = window.search;
const pages = window.elasticlunr.Index.load(index);
for (const [words, page] of asked) {
  const found = pages.search(words, options).map((one) => places[one.ref]);
  if (!found.slice(0, 3).some((place) => place.startsWith(page))) {
    console.error(`book: ${words} does not find ${page} but ${found.slice(0, 3)}`);
    process.exit(1);
  }
}
console.log(`book: ${asked.length} searches find their pages`);
