import { describe, expect, it } from "vitest";
import { bin, Workplace } from "../e2e/cli.js";
import { hasTmux, Terminal } from "../tmux.js";

/** The full screen of `run` and `watch` on real terminals. The agent goes on when the file `go` is there. */

const agent = `
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
process.on("SIGTERM", () => process.exit(1));
const say = (event) => process.stdout.write(JSON.stringify(event) + "\\n");
const write = (content) => say({ type: "assistant", session_id: "s", message: { id: "m", role: "assistant", content } });
const use = (name, input) => write([{ type: "tool_use", id: name, name, input }]);
let prompt = "";
for await (const chunk of process.stdin) prompt += chunk;
const [, task] = /Your task: (T\\d+)/.exec(prompt);
const [, nonce] = /NONCE: (\\w+)/.exec(prompt);
say({ type: "system", subtype: "init", session_id: "s" });
write([{ type: "text", text: "I look at 漢字 before I change it." }]);
use("Edit", { file_path: process.cwd() + "/src/" + task + ".js" });
while (!existsSync(process.env.GO + task)) await setTimeout(50);
rmSync(process.env.GO + task);
const isWrong = task === "T2" && !prompt.includes("After the last turn");
mkdirSync("src", { recursive: true });
writeFileSync("src/" + task + ".js", "export const value = " + (isWrong ? 0 : 1) + ";\\n");
writeFileSync("test/" + task + ".test.js", 'import assert from "node:assert";\\nimport { test } from "node:test";\\nimport { value } from "../src/' + task + '.js";\\ntest("value of ' + task + '", () => assert.equal(value, 1));\\n');
const block = "---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: src/" + task + ".js, test/" + task + ".test.js\\nNOTE: none\\nNONCE: " + nonce + "\\n---END_TASK_STATUS---";
const text = process.env.ASKS && task === "T1" ? "Which port should the server use?" : "Done.\\n\\n" + block;
write([{ type: "text", text }]);
say({ type: "result", subtype: "success", is_error: false, result: text, session_id: "s", total_cost_usd: 0.5 });
`;

class Place extends Workplace {
  constructor() {
    super();
    this.write("agent.mjs", agent);
    this.write("package.json", '{"type":"module","scripts":{"test":"node --test"}}\n');
    this.write("test/base.test.js", 'import { test } from "node:test";\ntest("base", () => {});\n');
    this.write("TODO.md", "- [ ] T1: Write one\n- [ ] T2: Write two 漢字\n- [ ] T3: Write three\n");
    this.program("claude", `exec "${process.execPath}" "${this.path}/agent.mjs"`);
    this.commitAll();
  }

  start(
    words: readonly string[],
    size: { columns: number; rows: number },
    more: Record<string, string> = {},
  ): Terminal {
    const PATH = `${this.path}/bin:${process.env["PATH"]}`;
    const env = { HOME: this.path, HISTFILE: "/dev/null", XDG_STATE_HOME: this.stateHome, ANTHROPIC_API_KEY: "x" };
    const cwd = this.path;
    return new Terminal([process.execPath, bin, ...words], {
      ...size,
      ...{ cwd, env: { ...env, PATH, LC_ALL: "C.UTF-8", GO: `${this.stateHome}-go-`, ...more } },
    });
  }

  goOn(task: string): void {
    this.bash(`touch ${this.stateHome}-go-${task}`);
  }
}

const runWords = ["run", "--agent", "claude", "--max-iterations", "5", "--max-cost", "2"];
const large = { columns: 120, rows: 40 };

/** As wide and high as the terminal: nothing wrapped, and nothing scrolled away. */
function fits(screen: string, { columns, rows }: { columns: number; rows: number }): void {
  const lines = screen.split("\n");
  expect(lines.length).toBeLessThanOrEqual(rows);
  expect(lines[0]).toMatch(/^ untildone run/);
  expect(lines.at(-1)).toMatch(/t tell/);
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(columns);
}

describe.skipIf(!hasTmux)("the full screen", () => {
  it("shows tasks, the turn, budgets and the last decision, and leaves all lines in the scrollback", async () => {
    using place = new Place();
    using terminal = place.start(runWords, large);
    await terminal.waitFor(/▶ T1: Write one +1×[\s\S]*edits src\/T1\.js/);
    fits(terminal.screen, large);
    expect(terminal.screen).toMatch(/turns ░+ 0 of 5 .*cost ░+ \$0\.00 of \$2\.00/);
    place.goOn("T1");
    await terminal.waitFor(/last +T1 confirmed: 2 files, tests 1 → 2 pass/);
    await terminal.waitFor(/✓ T1: Write one[\s\S]*▶ T2[\s\S]*edits src\/T2\.js/);
    place.goOn("T2");
    await terminal.waitFor(/last +T2 refused: /);
    await terminal.waitFor(/turn 3[\s\S]*edits src\/T2\.js/);
    for (const task of ["T2", "T3"]) {
      place.goOn(task);
      await terminal.waitFor(new RegExp(`${task} confirmed|COMPLETED`));
    }
    await terminal.waitFor("[exit 0]");
    expect(terminal.log).toMatch(/task T1 done, verified[\s\S]*T2 refused[\s\S]*Status: +COMPLETED/);
  });

  it.each(["run", "watch"])("does what its keys say, from %s", async (from) => {
    using place = new Place();
    using run = place.start(runWords, from === "run" ? large : { columns: 80, rows: 24 }, { ASKS: "1" });
    await run.waitFor("edits src/T1.js");
    using watcher = place.start(["watch"], large);
    const seen = from === "run" ? run : watcher;
    await seen.waitFor(/▶ T1/);
    seen.press("?");
    await seen.waitFor("more turns, time, cost or tokens");
    seen.press("?", "t");
    await seen.waitFor("tell the agent>");
    seen.press("-l", "use 漢 cents");
    await seen.waitFor("use 漢 cents▏");
    seen.press("Enter");
    await seen.waitFor("the next prompt of T1 will have this");
    seen.press("+");
    await seen.waitFor("i 10 turns");
    seen.press("i");
    await seen.waitFor("of 15");
    seen.press("a");
    await seen.waitFor("nothing was asked");
    place.goOn("T1");
    await seen.waitFor(/asks +T1: Which port/);
    seen.press("a");
    await seen.waitFor("answer>");
    seen.press("-l", "8080");
    seen.press("Enter");
    await seen.waitFor(/answering "Which port/);
    seen.press("o");
    await seen.waitFor(/output of turn \d/);
    seen.press("o");
    await seen.waitFor(/prompt of turn \d/);
    seen.press("Escape");
    await seen.waitFor("t tell");
    seen.press("j", "Enter");
    await seen.waitFor("─ task T1 ─");
    seen.press("Escape");
    await seen.waitFor("t tell");
    seen.press("f");
    await seen.waitFor("untildone run", false);
    seen.press("f");
    await seen.waitFor("untildone run");
    seen.press("p");
    await seen.waitFor("pausing after this iteration");
    seen.press("p", "s");
    await seen.waitFor("stopping after this iteration");
    place.goOn("T1");
    await run.waitFor("[exit 3]");
  });

  it("shows the diff of a task that is done", async () => {
    using place = new Place();
    using terminal = place.start(runWords, large);
    await terminal.waitFor("edits src/T1.js");
    place.goOn("T1");
    await terminal.waitFor("edits src/T2.js");
    terminal.press("k", "k", "d");
    await terminal.waitFor(/diff of T1[\s\S]*\+export const value = 1;/);
    terminal.press("Escape", "s");
    place.goOn("T2");
    await terminal.waitFor("[exit 3]");
  });

  it("keeps to every size while the run goes on, without colours too", async () => {
    using place = new Place();
    using terminal = place.start(runWords, { columns: 200, rows: 60 }, { NO_COLOR: "1" });
    await terminal.waitFor(/▶ T1/);
    fits(terminal.screen, { columns: 200, rows: 60 });
    expect(terminal.painted).not.toContain("\u001b[3");
    terminal.resize({ columns: 80, rows: 24 });
    await terminal.waitFor("untildone run", false);
    await terminal.waitFor("iteration 1 of 5");
    terminal.press("f");
    await terminal.waitFor("untildone run");
    fits(terminal.screen, { columns: 80, rows: 24 });
    terminal.resize(large);
    await expect.poll(() => terminal.screen.split("\n").length, { timeout: 10_000 }).toBe(40);
    fits(terminal.screen, large);
    terminal.press("C-c", "C-c");
    await terminal.waitFor("[exit 3]");
  });

  it("shows four tasks at once", async () => {
    using place = new Place();
    using terminal = place.start([...runWords, "--parallel", "4"], large);
    await terminal.waitFor(/T1\.js[\s\S]*T2\.js[\s\S]*T3\.js/);
    fits(terminal.screen, large);
    expect(terminal.screen).toContain("now    3 tasks at work");
    for (const task of ["T1", "T3"]) place.goOn(task);
    await terminal.waitFor(/✓ T1[\s\S]*✓ T3/);
    terminal.press("C-c", "C-c");
    await terminal.waitFor("[exit 3]");
  });

  it("gives the terminal back when it is ended at once", async () => {
    using place = new Place();
    using terminal = place.start(runWords, large);
    await terminal.waitFor(/▶ T1/);
    terminal.press("C-c", "C-c", "C-c");
    await terminal.waitFor(/\[exit 3\]/);
    expect(terminal.screen).not.toContain("t tell");
  });
});
