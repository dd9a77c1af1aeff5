import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Workplace } from "../e2e/cli.js";
import { writeLongJournal } from "../report/sample-journal.js";
import { findChromium, openBrowser } from "./chromium.js";

const program = findChromium();
if (program === null)
  console.log("NOT RUN: no Chromium was found; the tests of the page need one (apt-get install chromium)");

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const status = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---";
const hostile = [
  "</script><script>window.hacked = 1</script>",
  '<img src="x" onerror="window.hacked = 2"><svg onload="window.hacked = 3">',
  '"><iframe src="javascript:parent.hacked = 4"></iframe> \u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202eright to left',
  "A".repeat(1_000_000),
  "All is done.",
  status,
].join("\n\n");

/** A page and everything it complained about. */
interface Opened {
  readonly page: Page;
  readonly complaints: string[];
  readonly requests: string[];
}

describe.skipIf(program === null)("the page of a report", () => {
  let browser: Browser;
  let place: Workplace;
  beforeAll(async () => {
    browser = await openBrowser(program ?? "");
    place = new Workplace();
    place.write("TODO.md", "- [ ] T1 write the <b>parser</b>\n- [ ] T2 write the printer\n");
    place.commitAll();
    const steps = [
      { say: `I began.\n\nEXIT_SIGNAL: false`, write: { "parser.txt": "<script>window.hacked = 5</script>\n" } },
      { say: hostile },
    ];
    place.write(".git/script.json", JSON.stringify({ steps }));
    const words = ["--script", ".git/script.json", "--tasks", "TODO.md", "--checkpoint", "branch"];
    place.runProcess(["run", "--agent", "scripted", "--protocol", "ralph", ...words, "--max-iterations", "5"]);
    place.runProcess(["report", "-o", "hostile.html"]);
  });
  afterAll(async () => {
    await browser?.close();
    place?.[Symbol.dispose]();
  });

  async function open(file: string, options: Parameters<Browser["newPage"]>[0] = {}): Promise<Opened> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => complaints.push(`dialog ${dialog.message()}`));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`file://${file}`);
    if (options?.javaScriptEnabled !== false) await page.waitForSelector("body.ready");
    return { page, complaints, requests };
  }

  const hostilePage = (): string => join(place.path, "hostile.html");
  const focused = (page: Page) => page.evaluate("document.activeElement.id || document.activeElement.textContent");
  const panelTitle = (page: Page) => page.locator("#panel-title").textContent();

  async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
    for (let at = 0; at < 60; at++) {
      await page.keyboard.press("Tab");
      const text = String(await page.evaluate("document.activeElement.textContent"));
      if (typeof wanted === "string" ? text === wanted : wanted.test(text)) return;
    }
    throw new Error(`the keyboard does not lead to ${wanted}`);
  }

  it("shows a hostile transcript as text, and asks for nothing", async () => {
    const { page, complaints, requests } = await open(hostilePage());
    await page.evaluate(unfold);
    for (let step = 0; step < 5; step++) await page.keyboard.press("k");
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("#page :is(script, img, iframe, object, a:not([href^='#']))").count()).toBe(0);
    const text = (await page.locator("body").innerText()) ?? "";
    expect(text).toContain("</script><script>window.hacked = 1</script>");
    expect(text).toContain("characters left out");
    expect(text).not.toContain("\u001b");
    expect(text).toContain("T1 write the <b>parser</b>");
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
  });

  it("puts the claim beside the evidence, and shows the diff of an iteration", async () => {
    const { page } = await open(hostilePage());
    const sides = page.locator(".claim .sides").first();
    const [said, evidence] = await Promise.all([".said", ".evidence"].map((side) => sides.locator(side).boundingBox()));
    expect(said?.y).toBe(evidence?.y);
    expect((said?.x ?? 0) + (said?.width ?? 0)).toBeLessThanOrEqual(evidence?.x ?? 0);
    await page.locator("#timeline").focus();
    await page.keyboard.press("Home");
    await page.locator(".fold button").getByText("Diff", { exact: true }).click();
    expect(await page.locator(".patch").textContent()).toContain("+<script>window.hacked = 5</script>");
  });

  it("can be used with the keyboard alone", async () => {
    const { page } = await open(hostilePage());
    await page.keyboard.press("Tab");
    expect(await focused(page)).toContain("Auto");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("light");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.type")).toBe("search");
    await tabTo(page, /^Turn \d+$/);
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    expect(outline).toBe("solid");
    await page.keyboard.press("Enter"); // From the claim to its iteration.
    expect(await focused(page)).toBe("timeline");
    await page.keyboard.press("Home");
    expect(await panelTitle(page)).toContain("Turn 1");
    await page.keyboard.press("ArrowDown");
    expect(await panelTitle(page)).toContain("Turn 2");
    await page.keyboard.press("k");
    expect(await panelTitle(page)).toContain("Turn 1");
    await tabTo(page, "The agent's message");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.getAttribute('aria-expanded')")).not.toBeNull();
  });

  it.each(["light", "dark"] as const)("has no finding of axe in %s, with everything unfolded", async (scheme) => {
    const { page } = await open(hostilePage(), { colorScheme: scheme, bypassCSP: true });
    await page.keyboard.press("k");
    await page.evaluate(unfold);
    await page.addScriptTag({ path: axeFile });
    const { violations } = (await page.evaluate("axe.run()")) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    };
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it("scrolls through 10,000 decisions without holding up the browser", async () => {
    const long = new Workplace();
    onTestFinished(() => long[Symbol.dispose]());
    const run = await writeLongJournal(long, 10_000);
    long.runProcess(["report", run, "-o", "r.html"]);
    const { page, complaints } = await open(join(long.path, "r.html"));
    await page.evaluate(watchLongTasks);
    const workedSeconds = await watchThread(page);
    const rows = await page.evaluate(scrollThrough);
    const perStep = (1000 * (await workedSeconds())) / steps;
    const tasks = (await page.evaluate("window.longTasks")) as number[];
    console.log(`${tasks.length} long tasks in ${steps} steps; ${perStep.toFixed(1)} ms of the processor for each`);
    expect(rows).toBeLessThan(60); // Only those in sight are there.
    expect(await page.locator("#row-9999").count()).toBe(1);
    // A task of 50 ms is a long one. On a busy machine the clock says nothing, so the processor's time is counted.
    expect(perStep).toBeGreaterThan(0);
    expect(perStep).toBeLessThan(25);
    expect(complaints).toEqual([]);
  });

  it("prints every iteration", async () => {
    const { page } = await open(hostilePage());
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const rows = await page.locator(".row").count();
    expect(rows).toBe(await page.evaluate("Number(document.querySelector('.row').getAttribute('aria-setsize'))"));
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(10_000);
  });

  it("is readable without JavaScript", async () => {
    const { page } = await open(hostilePage(), { javaScriptEnabled: false });
    expect(await page.locator("noscript, body").first().innerText()).toContain("Why it stopped");
  });

  it("fits a small screen", async () => {
    const { page } = await open(hostilePage(), { viewport: { width: 390, height: 800 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });

  it("says what is damaged", async () => {
    const journal = place.read(".ralph/decisions.jsonl");
    onTestFinished(() => writeFileSync(join(place.path, ".ralph/decisions.jsonl"), journal));
    place.write(".ralph/decisions.jsonl", `{"half\n${journal}`);
    place.runProcess(["report", "-o", "damaged.html"]);
    const { page } = await open(join(place.path, "damaged.html"));
    expect(await page.locator(".problem").first().textContent()).toContain("The journal is damaged in line 1");
  });
});

const steps = 200;

/** Measures how long the page's main thread works, by its own clock. */
async function watchThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const before = await read();
  return async () => (await read()) - before;
}

const unfold = `for (const fold of document.querySelectorAll(".fold button[aria-expanded=false]")) fold.click()`;

const watchLongTasks = `
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration));
}).observe({ type: "longtask" });
`;

const scrollThrough = `
(async () => {
  const list = document.getElementById("timeline");
  let most = 0;
  for (let step = 0; step <= ${steps}; step++) {
    list.scrollTop = (list.scrollHeight * step) / ${steps};
    await new Promise(requestAnimationFrame);
    most = Math.max(most, document.querySelectorAll(".row").length);
  }
  await new Promise((done) => setTimeout(done, 200));
  return most;
})()
`;
