// Reading, writing and reports by the library in workers.

/** A worker with the library. */
export const startWorker = () => new Worker("worker.js", { type: "module" });

/** What the page calls for files. @param {Worker} quick the worker of short questions */
export function webFiles(quick) {
  let number = 0;
  const lang = document.documentElement.lang;
  /** @param {Worker} library @param {string} call @param {any[]} rest @returns {Promise<any>} */
  const ask = (library, call, ...rest) => new Promise((resolve, reject) => {
    const id = `file-${number++}`;
    /** @param {MessageEvent} event */
    const hear = ({ data }) => {
      if (data.id !== id) return;
      library.removeEventListener("message", hear);
      if (data.failed) reject(new Error(data.failed));
      else resolve(data.result);
    };
    library.addEventListener("message", hear);
    library.postMessage({ id, call, rest });
  });
  return {
    /** @param {string | File} content @param {string} name */
    read: async (content, name) => {
      const bytes = new Uint8Array(await new Blob([content]).arrayBuffer());
      return JSON.parse(await ask(quick, "read", bytes, name, lang));
    },
    /** @param {any} game @param {string} format */
    write: async (game, format) => {
      const { base64, lost } = JSON.parse(await ask(quick, "write", JSON.stringify(game), format, lang));
      return { bytes: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), lost };
    },
    /** @param {any} game */
    report: async (game) => {
      // It takes seconds, in which short questions are answered.
      const worker = startWorker();
      try {
        return await ask(worker, "report", JSON.stringify(game), lang);
      } finally {
        worker.terminate();
      }
    },
  };
}
