import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { bin, jsonLines, Workplace } from "../e2e/cli.js";
import { hasTmux, Terminal } from "../tmux.js";

/** The live view and `untildone watch` on real terminals. The agent goes on when the file `go` is there. */

const agent = `
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
process.on("SIGTERM", () => process.exit(1));
const say = (event) => process.stdout.write(JSON.stringify(event) + "\\n");
const write = (content) => say({ type: "assistant", session_id: "s", message: { id: "m", role: "assistant", content } });
say({ type: "system", subtype: "init", session_id: "s" });
write([{ type: "text", text: process.env.SAYS ?? "I look at the cart before I change it." }]);
write([{ type: "tool_use", id: "t", name: "Edit", input: { file_path: process.cwd() + "/src/cart.ts" } }]);
while (!existsSync("go")) await setTimeout(50);
rmSync("go");
writeFileSync("work-" + process.env.UNTILDONE_ITERATION + ".txt", "x");
write([{ type: "text", text: "I went on." }]);
say({ type: "result", subtype: "success", is_error: false, result: "I went on.", session_id: "s" });
`;

class Place extends Workplace {
  constructor() {
    super();
    this.write("agent.mjs", agent);
    this.write("TODO.md", "- [ ] T1: Round the total of a cart\n- [x] T2: Set up the project\n");
    this.program("claude", `exec "${process.execPath}" "${this.path}/agent.mjs"`);
    this.commitAll();
  }

  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    const PATH = `${this.path}/bin:${process.env["PATH"]}`;
    const own = { HOME: this.path, HISTFILE: "/dev/null", XDG_STATE_HOME: this.stateHome, ANTHROPIC_API_KEY: "x" };
    return { ...own, PATH, LC_ALL: "C.UTF-8", ...more };
  }

  start(size: { columns?: number; rows?: number } = {}, more: Readonly<Record<string, string>> = {}): Terminal {
    return new Terminal(runWords, { cwd: this.path, env: this.env(more), ...size });
  }

  watch(): Terminal {
    return new Terminal([process.execPath, bin, "watch"], { cwd: this.path, env: this.env() });
  }

  goOn(): void {
    this.write("go", "");
  }

  /** An agent that was left alone may still write: then a folder stays, and hides no failure of the test. */
  override [Symbol.dispose](): void {
    for (const path of [this.path, this.stateHome])
      try {
        rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      } catch {}
  }
}

/** Twice: two at the same time count as one where the terminal makes signals of them. */
async function interrupt(terminal: Terminal): Promise<void> {
  terminal.press("C-c");
  await terminal.waitFor("again stops the agent now");
  terminal.press("C-c");
}

const runWords = [process.execPath, bin, "run", "--agent", "claude", "--tasks", "TODO.md", "--max-iterations", "3"];

describe.skipIf(!hasTmux)("the live view", () => {
  it.each([
    [200, /^ {2}agent {4}claude edits src\/cart.ts · \d+s$/m],
    [80, /^ {2}agent {4}claude edits src\/cart.ts · \d+s$/m],
    [40, /^agent {3}claude edits src\/cart.ts · \d+s$/m],
    [10, /^claude e…$/m],
  ])("at %i columns", async (columns, shows) => {
    using place = new Place();
    using terminal = place.start({ columns });
    await terminal.waitFor(shows);
    expect(terminal.screen.split("\n").every((line) => line.length <= columns)).toBe(true);
    terminal.press("C-c", "C-c");
    await terminal.waitFor("[exit 3");
  });

  it("is redrawn in place: no line of it stays, whatever the window does", async () => {
    using place = new Place();
    using terminal = place.start();
    await terminal.waitFor("I look at the cart");
    for (const columns of [40, 120, 60]) {
      terminal.resize({ columns, rows: 24 });
      await vi.waitFor(() => expect(terminal.log.match(/^ *tasks +█/gm)).toHaveLength(1));
    }
    place.goOn();
    await terminal.waitFor("iteration 2 of 3");
    expect(terminal.log.match(/^ *tasks +█/gm)).toHaveLength(1);
    expect(terminal.log).toMatch(/^ {2}goes on {2}not done yet$/m);
    terminal.press("C-c", "C-c");
    await terminal.waitFor("[exit 3]");
    expect(terminal.log).not.toMatch(/tasks +█/);
    expect(terminal.log).toMatch(/Status: +INTERRUPTED/);
  });

  it.each([
    { view: "one task", words: runWords, row: /^ *tasks +█/gm },
    { view: "several tasks", words: [...runWords, "--parallel", "2"], row: /^ *tasks +█/gm },
  ])("leaves no line behind in a window that was too low for it: $view", async ({ words, row }) => {
    using place = new Place();
    place.write("TODO.md", "- [ ] T1: Round the total\n- [ ] T2: Print the total\n- [x] T3: Set up the project\n");
    place.commitAll();
    using terminal = new Terminal(words, { cwd: place.path, env: place.env() });
    await terminal.waitFor(/claude edits[\s\S]*p pause/);
    for (const rows of [6, 3, 24, 5, 12, 24]) {
      terminal.resize({ columns: 80, rows });
      await terminal.waitFor(/iteration/);
      // Two redraws later.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await terminal.waitFor(/claude edits[\s\S]*p pause/);
    // The terminal may be looked at between two steps of a redraw.
    await expect.poll(() => terminal.log.match(row), { timeout: 10_000 }).toHaveLength(1);
    terminal.press("C-c", "C-c");
    await terminal.waitFor("[exit 3]");
    expect(terminal.log).not.toMatch(/tasks +█|p pause/);
  });

  it("shows each of several tasks at work", async () => {
    using place = new Place();
    place.write("TODO.md", "- [ ] T1: Round the total\n- [ ] T2: Print the total\n- [x] T3: Set up the project\n");
    place.commitAll();
    using terminal = new Terminal([...runWords, "--parallel", "2"], { cwd: place.path, env: place.env(), rows: 40 });
    // In the order in which their worktrees are ready.
    await terminal.waitFor(/ T1: Round the total\n +claude edits/);
    await terminal.waitFor(/ T2: Print the total\n +claude edits/);
    expect(terminal.screen).toMatch(/tasks +█+░+ 1 of 3 done/);
    terminal.press("p");
    await terminal.waitFor("pausing");
    terminal.press("C-c", "C-c");
    await terminal.waitFor("[exit 3]");
    expect(terminal.log).toMatch(/Tasks: +1 of 3 done/);
  });

  it("pauses and continues with p, stops with s, and helps with ?", async () => {
    using place = new Place();
    using terminal = place.start();
    await terminal.waitFor("p pause");
    terminal.press("?");
    await terminal.waitFor("hide this help");
    terminal.press("?", "p");
    await terminal.waitFor("pausing after this iteration");
    place.goOn();
    await terminal.waitFor(/paused +since \d\d:\d\d/);
    terminal.press("p");
    await terminal.waitFor(/iteration 2 of 3[\s\S]*claude edits/);
    terminal.press("s");
    await terminal.waitFor("stopping after this iteration; Ctrl-C again stops the agent now");
    place.goOn();
    await terminal.waitFor("[exit 3]");
    expect(terminal.log).toContain("Iterations: 2");
  });

  it.each([
    ["once: the agent finishes", ["C-c"], "stopping after this iteration"],
    ["twice: the agent is stopped", ["C-c", "C-c"], "[exit 3]"],
  ])("Ctrl-C %s", async (_, keys, shows) => {
    using place = new Place();
    using terminal = place.start();
    await terminal.waitFor("claude edits");
    terminal.press(...keys);
    await terminal.waitFor(shows);
    place.goOn();
    await terminal.waitFor("[exit 3]");
  });

  /** Whether the terminal is as the shell expects it: keys are shown, and lines are edited. */
  const mode = (shell: Terminal): Promise<string> => {
    shell.press("stty -a | tr ' ' '\\n' | grep -cx -e icanon -e 'echo' -e isig", "Enter");
    return shell.waitFor(/^3$/m);
  };

  it.each<[string, (place: Place, shell: Terminal) => void]>([
    ["three times Ctrl-C", (_, shell) => shell.press("C-c", "C-c", "C-c")],
    ["SIGTERM", (place) => signalRun(place, "SIGTERM")],
    ["SIGABRT", (place) => signalRun(place, "SIGABRT")],
    ["Ctrl-\\", (_, shell) => shell.press("C-\\")],
  ])("gives the terminal back after %s", async (_, end) => {
    using place = new Place();
    using shell = new Terminal(["bash", "--norc", "--noprofile", "-i"], { cwd: place.path, env: place.env() });
    shell.press(`${runWords.join(" ")}; echo over`, "Enter");
    await shell.waitFor("claude edits");
    end(place, shell);
    await shell.waitFor(/^over$/m);
    await mode(shell);
  });

  it("is suspended by Ctrl-Z, and goes on with fg", async () => {
    using place = new Place();
    using shell = new Terminal(["bash", "--norc", "--noprofile", "-i"], { cwd: place.path, env: place.env() });
    shell.press(runWords.join(" "), "Enter");
    await shell.waitFor("claude edits");
    shell.press("C-z");
    await shell.waitFor("Stopped");
    await mode(shell);
    shell.press("clear; fg", "Enter");
    await shell.waitFor("claude edits");
    shell.press("p");
    await shell.waitFor("pausing after this iteration");
    shell.press("C-c", "C-c");
    await shell.waitFor("Next:");
  });

  it("is not drawn by a background job, which is not stopped either", async () => {
    using place = new Place();
    using shell = new Terminal(["bash", "--norc", "--noprofile", "-i"], { cwd: place.path, env: place.env() });
    shell.press(`${runWords.join(" ")} &`, "Enter");
    await shell.waitFor("iteration 1  T1");
    place.goOn();
    await shell.waitFor("iteration 2  T1");
    expect(shell.screen).not.toContain("claude edits");
    shell.press("fg", "Enter");
    await shell.waitFor("claude edits");
    shell.press("C-c", "C-c");
    await shell.waitFor("Next:");
  });

  it.each<[string, Record<string, string>, boolean]>([
    ["TERM=dumb", { TERM: "dumb" }, false],
    ["CI", { CI: "true" }, false],
    ["NO_COLOR", { NO_COLOR: "1" }, true],
    ["a locale without UTF-8", { LC_ALL: "C" }, true],
  ])("%s", async (name, more, isLive) => {
    using place = new Place();
    using terminal = place.start({}, more);
    await terminal.waitFor(isLive ? "claude edits src/cart.ts" : "    edits src/cart.ts");
    expect(terminal.screen.includes("p pause")).toBe(isLive);
    if (name === "NO_COLOR") expect(terminal.painted).not.toContain("\u001b[");
    if (name.startsWith("a locale")) expect(terminal.screen).toMatch(/tasks +\[#+-+\] 1 of 2 done/);
    await interrupt(terminal);
    await terminal.waitFor("[exit 3]");
  });

  it("shows what a hostile agent writes as text, in the width it has", async () => {
    using place = new Place();
    const says = "\u001b[2J\u001b[1;1H\u001b]0;x\u0007 fake \u202e漢字漢字 🎉👨‍👩‍👧 \u009b2J\r\nrun r9 COMPLETED";
    using terminal = place.start({ columns: 60 }, { SAYS: says });
    // Once above the view, where it stays, and once in it.
    const shown = await terminal.waitFor(/COMPLETED[\s\S]*^ {2}iteration 1 of 3[\s\S]*COMPLETED/m);
    expect(shown).not.toMatch(/^run r9/m);
    expect(shown).toContain("\\u202e");
    terminal.press("C-c", "C-c");
    await terminal.waitFor("[exit 3]");
  });
});

function signalRun(place: Place, signal: string): void {
  const [pid = ""] = execFileSync("pgrep", ["-f", `run --agent claude --tasks TODO.md`], { encoding: "utf8" })
    .split("\n")
    .filter((each) => each !== "" && cwdOf(each) === place.path);
  process.kill(Number(pid), signal);
}

const cwdOf = (pid: string): string => {
  try {
    return execFileSync("readlink", [`/proc/${pid}/cwd`], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
};

describe.skipIf(!hasTmux)("untildone watch", () => {
  it("shows a run of another terminal, steers it, and leaves it alone", async () => {
    using place = new Place();
    using run = place.start();
    await run.waitFor("claude edits");
    using watcher = place.watch();
    using other = place.watch();
    await other.waitFor("claude edits");
    await watcher.waitFor(/claude edits src\/cart.ts[\s\S]*I look at the cart[\s\S]*q leave/);
    watcher.press("p");
    await run.waitFor("pausing after this iteration");
    watcher.press("p");
    await run.waitFor("p pause");
    watcher.press("q");
    await watcher.waitFor("[exit 0]");
    using again = place.watch();
    await again.waitFor("claude edits");
    again.press("C-c");
    await again.waitFor("[exit 0]");
    await run.waitFor("p pause");
    other.press("s");
    await run.waitFor("stopping after this iteration");
    place.goOn();
    await other.waitFor("[exit 3]");
    expect(other.log).toMatch(/Status: +INTERRUPTED/);
    await run.waitFor("[exit 3]");
  });

  it("says that the run was killed", async () => {
    using place = new Place();
    using run = place.start();
    await run.waitFor("claude edits");
    using watcher = place.watch();
    await watcher.waitFor("claude edits");
    signalRun(place, "SIGKILL");
    await watcher.waitFor("the run ended without a decision; see where it stands with: untildone state");
    await watcher.waitFor("[exit 2]");
  });

  it("prints lines, or events, without a terminal", async () => {
    using place = new Place();
    using run = place.start();
    await run.waitFor("claude edits");
    const watchers = [[], ["--json"]].map((words) => {
      const child = spawn(process.execPath, [bin, "watch", ...words], { cwd: place.path, env: place.env() });
      let out = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        out += chunk;
      });
      const closed = once(child, "close");
      return { read: () => out, ended: async () => [...(await closed)][0] };
    });
    await vi.waitFor(() => expect(watchers.every(({ read }) => read().includes("iteration"))).toBe(true));
    run.press("s");
    await run.waitFor("stopping");
    place.goOn();
    const [lines, events] = watchers;
    expect(await lines?.ended()).toBe(3);
    expect(await events?.ended()).toBe(3);
    expect(lines?.read()).toMatch(/^run .*[\s\S]*^iteration 1 {2}T1[\s\S]*"I went on\."[\s\S]*^Status: +INTERRUPTED/m);
    expect(lines?.read()).not.toContain("\u001b");
    const types = jsonLines(events?.read() ?? "").map(({ type }) => type);
    expect(types[0]).toBe("run-start");
    expect(types).toContain("agent-message");
    expect(types.at(-1)).toBe("run-end");
  });
});

it("says that there is no run to watch", () => {
  using place = new Workplace();
  const { code, err } = place.runProcess(["watch"]);
  expect(code).toBe(2);
  expect(err).toContain("no run is going on here");
});
