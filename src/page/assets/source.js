// Where answers come from: those that a report holds, a server, or a worker in the browser. All take
// queries of the JSON protocol (docs/engine.md) and give its answers.

/**
 * @typedef {Record<string, any>} Query
 * @typedef {Record<string, any>} Answer
 * @typedef {(query: Query, told: (answer: Answer) => void, signal: AbortSignal) => Promise<void>} Ask
 */

/** What tells queries apart: all but their ids and limits. @param {Query} query */
export function keyOf(query) {
  const { study, evaluator, at, boardXSize, rules, initialPlayer } = query;
  const stones = [...(query.initialStones ?? [])].map(String).sort();
  const moves = (query.moves ?? []).map(String);
  // Without moves the player decides, else the moves do.
  const first = moves.length > 0 ? null : initialPlayer;
  const asked = [study ?? "search", evaluator ?? null, at ?? null, boardXSize, rules];
  return JSON.stringify([...asked, stones, moves, first]);
}

/**
 * The answers that were recorded, each turn of a query by itself.
 * @param {{query: Query, answers: Answer[]}[]} recorded
 */
export function recordedAnswers(recorded) {
  /** @type {Map<string, Answer>} */
  const known = new Map();
  for (const { query, answers } of recorded) {
    for (const answer of answers) {
      const moves = (query.moves ?? []).slice(0, answer.turnNumber);
      known.set(keyOf({ ...query, moves }), answer);
    }
  }
  return known;
}

/** Answers that are there, and nothing else. @param {Map<string, Answer>} known @returns {Ask} */
export function recordedSource(known) {
  return async (query, told) => {
    const answer = known.get(keyOf(query));
    told(answer ?? { isMissing: true });
  };
}

/**
 * A server beside the page: each query is a request, its answers come line by line.
 * @returns {Ask}
 */
export function serverSource() {
  return async (query, told, signal) => {
    const body = JSON.stringify(query);
    const headers = { "Content-Type": "application/json" };
    const response = await fetch("ask", { method: "POST", body, headers, signal });
    if (!response.ok || !response.body) throw new Error(await response.text());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value ?? "")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) told(JSON.parse(line));
      if (done) return;
    }
  };
}

/**
 * Workers of the browser; what one computes is ended by ending it, so long questions have one of their
 * own.
 * @param {Worker} quick the worker of short questions
 * @param {() => Worker} start
 * @returns {Ask}
 */
export function workerSource(quick, start) {
  // Each long question has a worker of its own, one of which is kept ready once the first answer is there:
  // before, it would take the time of that.
  /** @type {Worker[]} */
  const idle = [];
  quick.addEventListener("message", () => idle.push(start()), { once: true });
  let number = 0;
  return (query, told, signal) =>
    new Promise((resolve, reject) => {
      const isLong = !["show", "forbidden", "patterns", "score"].includes(query.study);
      const worker = isLong ? idle.pop() ?? start() : quick;
      const id = String(number++);
      /** @param {MessageEvent} event */
      const hear = ({ data }) => {
        if (data.id !== id) return;
        if (data.failed) reject(new Error(data.failed));
        else if (data.line) told(JSON.parse(data.line));
        if (!data.failed && !data.isDone) return;
        worker.removeEventListener("message", hear);
        if (isLong && idle.length === 0) idle.push(worker);
        else if (isLong) worker.terminate();
        resolve();
      };
      worker.addEventListener("message", hear);
      worker.postMessage({ id, query, lang: document.documentElement.lang });
      signal.addEventListener("abort", () => {
        worker.removeEventListener("message", hear);
        if (isLong) worker.terminate();
        if (isLong && idle.length === 0) idle.push(start());
        reject(new DOMException("", "AbortError"));
      });
    });
}
