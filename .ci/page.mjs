// Tests of the page in Chromium, by Playwright. Each is a function; what is wrong ends the run.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { request } from "node:http";
import { chromium } from "playwright-core";

const renju = process.argv[2];
// The folder of the web build, if it was made.
const web = process.argv[3];
const only = process.argv[4];
const root = new URL("../..", import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const work = `${process.cwd()}/out`;
rmSync(work, { recursive: true, force: true });
mkdirSync(work);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });

/** Runs the program; its output, if it did not fail. */
function run(...args) {
  const done = spawnSync(renju, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(done.status, 0, `renju ${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

/** A report in a file of its own. */
function report(name, ...args) {
  const file = `${work}/${name}.html`;
  run("report", ...args, "-o", file, "--force");
  return file;
}

/** A page with what it says and asks for; `check` sees that it was nothing. */
async function open(url, { allow = () => false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const said = [];
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(error.stack));
  page.on("request", (asked) => {
    const to = asked.url();
    if (!to.startsWith("file:") && !to.startsWith("data:") && !to.startsWith("blob:") && !allow(to)) {
      said.push(`asks for ${to}`);
    }
  });
  await page.goto(url);
  if (options.javaScriptEnabled !== false) {
    await page.waitForSelector("html[data-ready=yes]");
  }
  const check = async () => {
    assert.deepEqual(said, []);
    await context.close();
  };
  return { page, check, said };
}

/** No violation of WCAG 2 at level AA. */
async function accessible(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
  const told = found.violations.map((one) => `${one.id}: ${one.nodes[0].html} (${one.nodes[0].failureSummary})`);
  assert.deepEqual(told, []);
}

/** A board that is served, and its end. */
async function board(...args) {
  const server = spawn(renju, ["board", "--no-open", "-q", ...args], { cwd: root });
  let errors = "";
  server.stderr.on("data", (text) => (errors += text));
  const url = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (more) => {
      text += more;
      if (text.includes("\n")) resolve(text.split("\n")[0]);
    });
    server.on("exit", () => reject(new Error(`it ended: ${errors}`)));
  });
  const end = () => new Promise((resolve) => {
    server.on("exit", (code) => resolve(code));
    server.kill("SIGINT");
  });
  const origin = new URL(url).origin;
  return { url, end, server, allow: (to) => to.startsWith(origin) };
}

/** The web build by a server that only sends files; the moves stand in the address. */
async function webBoard(moves = "") {
  const kinds = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    + "connect-src 'self'; img-src 'self' data:";
  const server = createServer((asked, response) => {
    const name = asked.url === "/" ? "index.html" : asked.url.slice(1);
    response.setHeader("Content-Type", kinds[name.split(".").at(-1)] ?? "text/plain");
    response.setHeader("Content-Security-Policy", policy);
    response.end(readFileSync(`${web}/${name}`));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const end = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `${origin}/#${moves.replaceAll(" ", "")}`, end, allow: (to) => to.startsWith(origin) || to.startsWith(`blob:${origin}`) };
}

/** The board that answers, by the program or by the library in the browser. */
const live = (moves) => (isWeb ? webBoard(moves) : board(...(moves ? ["-m", moves] : [])));
let isWeb = false;

/** Where a point of the board is on the screen. */
async function place(page, point) {
  // Between two drawings there is none.
  let box = null;
  while (!box) box = await page.locator("#board svg").boundingBox();
  const size = (await page.locator("#board svg").getAttribute("viewBox")).split(" ").map(Number)[2] - 0.9;
  const step = box.width / (size + 0.9);
  const [column, row] = [point.charCodeAt(0) - 65, Number(point.slice(1)) - 1];
  return { x: box.x + (column + 1.3) * step, y: box.y + (size - 1 - row + 0.7) * step };
}

async function click(page, point) {
  const { x, y } = await place(page, point);
  await page.mouse.click(x, y);
}

const ignored = () => {};

/** An answer to a request without the browser's help. */
function ask(url, { method = "GET", headers = {}, body, path } = {}) {
  const to = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ host: to.hostname, port: to.port, path: path ?? to.pathname + to.search, method, headers },
      (response) => {
        let text = "";
        response.on("data", (more) => (text += more));
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
    asked.on("error", (error) => resolve({ status: 0, headers: {}, text: String(error) }));
    // A server that refuses a long body closes while it is still written, maybe after its answer was read.
    asked.on("socket", (socket) => socket.off("error", ignored).on("error", ignored));
    asked.setTimeout(20_000, () => reject(new Error(`no answer from ${url}`)));
    if (body !== undefined) asked.write(body);
    asked.end();
  });
}

const HOSTILE = [
  "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<!--", "-->", "]]>", "<img src=x onerror=alert(1)>",
  "\"><svg onload=alert(1)>", "javascript:alert(1)", "&lt;b&gt;", "&#60;script&#62;", "\u202eevil", "\u2066x\u2069",
  "\u0007bell", "a\tb", "{{7*7}}", "${7*7}", "%3Cscript%3E", "\\u003cscript>", "' onmouseover='alert(1)", "黑先白後",
  "\ud83d\ude00", "e\u0301\u0301\u0301", "<style>*{display:none}</style>", "<base href=//evil>", "<iframe src=//evil>",
  "<math><mi//xlink:href=\"data:x,<script>alert(1)</script>\">", "<a href=javascript:alert(1)>x</a>", "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>", "<input autofocus onfocus=alert(1)>", "<link rel=import href=//evil>",
  "<meta http-equiv=refresh content=0;url=//evil>", "<object data=//evil>", "<embed src=//evil>", "<form action=//evil><button>",
  "<textarea></textarea><script>alert(1)</script>", "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
  "<title></title><script>alert(1)</script>", "<template><script>alert(1)</script></template>", "\u2028alert(1)\u2029", "`${alert(1)}`",
  "*/alert(1)/*", "//alert(1)", "<?php echo 1 ?>", "<%= 7*7 %>", "&amp;amp;", "\u200b\u200b", "\ufeffbom", "x".repeat(1_000_000),
  "<b>".repeat(10_000),
];

const tests = {
  async "a game is stepped through, and its answers follow"() {
    const file = report("game", "positions/games/game.txt", "--nodes", "2000");
    const { page, check } = await open(`file://${file}`);
    // It begins before the move that decided it.
    assert.equal(await page.textContent("output"), "21 of 25");
    await page.keyboard.press("End");
    await page.waitForFunction(() => /Black has five in a row/.test(document.querySelector("#status").textContent));
    await page.click("[data-key=first]");
    await page.waitForFunction(() => /Black to move/.test(document.querySelector("#status").textContent));
    for (let move = 1; move <= 25; move++) await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("output")?.textContent === "25 of 25");
    await page.click("[data-key=turn-21]");
    await page.waitForFunction(() => document.querySelector("output")?.textContent === "21 of 25");
    assert.equal(await page.locator(".turn").count() > 2, true);
    // Another evaluator is chosen; the table is of its values.
    await page.selectOption("[data-key=evaluator-1]", "");
    await page.waitForFunction(() => document.querySelectorAll("#panel-evaluators thead th").length === 3);
    await accessible(page);
    await check();
  },

  async "a nested proof is opened by keys alone"() {
    const file = report("nested", "positions/forbidden/near.txt");
    const { page, check } = await open(`file://${file}`);
    const press = async (key, until) => {
      for (let tries = 0; tries < 60; tries++) {
        await page.keyboard.press(key);
        const at = await page.evaluate(() => document.activeElement?.getAttribute("data-key"));
        if (at === until) return;
      }
      assert.fail(`${until} is not reached by ${key}`);
    };
    await press("Tab", "verdict-K12");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-key=because-K12-L13]");
    await press("Tab", "because-K12-L13");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".trial svg");
    assert.match(await page.textContent(".trial"), /four/);
    await accessible(page);
    await check();
  },

  async "the tree of a forced win unfolds, every reply of it"() {
    const rows = readFileSync(`${root}tests/data/vct.jsonl`, "utf8").split("\n");
    writeFileSync(`${work}/vct.jsonl`, rows.find((row) => row.includes('"vct-0458"')));
    const file = report("tree", `${work}/vct.jsonl`, "--with", "vct", "--nodes", "1M");
    const { page, check } = await open(`file://${file}`);
    let shown = 0;
    for (let rounds = 0; rounds < 200 && shown < 1000; rounds++) {
      const more = await page.evaluate(() => {
        const closed = [...document.querySelectorAll(".tree [aria-expanded=false]")].slice(0, 100);
        closed.forEach((button) => button.click());
        return closed.length;
      });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      shown = await page.locator(".tree li").count();
      if (more === 0) break;
    }
    assert.ok(shown >= 1000, `${shown} are open`);
    await check();
  },

  async "a thousand positions are filtered"() {
    const lines = [];
    for (let number = 0; number < 1000; number++) {
      const moves = ["H8", `${"ABCDEFG"[number % 7]}${(number % 15) + 1}`, "H9", `O${(number % 14) + 1}`];
      lines.push(JSON.stringify({ id: `game ${number}`, moves, rule: "renju", size: 15 }));
    }
    lines[500] = JSON.stringify({ id: "foul", black: ["F8", "G8", "H6", "H7"], white: ["A1", "A3", "A5", "A7"], to_move: "black" });
    writeFileSync(`${work}/many.jsonl`, lines.join("\n"));
    const { page, check } = await open(`file://${report("many", `${work}/many.jsonl`)}`);
    assert.match(await page.textContent("#panel-list"), /1000 positions/);
    await page.selectOption("[data-key=tag]", "forbidden");
    await page.waitForFunction(() => /one position/.test(document.querySelector("#panel-list")?.textContent ?? ""));
    await page.click("[data-key=record-500]");
    await page.waitForSelector("[data-key=verdict-H8]");
    await page.selectOption("[data-key=tag]", "");
    await page.fill("[data-key=filter]", "game 77");
    await page.waitForFunction(() => /11 positions/.test(document.querySelector("#panel-list")?.textContent ?? ""));
    await accessible(page);
    await check();
  },

  async "names and comments are text, whatever they hold"() {
    const escaped = (text) => text.replace(/[\\\]:]/g, (sign) => `\\${sign}`);
    const games = HOSTILE.map((text) => `(;GM[4]SZ[15]GN[${escaped(text)}]PB[${escaped(text)}]EV[${escaped(text)}];B[hh]C[${escaped(text)}];W[ig])`);
    writeFileSync(`${work}/hostile.sgf`, games.join("\n"));
    const file = report("hostile", `${work}/hostile.sgf`, "--from", "sgf", "--title", HOSTILE[1]);
    const { page, check, said } = await open(`file://${file}`);
    page.on("dialog", (dialog) => said.push(`a dialog: ${dialog.message()}`));
    assert.ok(HOSTILE.length >= 50);
    for (let at = 0; at < HOSTILE.length; at++) {
      await page.click(`[data-key=record-${at}]`);
      await page.waitForSelector("#panel-moves");
    }
    assert.equal(await page.locator("main script, main style, main iframe, main img, base").count(), 0);
    const plain = await open(`file://${file}`, { javaScriptEnabled: false });
    assert.ok((await plain.page.textContent("body")).includes("<img src=x onerror=alert(1)>"));
    assert.equal(await plain.page.locator("main script, noscript script, iframe, img, base").count(), 0);
    await plain.check();
    await check();
  },

  async "two tabs and fifty quick moves leave the board alive"() {
    const served = await live("h8 i9");
    const one = await open(served.url, { allow: served.allow });
    const two = await open(served.url, { allow: served.allow });
    for (const { page } of [one, two]) await page.click("[data-key=search]");
    for (let move = 0; move < 50; move++) {
      const { page } = move % 2 === 0 ? one : two;
      await click(page, `${String.fromCharCode(65 + (move % 15))}${1 + ((move * 7) % 15)}`);
      if (move % 5 === 0) await page.click("[data-key=search]");
    }
    for (const { page } of [one, two]) {
      await page.waitForFunction(() => document.querySelectorAll("#board .stone").length > 15);
    }
    await one.check();
    await two.check();
    await served.end();
  },

  async "a report is drawn within a second"() {
    const file = report("timed", "positions/games/game.txt", "--nodes", "2000", "-e", "network", "-e", "shapes", "-e", "five-tuple");
    const since = Date.now();
    const { page, check } = await open(`file://${file}`);
    const drawn = await page.evaluate(() => performance.now());
    console.log(`  ${readFileSync(file).length} bytes, drawn ${drawn.toFixed(0)} ms after it was opened (${Date.now() - since} ms with the tab)`);
    await check();
  },

  async "without scripts boards and tables stand there"() {
    const file = report("plain", "positions/games/game.txt", "--nodes", "500");
    const { page, check } = await open(`file://${file}`, { javaScriptEnabled: false });
    assert.ok(await page.locator("noscript svg, .static svg").count() >= 3);
    assert.match(await page.textContent("body"), /forbidden for black/);
    await check();
  },

  async "a foul is shown at once, a search grows and ends with the next move"() {
    const served = await live("f8 a1 g8 a3 h6 a5");
    const { page, check } = await open(served.url, { allow: served.allow });
    await page.waitForSelector("#board svg");
    const { x, y } = await place(page, "H7");
    const since = await page.evaluate(() => new Promise((resolve) => {
      window.shown = new Promise((tell) => {
        const look = () => (document.querySelector("#board .mark.bad") ? tell(performance.now()) : requestAnimationFrame(look));
        document.addEventListener("click", () => {
          window.clicked = performance.now();
          look();
        }, { capture: true, once: true });
        resolve(0);
      });
    }));
    assert.equal(since, 0);
    await page.mouse.click(x, y);
    const took = await page.evaluate(async () => (await window.shown) - window.clicked);
    console.log(`  a foul is seen ${took.toFixed(0)} ms after the click`);
    await page.click("[data-key=search]");
    const began = Date.now();
    await page.waitForSelector(".lines li");
    console.log(`  the first line of a search after ${Date.now() - began} ms`);
    const depth = async () => Number((await page.textContent("#panel-play p.faint:not(.busy)")).match(/\d+/)[0]);
    const first = await depth();
    await page.waitForFunction((before) => {
      const text = [...document.querySelectorAll("#panel-play p.faint")].map((one) => one.textContent).join(" ");
      return Number(text.match(/depth (\d+)/)?.[1] ?? 0) > before;
    }, first, { timeout: 20_000 });
    await click(page, "O15");
    await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 0);
    await accessible(page);
    await check();
    const code = await served.end();
    assert.equal(code ?? 0, 0);
  },

  async "what a player does: tools, lists, lines, a small window, a reload"() {
    const many = Array.from({ length: 30 }, (_, at) => `{"id":"game ${at}","moves":["H8","I9","G7"]}`).join("\n");
    writeFileSync(`${work}/games.jsonl`, many);
    const served = await board(`${work}/games.jsonl`);
    const { page, check } = await open(served.url, { allow: served.allow });
    const has = (text) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), text);
    const stones = (count) => page.waitForFunction((wanted) =>
      document.querySelectorAll("#board .stone:not(.ghost)").length === wanted, count);
    // Keys step through the game, whatever was clicked last.
    await page.click("[data-key=tool-look]");
    await page.keyboard.press("ArrowLeft");
    await stones(2);
    assert.equal(await page.getAttribute("[data-key=tool-look]", "aria-pressed"), "true");
    // Nothing to take away: nothing happens; a stone makes a set-up, which is told and undone.
    await page.click("[data-key=tool-erase]");
    await click(page, "A1");
    await page.keyboard.press("ArrowRight");
    await stones(3);
    await page.click("[data-key=tool-white]");
    await click(page, "A1");
    await stones(4);
    await has("z brings them back");
    await page.click("[data-key=turn-white]");
    await page.waitForFunction(() => /White to move/.test(document.querySelector("#status").textContent));
    await page.keyboard.press("z");
    await page.keyboard.press("z");
    await stones(3);
    // Another game, the last of the list, is in sight, and the tool is none of a set-up.
    await page.locator("[data-key=record-29]").click();
    await page.waitForFunction(() => document.querySelector("h1").textContent === "30. game 29");
    await page.waitForFunction(() => document.querySelector(".records").scrollTop > 0);
    await click(page, "O15");
    await stones(4);
    // A reload brings all games back.
    await page.reload();
    await page.waitForSelector("html[data-ready=yes]");
    await stones(4);
    assert.equal(await page.locator(".records li").count(), 30);
    // A text that is read takes their place, and they can be had again.
    await page.click("#panel-files summary");
    await page.fill("[data-key=paste]", "h8 i9");
    await page.click("[data-key=read]");
    await stones(2);
    await page.locator("#board").focus();
    await page.keyboard.press("z");
    await stones(4);
    assert.equal(await page.textContent("h1"), "30. game 29");
    await check();
    await served.end();

    const other = await board("-m", "h8 i9 i7 g9 g6 h9 f9 h7 g8 j8 i8 i10");
    const again = await open(other.url, { allow: other.allow });
    // A line begins with its first move, and its pale stones go away.
    await again.page.click("[data-key=search]");
    await again.page.waitForSelector("[data-key=pv-0]");
    await again.page.click("[data-key=search]");
    await again.page.hover("[data-key=pv-0]");
    await again.page.waitForSelector("#board .ghost");
    await again.page.mouse.move(2, 2);
    await again.page.waitForFunction(() => !document.querySelector("#board .ghost"));
    await again.page.click("[data-key=pv-0]");
    await again.page.waitForFunction(() => document.querySelector("output")?.textContent.startsWith("13 of "));
    await again.page.keyboard.press("z");
    await again.page.waitForFunction(() => document.querySelector("output")?.textContent === "12 of 12");
    await again.page.click("[data-key=vct]");
    await again.page.waitForSelector(".tree li li", { timeout: 30_000 });
    await again.page.click("[data-key=review]");
    await again.page.waitForSelector(".chart", { timeout: 60_000 });
    await accessible(again.page);
    // In half a window the board lies over nothing.
    await again.page.setViewportSize({ width: 600, height: 800 });
    await again.page.locator("[data-key=hint]").scrollIntoViewIfNeeded();
    const onTop = await again.page.locator("[data-key=hint]").evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === button;
    });
    assert.equal(onTop, true);
    await again.check();
    await other.end();
  },

  async "a report of a game in its midst knows the moves behind"() {
    const served = await board("positions/games/game.txt");
    const { page, check } = await open(served.url, { allow: served.allow, acceptDownloads: true });
    await page.waitForSelector("#board svg");
    for (let move = 0; move < 13; move++) await page.keyboard.press("ArrowLeft");
    await page.click("#panel-files summary");
    const [made] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), page.click("[data-key=report]")]);
    const copy = `${work}/midst.html`;
    writeFileSync(copy, readFileSync(await made.path()));
    await check();
    await served.end();
    const later = await open(`file://${copy}`);
    await later.page.waitForFunction(() => document.querySelector("output")?.textContent === "12 of 25");
    await later.page.keyboard.press("End");
    await later.page.waitForFunction(() => /Black has five in a row/.test(document.querySelector("#status").textContent));
    await later.check();
  },

  async "200 random clicks and keys leave nothing in the console"() {
    const served = await live("h8 i9 i7");
    const { page, check } = await open(served.url, { allow: served.allow });
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    // A key on a link to another language would leave the page, as it should.
    await page.evaluate(() => document.querySelectorAll("a").forEach((link) => link.remove()));
    let seed = 7;
    const next = (below) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Home", "End", "h", "n", "Backspace", "Tab", " "];
    for (let step = 0; step < 200; step++) {
      const kind = next(4);
      if (kind === 0) await page.keyboard.press(keys[next(keys.length)]);
      else if (kind === 1) await click(page, `${String.fromCharCode(65 + next(15))}${next(15) + 1}`);
      else {
        await page.evaluate((place) => {
          const all = [...document.querySelectorAll("button, summary")]
            .filter((one) => !["save", "report", "file"].includes(one.getAttribute("data-key") ?? ""));
          all[place % all.length].click();
        }, next(10_000));
      }
    }
    await page.waitForTimeout(500);
    await check();
    await served.end();
  },

  async "texts of ten kinds are pasted, a game is saved and read again"() {
    const served = await live();
    const { page, check } = await open(served.url, { allow: served.allow, acceptDownloads: true });
    for (const panel of ["panel-files"]) {
      if (!await page.locator(`#${panel}`).evaluate((one) => one.open)) await page.click(`#${panel} summary`);
    }
    const texts = [
      "h8 i9 i7", "h8i9g7", "1. H8 I9 2. G7", "(;GM[4]SZ[15];B[hh];W[ig];B[gi])",
      '{"moves":["H8","I9","G7"],"size":15}', "https://gomocalc.com/#/h8i9g7", "黑 H8 白 I9 黑 G7",
      ". . . . .\n. X . . .\n. . O . .\n. . X . .\n. . . . .", "H8,I9,G7", "+++++\n+●+++\n++○++\n++●++\n+++++",
    ];
    for (const text of texts) {
      await page.fill("[data-key=paste]", text);
      await page.click("[data-key=read]");
      await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 3, null, { timeout: 5000 })
        .catch(() => assert.fail(`not read as three stones: ${text}`));
      await page.selectOption("[data-key=size]", "15");
      await page.click("[data-key=new]");
      await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 0);
    }
    // What is selected stays so while answers come: the next text takes its place.
    await page.fill("[data-key=paste]", "old");
    await page.press("[data-key=paste]", "Control+a");
    const textarea = await page.$("[data-key=paste]");
    // By a script, which leaves the focus where it is.
    await page.evaluate(() => document.querySelector("[data-key=new]").click());
    await page.waitForFunction((old) => !old.isConnected, textarea);
    assert.equal(await page.evaluate(() => getSelection()?.toString()), "old");
    const top = () => page.evaluate(() => document.querySelector("#board").getBoundingClientRect().top + scrollY);
    const before = await top();
    await page.fill("[data-key=paste]", "h8 h8");
    await page.click("[data-key=read]");
    await page.waitForFunction(() => /H8 is taken/.test(document.querySelector("#notice")?.textContent ?? ""));
    assert.equal(await top(), before, "a notice moves the board");
    for (const [at, point] of ["H8", "I9", "I7"].entries()) {
      await click(page, point);
      await page.waitForFunction((count) => document.querySelectorAll("#board .stone").length === count, at + 1);
    }
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-key=save]")]);
    const saved = readFileSync(await file.path(), "utf8");
    assert.match(saved, /;B\[hh\]\s*;W\[ig\]\s*;B\[ii\]/);
    await page.click("[data-key=new]");
    await page.setInputFiles("[data-key=file]", { name: "again.sgf", mimeType: "text/plain", buffer: Buffer.from(saved) });
    await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 3);
    const [made] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), page.click("[data-key=report]")]);
    assert.match(readFileSync(await made.path(), "utf8"), /<noscript>/);
    await check();
    await served.end();
  },

  async "a page of another origin can neither read nor command"() {
    const served = await board();
    const evil = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end("<!doctype html><title>evil</title><link rel=icon href=data:,>");
    });
    await new Promise((resolve) => evil.listen(0, "127.0.0.1", resolve));
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${evil.address().port}/`);
    const tried = await page.evaluate(async (url) => {
      const seen = {};
      const attempt = async (name, act) => {
        try {
          seen[name] = await act();
        } catch (error) {
          seen[name] = `refused: ${error.name}`;
        }
      };
      const query = JSON.stringify({ id: "evil", moves: [] });
      await attempt("read", async () => (await fetch(url)).text());
      await attempt("ask", async () => (await fetch(`${url}ask`, { method: "POST", body: query })).text());
      await attempt("json", async () => (await fetch(`${url}ask`, { method: "POST", body: query,
        headers: { "Content-Type": "application/json" } })).text());
      await attempt("blind", async () => (await fetch(`${url}ask`, { method: "POST", body: query, mode: "no-cors" })).type);
      await attempt("frame", () => new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.src = url;
        frame.onload = () => {
          try {
            resolve(frame.contentDocument?.title ?? "closed");
          } catch {
            resolve("closed");
          }
        };
        document.body.append(frame);
      }));
      await attempt("script", () => new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = `${url}page.js`;
        script.onerror = () => resolve("refused");
        script.onload = () => resolve("loaded");
        document.body.append(script);
      }));
      return seen;
    }, served.url);
    assert.match(tried.read, /^refused/);
    assert.match(tried.ask, /^refused/);
    assert.match(tried.json, /^refused/);
    assert.notEqual(tried.frame, "renju");
    assert.equal(tried.script, "refused");
    evil.close();
    await context.close();
    await served.end();
  },

  async "forty hostile requests are refused, and the board lives on"() {
    const served = await board();
    const base = new URL(served.url);
    const body = JSON.stringify({ id: "a", moves: [] });
    const tries = [
      ["no token", { path: "/" }], ["no token", { path: "/page.js" }], ["no token", { path: "/ask", method: "POST", body }],
      ["another token", { path: `/${"0".repeat(32)}/` }], ["half a token", { path: base.pathname.slice(0, 17) }],
      ["a longer token", { path: `${base.pathname.slice(0, -1)}0/` }], ["a token in capitals", { path: base.pathname.toUpperCase().replace(/^\/\d+\/$/, "/X/") }],
      ["..", { path: `${base.pathname}../` }], ["..", { path: `${base.pathname}../../etc/passwd` }],
      ["..%2f", { path: `${base.pathname}..%2f..%2fetc%2fpasswd` }], ["%2e%2e", { path: `${base.pathname}%2e%2e/%2e%2e/etc/passwd` }],
      ["a file", { path: `${base.pathname}Cargo.toml` }], ["an absolute file", { path: `${base.pathname}/etc/passwd` }],
      ["a null", { path: `${base.pathname}%00` }], ["a backslash", { path: `${base.pathname}..%5c..%5c` }],
      ["another host", { headers: { Host: "evil.example" } }], ["another host with the port", { headers: { Host: `evil.example:${base.port}` } }],
      ["another port", { headers: { Host: "127.0.0.1:1" } }], 
      ["an address that means this machine", { headers: { Host: `0.0.0.0:${base.port}` } }],
      ["the rebound name", { headers: { Host: `127.0.0.1.evil.example:${base.port}` } }],
      ["another origin", { headers: { Origin: "http://evil.example" } }], ["no origin at all", { headers: { Origin: "null" } }],
      ["another scheme", { headers: { Origin: `https://${base.host}` } }], ["another site", { headers: { "Sec-Fetch-Site": "cross-site" } }],
      ["another port of this machine", { headers: { "Sec-Fetch-Site": "same-site" } }],
      ["another method", { method: "PUT" }], ["another method", { method: "DELETE" }], ["TRACE", { method: "TRACE" }],
      ["GET of a question", { path: `${base.pathname}ask` }],
      ["no JSON", { path: `${base.pathname}ask`, method: "POST", body: "hello" }], ["a list", { path: `${base.pathname}ask`, method: "POST", body: "[]" }],
      ["no id", { path: `${base.pathname}ask`, method: "POST", body: "{}" }], ["an id of a million", { path: `${base.pathname}ask`, method: "POST", body: JSON.stringify({ id: "x".repeat(1e6) }) }],
      ["10 MB", { path: `${base.pathname}ask`, method: "POST", body: "x".repeat(10 << 20) }], ["10 MB to read", { path: `${base.pathname}read`, method: "POST", body: "x".repeat(10 << 20) }],
      ["deep JSON", { path: `${base.pathname}ask`, method: "POST", body: "[".repeat(50_000) }],
      ["no game", { path: `${base.pathname}write`, method: "POST", body: '{"format":"sgf","game":{}}' }],
      ["no format", { path: `${base.pathname}write`, method: "POST", body: '{"format":"../x","game":{}}' }],
      ["a tree that is none", { path: `${base.pathname}write`, method: "POST", body: JSON.stringify({ format: "sgf", game: { size: 15, rule: "renju", black: [], white: [], to_move: null, nodes: [{ parent: -1 }, { parent: 9, move: "H8" }] } }) }],
      ["a point off the board", { path: `${base.pathname}write`, method: "POST", body: JSON.stringify({ format: "sgf", game: { size: 5, rule: "renju", black: ["O15"], white: [], to_move: null, nodes: [{ parent: -1 }] } }) }],
      ["a report of nothing", { path: `${base.pathname}report`, method: "POST", body: "{}" }],
      ["noise to read", { path: `${base.pathname}read`, method: "POST", body: Buffer.from([0, 255, 254, 1, 2]) }],
    ];
    assert.ok(tries.length >= 40, `${tries.length} requests`);
    for (const [name, options] of tries) {
      const { status, headers, text } = await ask(served.url, { headers: { Host: base.host, ...options.headers }, ...options,
        ...(options.headers ? { headers: { Host: base.host, ...options.headers } } : {}) });
      console.log(`  ${name}: ${status} ${text.slice(0, 60).replaceAll("\n", " ")}`);
      const isRefused = status === 0 || status >= 400 || text.startsWith('{"error"');
      assert.ok(isRefused, `${name}: ${status} ${text.slice(0, 200)}`);
      if (status > 0) assert.ok(!("access-control-allow-origin" in headers), name);
      assert.ok(!text.includes("root:"), name);
    }
    const alive = await ask(`${served.url}ask`, { method: "POST", body });
    assert.match(alive.text, /"isDuringSearch":false/);
    const home = await ask(served.url);
    assert.equal(home.headers["x-content-type-options"], "nosniff");
    assert.match(home.headers["content-security-policy"], /frame-ancestors 'none'/);
    await served.end();
  },

  async "a browser that goes away ends what it asked, Ctrl-C everything"() {
    const served = await board();
    const body = JSON.stringify({ id: "long", moves: [["B", "H8"]], maxTime: 100, maxVisits: 1e15, reportDuringSearchEvery: 0.1 });
    const to = new URL(`${served.url}ask`);
    await new Promise((resolve) => {
      const asked = request({ host: to.hostname, port: to.port, path: to.pathname, method: "POST" }, (response) => {
        response.once("data", () => {
          asked.destroy();
          resolve();
        });
        response.on("error", () => {});
      });
      asked.on("error", () => {});
      asked.end(body);
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The id is free again, and no thread searches.
    const again = await ask(`${served.url}ask`, { method: "POST", body: JSON.stringify({ id: "long", moves: [], maxVisits: 100 }) });
    assert.equal(again.status, 200);
    const used = () => Number(readFileSync(`/proc/${served.server.pid}/stat`, "utf8").split(" ")[13]);
    const before = used();
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.ok(used() - before < 10, "a thread goes on searching");
    const since = Date.now();
    await served.end();
    assert.ok(Date.now() - since < 2000, "Ctrl-C takes too long");
  },
};

let [passed, failed] = [0, 0];
const OF_BOTH = ["a foul is shown at once", "200 random clicks", "texts of ten kinds", "two tabs"];
const inBrowser = web ? Object.entries(tests).filter(([name]) => OF_BOTH.some((one) => name.startsWith(one))) : [];
const all = [...Object.entries(tests).map((test) => [...test, false]), ...inBrowser.map((test) => [...test, true])];
for (const [title, test, byLibrary] of all) {
  isWeb = byLibrary;
  const name = byLibrary ? `${title}, by the library in the browser` : title;
  if (only && !name.includes(only)) continue;
  const since = Date.now();
  try {
    await test();
    passed++;
    console.log(`ok: ${name} (${Date.now() - since} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
