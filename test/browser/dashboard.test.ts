import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Workplace } from "../e2e/cli.js";
import { DashboardProcess } from "../processes/dashboard-process.js";
import { LiveRun } from "../processes/live-run.js";
import { findChromium, openBrowser } from "./chromium.js";

const program = findChromium();
if (program === null)
  console.log("NOT RUN: no Chromium was found; the tests of the page need one (apt-get install chromium)");

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const hostile = [
  "A".repeat(1_000_000),
  "</script><script>window.hacked = 1</script>",
  '<img src="x" onerror="window.hacked = 2"><svg onload="window.hacked = 3">',
  '"><iframe src="javascript:parent.hacked = 4"></iframe> \u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202eright to left',
  "",
].join("\n");

describe.skipIf(program === null)("the dashboard", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(program ?? "");
  });
  afterAll(() => browser?.close());

  /** The page, and everything it complained about. */
  async function open(dashboard: DashboardProcess, options: BrowserContextOptions = {}) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => complaints.push(`dialog ${dialog.message()}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.port !== String(dashboard.port)) complaints.push(`a request to ${url.host}`);
    });
    await page.goto(dashboard.url.href);
    return { page, complaints };
  }

  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const panelTitle = (page: Page) => page.locator("#panel-title").textContent();
  const focusedText = (page: Page) => page.evaluate("document.activeElement.textContent");

  /** Tab by tab, until the focus is where it should be. */
  async function tabTo(page: Page, text: string): Promise<void> {
    for (let at = 0; at < 60; at++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(
        "document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent",
      );
      if (String(label).includes(text)) return;
    }
    throw new Error(`the keyboard does not lead to ${text}`);
  }

  it("follows a run while it goes on, without a reload", async () => {
    await using run = new LiveRun();
    await using dashboard = await DashboardProcess.start(run.place);
    const { page, complaints } = await open(dashboard);
    await page.getByText("No run yet", { exact: true }).waitFor();
    run.start(["--max-iterations", "3"]);
    await run.prompt(1);
    await page.getByText("Iteration 1 · T1: one").waitFor();
    await page.getByText("begins with its first decision").waitFor();
    run.go(1, "echo I looked around.; echo new > new.txt");
    await page.getByText("Iteration 2 · T1: one").waitFor();
    await page.getByText("Still running: 0 of 2 tasks done").waitFor();
    await expect.poll(() => panelTitle(page), { timeout: 30_000 }).toContain("Turn 1");
    run.go(2, "echo I looked around again.");
    await page.getByText("Iteration 3 · T1: one").waitFor();
    await page.locator("#row-1").waitFor();
    // The newest stays selected.
    await expect.poll(() => panelTitle(page), { timeout: 30_000 }).toContain("Turn 2");
    run.go(3);
    await run.end();
    await page.getByText("Before you resume it").waitFor();
    expect(await page.locator(".run-button").count()).toBe(1);
    expect(new URL(page.url()).search).toBe("");
    expect(complaints).toEqual([]);
  });

  it("follows the scripted agent of the demo from its first claim to the end", async () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1 one\n- [ ] T2 two\n");
    place.commitAll();
    const status = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
    // Each turn lasts until the page has shown what was before it.
    const waits = (turn: number): string => `until test -e .git/go-${turn}; do sleep 0.05; done`;
    const steps = [
      { shell: waits(1), say: "T1 is done.", status },
      { shell: `${waits(2)}; echo one > one.txt`, say: "It is done.", status },
      { shell: `${waits(3)}; echo two > two.txt`, say: "It is done.", status },
    ];
    place.write(".git/script.json", JSON.stringify({ steps }));
    await using dashboard = await DashboardProcess.start(place);
    const { page, complaints } = await open(dashboard);
    await page.getByText("No run yet", { exact: true }).waitFor();
    const words = ["--agent", "scripted", "--script", ".git/script.json", "--tasks", "TODO.md"];
    const ended = place.runBeside(["run", ...words, "--max-iterations", "5", "--set", "unverified=accept"]);
    await page.getByText("Iteration 1 · T1 one").waitFor();
    place.write(".git/go-1", "");
    await page.getByText("Iteration 2 · T1 one").waitFor();
    await page.getByRole("heading", { name: /^Refused claims/ }).waitFor();
    place.write(".git/go-2", "");
    await page.getByText("Iteration 3 · T2 two").waitFor();
    place.write(".git/go-3", "");
    expect((await ended).code).toBe(0);
    await page.getByRole("heading", { name: "COMPLETED, NOTHING PROVEN: 2 of 2 tasks done" }).waitFor();
    await page.locator(".run-button .word").getByText("completed").waitFor();
    expect(complaints).toEqual([]);
  });

  it("pauses, continues, tells and stops with the keyboard alone", async () => {
    await using run = new LiveRun();
    run.start(["--max-iterations", "4"]);
    await run.prompt(1);
    await using dashboard = await DashboardProcess.start(run.place);
    const { page, complaints } = await open(dashboard);
    const status = page.getByRole("status");
    await button(page, "Pause").waitFor();
    await tabTo(page, "Pause");
    await page.keyboard.press("Enter");
    await page.getByText("pausing after this iteration").first().waitFor();
    expect(await focusedText(page)).toBe("Do not pause");
    run.go(1);
    await button(page, "Continue").waitFor();
    await page.keyboard.press("Space");
    await status.getByText("the run continues").waitFor();
    await run.prompt(2);
    await tabTo(page, "Tell the agent");
    await page.keyboard.type("just keep <b>going</b>"); // j and k are letters here.
    await page.keyboard.press("Control+Enter");
    await status.getByText("the next prompt of T1 will have this").waitFor();
    await page.locator(".waiting").getByText("just keep <b>going</b>").waitFor();
    expect(await page.locator("textarea").inputValue()).toBe("");
    run.go(2);
    expect(await run.prompt(3)).toContain("> just keep <b>going</b>");
    await button(page, "Stop").focus();
    await page.keyboard.press("Enter");
    expect(await focusedText(page)).toBe("Press again to stop the run");
    await page.keyboard.press("Escape");
    expect(await focusedText(page)).toBe("Stop");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await status.getByText("the run stops after this iteration").waitFor();
    run.go(3);
    expect((await run.end()).code).toBe(3);
    await page.getByRole("heading", { name: /^Interrupted/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("answers a question, resets the breaker and accepts a disputed task", async () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1 one\n");
    place.commitAll();
    const say =
      "I cannot go on. Which port should the server use?\n\n---TASK_STATUS---\nSTATUS: BLOCKED\n---END_TASK_STATUS---";
    place.write(".git/script.json", JSON.stringify({ steps: [{ say }] }));
    const words = ["--agent", "scripted", "--script", ".git/script.json", "--tasks", "TODO.md"];
    place.runProcess(["run", ...words, "--max-iterations", "4"]);
    place.runProcess(["breaker", "trip", "by <i>a test</i>"]);
    await using dashboard = await DashboardProcess.start(place);
    const { page, complaints } = await open(dashboard);
    await page.getByText("The circuit breaker is open: by <i>a test</i>.").waitFor();
    await button(page, "Reset breaker").click();
    await button(page, "Press again to close it").click();
    await page.getByText("The circuit breaker is open").waitFor({ state: "detached" });
    await page.getByText("Which port should the server use?").first().waitFor();
    await page.getByLabel("Your answer").fill("8080");
    await button(page, "Answer").click();
    await page
      .getByRole("status")
      .getByText(/prompt of T1 .*will have the answer/)
      .waitFor();
    await page.locator(".waiting").getByText("8080").waitFor();
    await button(page, "Accept T1").click();
    await button(page, "Press again: T1 is done, on your word").click();
    await page.getByText("accepted by a person").first().waitFor();
    expect(place.read("TODO.md")).toContain("[x] T1");
    expect(
      place
        .read(".ralph/decisions.jsonl")
        .trim()
        .split("\n")
        .slice(-3)
        .map((line) => JSON.parse(line).kind),
    ).toEqual(["breaker", "tell", "accept"]);
    expect(complaints).toEqual([]);
  });

  it("shows what a hostile agent prints as text, live and in the report", async () => {
    await using run = new LiveRun("- [ ] T1: the <b>parser</b>\n");
    run.place.write(".git/hostile", hostile);
    run.start(["--max-iterations", "2"]);
    await run.prompt(1);
    await using dashboard = await DashboardProcess.start(run.place);
    const { page, complaints } = await open(dashboard);
    await page.getByText("T1: the <b>parser</b>").first().waitFor();
    run.go(1, "cat .git/hostile; while ! test -e .git/seen; do sleep 0.05; done");
    await page.locator(".step q").getByText('"><iframe src="javascript:parent.hacked = 4"></iframe> red').waitFor();
    run.place.write(".git/seen", "");
    await run.prompt(2);
    await page.locator(".fold button").getByText("The agent's message").click();
    await page.locator("pre.words").getByText("</script><script>window.hacked = 1</script>").waitFor();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("#page :is(script, img, iframe, object, a:not([href^='#']))").count()).toBe(0);
    expect(await page.locator("body").innerText()).not.toContain("\u001b");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(1280);
    expect(complaints).toEqual([]);
  });

  it.each(["light", "dark"] as const)("has no finding of axe in %s, and fits a small screen", async (colorScheme) => {
    await using run = new LiveRun();
    run.start(["--max-iterations", "2"]);
    await run.prompt(1);
    run.go(1);
    await run.prompt(2);
    await using dashboard = await DashboardProcess.start(run.place);
    const { page } = await open(dashboard, { colorScheme, bypassCSP: true });
    await page.locator("#panel-title").waitFor();
    await button(page, "Stop").click();
    await page.addScriptTag({ path: axeFile });
    const { violations } = (await page.evaluate("axe.run()")) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    };
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });

  it("says of a paused run that it is paused, everywhere, and nothing that is over", async () => {
    await using run = new LiveRun();
    run.start(["--max-iterations", "3"]);
    await run.prompt(1);
    await using dashboard = await DashboardProcess.start(run.place);
    const { page } = await open(dashboard);
    await button(page, "Pause").click();
    run.go(1);
    await button(page, "Continue").waitFor();
    await page.getByRole("heading", { name: /^Paused: / }).waitFor({ timeout: 10_000 });
    await page.locator(".run-button .word").getByText("paused").waitFor();
    await page.locator(".command code").getByText("untildone continue").waitFor();
    await expect.poll(() => page.locator(".reply").textContent(), { timeout: 15_000 }).toBe("");
    const text = await page.locator("body").innerText();
    expect(text).not.toContain("still at work");
    expect(text).not.toContain("Still running");
    await button(page, "Continue").click();
    await run.prompt(2);
    await page.locator(".run-button .word").getByText("running").waitFor();
    run.go(2);
    run.go(3);
    await run.end();
  });

  it("starts a run as it is configured, and refuses while one goes on", async () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1 one\n");
    place.write(
      ".git/script.json",
      JSON.stringify({ steps: [{ shell: "until test -e .git/go; do sleep 0.1; done" }] }),
    );
    place.write("untildone.yml", "agent: scripted\nscript: .git/script.json\ntasks: TODO.md\nmaxIterations: 1\n");
    place.commitAll();
    place.write(".git/go", "");
    const words = [
      "--agent",
      "scripted",
      "--script",
      ".git/script.json",
      "--tasks",
      "TODO.md",
      "--max-iterations",
      "1",
    ];
    place.runProcess(["run", ...words]);
    rmSync(join(place.path, ".git/go"));
    await using dashboard = await DashboardProcess.start(place);
    const { page } = await open(dashboard);
    const hostile = { project: 0, action: "resume", text: "; touch hacked" };
    await button(page, "Resume").click();
    await button(page, "Press again to resume the run").click();
    await page.getByText("the run goes on").waitFor();
    await page.locator(".run-button .word").getByText("running").waitFor();
    const refused = await page.evaluate(
      `fetch("act", { method: "POST", headers: { "content-type": "application/json", "x-untildone": "act" }, body: ${JSON.stringify(JSON.stringify(hostile))} }).then((reply) => reply.json())`,
    );
    expect(refused).toEqual({
      ok: false,
      message: "a run is going on here: stop it first, or wait until it has ended",
    });
    place.write(".git/go", "");
    await page.locator(".run-button .word").getByText("running").waitFor({ state: "detached" });
    expect(existsSync(join(place.path, "hacked"))).toBe(false);
  });

  it("shows all projects at home, those that need a person first", async () => {
    using calm = new Workplace();
    using stuck = new Workplace();
    for (const place of [calm, stuck]) {
      place.write("TODO.md", "- [ ] T1 one\n");
      place.commitAll();
    }
    const words = [
      "--agent",
      "scripted",
      "--script",
      ".git/script.json",
      "--tasks",
      "TODO.md",
      "--max-iterations",
      "2",
    ];
    const say = "I cannot go on. Which port?\n\n---TASK_STATUS---\nSTATUS: BLOCKED\n---END_TASK_STATUS---";
    stuck.write(".git/script.json", JSON.stringify({ steps: [{ say }] }));
    stuck.runProcess(["run", ...words]);
    await using dashboard = await DashboardProcess.start(calm, [calm.path, stuck.path]);
    const { page } = await open(dashboard);
    await page.getByRole("link", { name: "untildone" }).click();
    await page.getByRole("heading", { name: "1 for you, 0 running, 2 projects" }).waitFor();
    await page.locator(".home li").first().getByText("The agent asks: Which port?").waitFor();
    await page.locator(".home li").first().getByRole("link").click();
    await page.getByRole("heading", { name: /^Blocked/ }).waitFor();
  });

  it("says so when the server is gone", async () => {
    using place = new Workplace();
    await using dashboard = await DashboardProcess.start(place);
    const { page } = await open(dashboard);
    await page.getByText("No run yet", { exact: true }).waitFor();
    await dashboard.end();
    await page.getByRole("alert").getByText("The dashboard does not answer").waitFor();
  });

  it("gives a page of another site nothing, and does nothing for it", async () => {
    using place = new Workplace();
    await using dashboard = await DashboardProcess.start(place);
    await using other = await DashboardProcess.start(place); // Another port of this machine: the same site, another origin.
    await open(dashboard);
    const { page } = await open(other, { bypassCSP: true });
    await dashboard.enter();
    const ask = `http://127.0.0.1:${dashboard.port}${dashboard.base}`;
    const read = await page.evaluate(
      `Promise.allSettled([
        fetch("${ask}report", { credentials: "include" }),
        fetch("${ask}act", { method: "POST", mode: "no-cors", credentials: "include", body: "{}" }),
      ]).then((all) => all.map(({ status }) => status))`,
    );
    expect(read).toEqual(["rejected", "rejected"]);
  });
});
