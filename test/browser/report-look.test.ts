import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Workplace } from "../e2e/cli.js";
import { findChromium, openBrowser } from "./chromium.js";

const program = findChromium();
if (program === null)
  console.log("NOT RUN: no Chromium was found; the tests of the page need one (apt-get install chromium)");

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const status = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const long =
  "T1: make add faster; keep its types, and a title that is much longer than eighty characters so that it shows";
const test = `import assert from "node:assert";
import { test } from "node:test";
import { add } from "../add.mjs";
test("adds; carries", () => assert.equal(add(1, 2), 3));
`;

/** A run that breaks a test, then deletes it: its list has an id that begins another one, and a task that was done. */
function playRun(): Workplace {
  const place = new Workplace();
  place.write("package.json", JSON.stringify({ name: "sum", type: "module", scripts: { test: "node --test" } }));
  place.write("add.mjs", "export const add = (a, b) => a + b;\n");
  place.write("test/add.test.mjs", test);
  const names = ["subtract", "divide", "round", "print", "parse", "sort", "export"];
  const rest = names.map((name, at) => `- [ ] T${at + 11}: ${name} numbers\n`).join("");
  place.write("TODO.md", `- [x] T0: set up the project\n- [ ] ${long}\n${rest}`);
  place.write(".gitignore", ".ralph/\n.npm/\n");
  const steps = [
    { say: "I looked around." },
    { write: { "add.mjs": "export const add = () => 4;\n" }, say: "All tasks are complete.", status },
    { shell: "rm test/add.test.mjs", say: "T1 is done.", status },
  ];
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  place.commitAll();
  const words = ["--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md"];
  place.runProcess(["run", ...words, "--max-iterations", "6"]);
  place.runProcess(["report", "-o", "page.html"]);
  return place;
}

describe.skipIf(program === null)("the look of a report", () => {
  let browser: Browser;
  let place: Workplace;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser(program ?? "");
    place = playRun();
  });
  afterAll(async () => {
    await browser?.close();
    place?.[Symbol.dispose]();
  });

  async function open(hash = "", options: Parameters<Browser["newPage"]>[0] = {}): Promise<Page> {
    page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
    onTestFinished(() => page.close());
    await page.goto(`file://${join(place.path, "page.html")}${hash}`);
    await page.waitForSelector("body.ready");
    return page;
  }

  const report = (): ReturnType<typeof JSON.parse> => JSON.parse(place.runProcess(["report", "--format", "json"]).out);

  it.each([390, 800, 1400])(
    "has no row with a letter in a line, and nothing beyond the edge, at %s px",
    async (width) => {
      await open("", { viewport: { width, height: 900 } });
      await expectLegible(page, width);
    },
  );

  it.each([390, 800, 1400])("has no word with a letter in a line in an unfolded turn, at %s px", async (width) => {
    await open("#turn-2", { viewport: { width, height: 900 } });
    await page.evaluate(
      `for (const fold of document.querySelectorAll(".fold button[aria-expanded=false]")) fold.click()`,
    );
    await page.locator(".settings").waitFor();
    await expectLegible(page, width);
  });

  it("has no row with a letter in a line in print", async () => {
    await open("", { viewport: { width: 718, height: 1000 } });
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await expectLegible(page, 718);
    const [title = 0, text = 0, list = 0] = (await page.evaluate(
      `["h1", ".lead.primary", ".tasks td"].map((each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize))`,
    )) as number[];
    expect(list / text).toBeGreaterThan(0.9); // On the screen, too, it is 14 beside 15.
    expect(title / text).toBeLessThan(2);
    expect(await page.locator(".tasks tbody tr").count()).toBe(9);
  });

  it("counts what the journal has", async () => {
    await open();
    const { summary, refused, decisions, tasks } = report();
    const figures = await page.locator(".figures").innerText();
    expect(figures).toContain(`${summary.tasks.done} of ${summary.tasks.total}`);
    expect(tasks).toHaveLength(summary.tasks.total);
    expect(await page.locator(".tasks tbody tr").count()).toBe(summary.tasks.total);
    expect(await page.locator("#tasks-title .count").innerText()).toBe(String(summary.tasks.total));
    const chips = await page.locator(".chip strong").allInnerTexts();
    expect(chips.map(Number).reduce((sum, count) => sum + count, 0)).toBe(decisions.length);
    expect(refused).toHaveLength(3);
    expect(await page.locator(".track .block").count()).toBe(decisions.length);
  });

  it("names commands that the run has, each with a button that copies it", async () => {
    await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    const { run } = report();
    const shown = await page.locator(".command code").allInnerTexts();
    expect(shown.slice(0, 3)).toEqual(["untildone diff turn:3", "untildone undo turn:3", "untildone run --resume"]);
    for (const command of shown) expect(place.runProcess([...command.split(" ").slice(1, 2), "--help"]).code).toBe(0);
    await page.getByRole("button", { name: "Copy untildone undo turn:3" }).first().click();
    await page.getByRole("button", { name: "Copy untildone undo turn:3" }).first().getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("untildone undo turn:3");
    expect(place.runProcess(["undo", "3", "--dry-run", "--no-checks", "--run", run]).out).toContain(
      "turn 3 can be undone",
    );
  });

  it("names the failing test with its message and its place, and the cause once", async () => {
    await open();
    const cases = page.locator(".case");
    expect(await cases.count()).toBe(2);
    await cases.filter({ hasText: "adds; carries (test/add.test.mjs:4): expected 3, got 4" }).waitFor();
    await cases.filter({ hasText: "the tests were tampered with" }).getByText("2 claims").waitFor();
    expect(await page.locator(".points").count()).toBe(0); // A title with a semicolon is no list of points.
  });

  it("shows a task at its own address, which a reload keeps", async () => {
    await open("#T1");
    expect(await page.locator("#task-title").innerText()).toContain(long);
    await page.getByText("What its turns changed").waitFor();
    expect(await page.locator(".patch").first().innerText()).toContain("-export const add = (a, b) => a + b;");
    await page.getByRole("link", { name: "Turn 3" }).click();
    await expect.poll(() => page.locator("#panel-title").textContent()).toContain("Turn 3");
    await page.reload();
    expect(await page.locator("#panel-title").textContent()).toContain("Turn 3");
    await page.keyboard.press("k");
    expect(new URL(page.url()).hash).toBe("#turn-2");
    await page.getByRole("button", { name: "Its prompt" }).click();
    await page.locator("pre.words").getByText("make add faster").last().waitFor();
    await page.getByRole("button", { name: "What it said and did" }).click();
    await page.locator(".transcript").getByText("All tasks are complete.").waitFor();
  });

  it.each([390, 1400])("arrives at the heading of a task from wherever its link stands, at %s px", async (width) => {
    await open("", { viewport: { width, height: 500 } });
    await page.locator(".tasks").getByRole("link", { name: "T1: make add faster" }).click();
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("task-title");
    const heading = await page.locator("#task-title").boundingBox();
    expect(heading?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeLessThan(200);
  });

  it("says that an address leads nowhere", async () => {
    await open("#<img src=x onerror=alert(1)>");
    await page.getByText("Nothing in this run is called “<img src=x onerror=alert(1)>”").waitFor();
    expect(await page.locator("#title").innerText()).toContain("Needs review");
  });

  it("finds tasks and turns with the keyboard, and shows one kind of turns alone", async () => {
    await open();
    await page.keyboard.press("/");
    await page.keyboard.type("divide");
    await page.locator(".found a").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.locator("#task-title").innerText()).toContain("T12: divide numbers");
    await page.getByRole("link", { name: "← The run" }).click();
    await page.locator("#iterations-title").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("note").getByText("next and previous turn").waitFor();
    await page.getByRole("button", { name: /^tests tampered with/ }).click();
    expect(await page.locator(".row").count()).toBe(2);
    const title = () => page.locator("#panel-title").textContent();
    for (const key of ["k", "k", "k"]) await page.keyboard.press(key);
    const first = await title();
    expect(await page.locator(".row.selected").count()).toBe(1); // Only turns that are listed are gone through.
    await page.keyboard.press("j");
    expect(await title()).not.toBe(first);
    expect(await page.locator(".row .dot.bad").count()).toBe(2); // As red as in the picture.
    await page.keyboard.press("/");
    await page.keyboard.type("numbers");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const chosen = await page.evaluate("document.activeElement.textContent");
    await page.keyboard.press("Enter");
    expect(await page.locator("#task-title").textContent()).toContain(chosen);
    await page.keyboard.press("/");
    await page.keyboard.type("divide");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#task-title").textContent()).toContain("divide");
  });

  it.each([
    ["", "light"],
    ["", "dark"],
    ["#T1", "light"],
    ["#T1", "dark"],
    ["#turn-2", "dark"],
  ] as const)("has no finding of axe on the page %j in %s", async (hash, colorScheme) => {
    await open(hash, { colorScheme, bypassCSP: true });
    await page.addScriptTag({ path: axeFile });
    const { violations } = (await page.evaluate("axe.run()")) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

/** A word that has no room breaks after every letter: then a text has more lines than words. Heads break no name at all. */
async function expectLegible(page: Page, width: number): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  expect(await page.evaluate(findBroken)).toEqual([]);
}

const findBroken = `(() => {
  const broken = [];
  const linesOf = (range) => {
    const bottoms = [...range.getClientRects()].map(({ bottom }) => bottom).sort((a, b) => a - b);
    return bottoms.filter((bottom, at) => at === 0 || bottom - bottoms[at - 1] > 8).length; // A box is no line of its own.
  };
  const texts = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [text, lines] = [node.data.trim(), linesOf(range)];
    if (lines > Math.max(1, text.split(/[\\s/-]+/).length) && text.length / lines < 10) broken.push(text);
  }
  for (const name of document.querySelectorAll(":is(h1, h2, h3, h4, h5) :is(button, a, span), th, .pill")) {
    const range = document.createRange();
    range.selectNodeContents(name);
    if (name.textContent.length <= 12 && linesOf(range) > 1) broken.push(name.textContent);
  }
  return broken;
})()`;
