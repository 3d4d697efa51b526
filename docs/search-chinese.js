// Chinese has no blanks between words, so the search of the book finds none of them. Here two letters that
// follow each other are a word: the pages with Chinese are put into the index once more that way.
"use strict";
(() => {
  const chinese = /\p{Script=Han}+/gu;
  const { tokenizer, Pipeline, Index } = window.elasticlunr;
  const pairs = (run) => (run.length === 1 ? [run] : Array.from(run.slice(1), (next, at) => run[at] + next));
  const words = (text) => [
    ...tokenizer(text.replace(chinese, " ")),
    ...(text.match(chinese) ?? []).flatMap(pairs),
  ];
  window.elasticlunr.tokenizer = Object.assign((text) => words(String(text ?? "")), tokenizer);
  Pipeline.registerFunction(
    (token) => token.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, ""),
    "trimmer",
  );
  const load = Index.load.bind(Index);
  Index.load = (stored) => {
    const index = load(stored);
    for (const page of Object.values(stored.documentStore.docs)) {
      if (/\p{Script=Han}/u.test(page.body + page.title)) {
        index.addDoc(page, false);
      }
    }
    return index;
  };
})();
