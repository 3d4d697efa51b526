// The library in a worker: each message is a question, answers go back as they are found.

import init, { BrowserWorker as Library } from "./renju_web.js";

const library = init({ module_or_path: new URL("renju_web_bg.wasm", import.meta.url) }).then(() => new Library());

self.addEventListener("message", async ({ data }) => {
  const { id, query, call, rest, lang } = data;
  try {
    const worker = await library;
    if (query) {
      worker.ask(JSON.stringify(query), lang, (/** @type {string} */ line) => self.postMessage({ id, line }));
      self.postMessage({ id, isDone: true });
    } else {
      self.postMessage({ id, result: worker[call](...rest) });
    }
  } catch (error) {
    self.postMessage({ id, failed: String(/** @type {any} */ (error)?.message ?? error) });
  }
});
