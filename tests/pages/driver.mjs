// A browser for the tests in Python: each line of input is a call, each line of output its answer.
//   {"id": 1, "on": "page", "call": "click", "args": ["#go"]} -> {"id": 1, "value": ...}
// `on` is "page", "context", "browser", "keyboard", "mouse", "touchscreen", "cdp" or "here".
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const modules = process.env.FLAGFALL_NODE_MODULES;
const { chromium } = await import(pathToFileURL(`${modules}/playwright-core/index.mjs`));

const browser = await chromium.launch({
  executablePath: process.env.FLAGFALL_CHROMIUM ?? "/usr/bin/chromium",
  ignoreDefaultArgs: JSON.parse(process.env.FLAGFALL_IGNORED),
  args: ["--no-sandbox", "--disable-dev-shm-usage", ...JSON.parse(process.env.FLAGFALL_ARGS)],
});
const pages = new Map(); // by name: {context, page, cdp, said, asked, talked, refused}

// Faults of a page: complaints, breaches of its policy, requests to another server.
function listen(page, kept) {
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) kept.said.push(message.text());
    kept.talked.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => kept.said.push(String(error)));
  page.on("request", (request) => kept.asked.push(request.url()));
}

const here = {
  async open(name, options = {}) {
    const context = await browser.newContext({ serviceWorkers: "block", ...options });
    await here.tab(name, context);
  },
  // Another page of the same device.
  async beside(name, other) {
    await here.tab(name, pages.get(other).context);
  },
  async tab(name, context) {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const kept = { context, page, cdp, said: [], asked: [], talked: [], held: [], refused: 0 };
    listen(page, kept);
    pages.set(name, kept);
  },
  async close(name) {
    await pages.get(name).context.close();
    pages.delete(name);
  },
  // Requests that match get this answer until they are allowed again; null: none.
  async refuse(name, pattern, answer) {
    const kept = pages.get(name);
    kept.refused = 0;
    await kept.page.route(pattern, async (route) => {
      await (answer ? route.fulfill(answer) : route.abort());
      kept.refused += 1;
    });
  },
  refused: (name) => pages.get(name).refused,
  // Requests that match wait until they are allowed.
  async hold(name, pattern) {
    const kept = pages.get(name);
    await kept.page.route(pattern, async (route) => {
      kept.refused += 1;
      await new Promise((go) => kept.held.push(go));
      await route.continue();
    });
  },
  async allow(name) {
    const { held, page } = pages.get(name);
    for (const go of held.splice(0)) go();
    await page.unrouteAll({ behavior: "wait" });
  },
  talked: (name) => pages.get(name).talked.splice(0),
  said: (name) => pages.get(name).said.splice(0),
  asked: (name) => pages.get(name).asked.splice(0),
  // The browser's work until recorded() is called: a trace of events in Chromium's own format.
  async record(name, path) {
    const categories = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];
    await browser.startTracing(pages.get(name).page, { path, categories });
  },
  async recorded() {
    await browser.stopTracing();
  },
  // As WebP, which is a fifth of a PNG.
  async picture(name, path) {
    const { cdp, page } = pages.get(name);
    await page.evaluate(() => document.fonts.ready);
    const shot = { format: "webp", quality: 45 };
    const { data } = await cdp.send("Page.captureScreenshot", shot);
    writeFileSync(path, Buffer.from(data, "base64"));
  },
  // A script in the page's own world, not restricted by its policy: axe.
  async script(name, source) {
    await pages.get(name).page.evaluate(source);
  },
};

async function answer({ on, name, call, args }) {
  if (on === "here") return here[call](...args);
  const kept = pages.get(name);
  const target = on in kept ? kept[on] : kept.page[on];
  const value = await target[call](...args);
  return Buffer.isBuffer(value) ? undefined : value;
}

// The content of a page after a failure: it can be read without the machine on which it failed.
async function shown(name) {
  try {
    const text = await pages.get(name).page.innerText("body", { timeout: 1000 });
    return `\nThe page shows:\n${text.slice(0, 2000)}`;
  } catch {
    return "";
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  try {
    const value = await answer(asked);
    const plain = typeof value === "object" && value?.constructor?.name !== "Object";
    const said = plain && !Array.isArray(value) ? null : (value ?? null);
    console.log(JSON.stringify({ id: asked.id, value: said }));
  } catch (error) {
    const text = String(error.message ?? error) + (await shown(asked.name));
    console.log(JSON.stringify({ id: asked.id, error: text }));
  }
}
await browser.close();
