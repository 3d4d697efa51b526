// Reading, writing and reports by the library in a worker of its own.

/** What the page calls for files. */
export async function webFiles() {
  const worker = new Worker("worker.js", { type: "module" });
  let number = 0;
  /** @param {string} call @param {any[]} rest @returns {Promise<any>} */
  const ask = (call, ...rest) => new Promise((resolve, reject) => {
    const id = `file-${number++}`;
    /** @param {MessageEvent} event */
    const hear = ({ data }) => {
      if (data.id !== id) return;
      worker.removeEventListener("message", hear);
      if (data.failed) reject(new Error(data.failed));
      else resolve(data.result);
    };
    worker.addEventListener("message", hear);
    worker.postMessage({ id, call, rest });
  });
  return {
    /** @param {string | File} content @param {string} name */
    read: async (content, name) => {
      const bytes = new Uint8Array(await new Blob([content]).arrayBuffer());
      return JSON.parse(await ask("read", bytes, name));
    },
    /** @param {any} game @param {string} format */
    write: async (game, format) => {
      const { base64, lost } = JSON.parse(await ask("write", JSON.stringify(game), format));
      return { bytes: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), lost };
    },
    /** @param {any} game */
    report: (game) => ask("report", JSON.stringify(game), document.documentElement.lang),
  };
}
