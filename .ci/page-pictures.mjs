// Pictures of a report, light and dark.
import { realpathSync } from "node:fs";
import { chromium } from "playwright-core";

const [, , file, folder] = process.argv;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
for (const [name, colorScheme] of [["report", "light"], ["report-dark", "dark"]]) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 780 }, colorScheme });
  await page.goto(`file://${realpathSync(file)}`);
  await page.waitForSelector("html[data-ready=yes]");
  await page.screenshot({ path: `${folder}/${name}.png` });
}
await browser.close();
