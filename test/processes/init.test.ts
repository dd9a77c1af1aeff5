import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { editFiles } from "../../src/lib/files/edit-files.js";
import { bin, Workplace } from "../e2e/cli.js";

const settings = ".claude/settings.json";

/** A project in a terminal of its own, in which untildone runs. */
class Terminal implements Disposable {
  readonly place = new Workplace();
  readonly #socket = `untildone-init-${basename(this.place.path)}`;

  constructor(files: Readonly<Record<string, string>> = {}, agents: readonly string[] = []) {
    mkdirSync(this.place.stateHome);
    for (const [name, text] of Object.entries(files)) this.place.write(name, text);
    for (const agent of agents) this.place.program(agent, "exit 0");
    const path = `${join(this.place.path, "bin")}:/usr/bin:/bin`;
    const env = `HOME='${this.place.stateHome}' PATH='${path}' PS1=READY PS2=`;
    this.#tmux(
      "-f/dev/null",
      "new-session",
      "-d",
      "-x",
      "120",
      "-y",
      "50",
      `cd '${this.place.path}'; exec env ${env} sh`,
    );
  }

  #tmux(...words: readonly string[]): string {
    return spawnSync("tmux", ["-L", this.#socket, ...words], { encoding: "utf8" }).stdout;
  }

  /** Waits until the screen shows a text, then types. */
  async answer(shown: string, ...keys: readonly string[]): Promise<void> {
    await this.wait(shown);
    this.#tmux("send-keys", ...keys);
  }

  async wait(shown: string): Promise<string> {
    for (let tries = 0; tries < 300; tries++) {
      const screen = this.#tmux("capture-pane", "-p", "-J");
      if (screen.includes(shown)) return screen;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`never shown: ${shown}\n${this.#tmux("capture-pane", "-p")}`);
  }

  async init(): Promise<void> {
    await this.answer("READY", `clear; '${process.execPath}' '${bin}' init; echo "status $?"`, "Enter");
  }

  [Symbol.dispose](): void {
    this.#tmux("kill-server");
    this.place[Symbol.dispose]();
  }
}

const isThere = spawnSync("tmux", ["-V"]).status === 0;
const owns = (terminal: Terminal): readonly string[] =>
  readdirSync(terminal.place.path).filter((name) => name !== "bin");

describe.skipIf(!isThere)("the questions of init, in a terminal", () => {
  it("lead to the files that were asked for", async () => {
    using terminal = new Terminal({}, ["claude", "codex"]);
    await terminal.init();
    await terminal.answer("first task?", "Add a login page", "Enter");
    await terminal.answer("tests the project?", "make test", "Enter");
    await terminal.answer("agent should run?", "codx", "Enter");
    await terminal.answer("one of claude, codex", "codex", "Enter");
    await terminal.answer("interactive sessions too?", "claude", "Enter");
    await terminal.answer("Write these files? [Y/n]", "Enter");
    await terminal.wait("status 0");
    const { place } = terminal;
    expect(place.read("TODO.md")).toMatch(/^- \[ \] T1: Add a login page$/m);
    expect(place.read(".ralph/config.yaml")).toContain("\nagent: codex\n");
    expect(place.read(".ralph/config.yaml")).toContain("\nchecks:\n  tests: make test\n");
    expect(place.read(settings)).toContain("hook claude");
    expect(existsSync(join(place.path, ".codex"))).toBe(false);
  });

  it("are few where everything is there", async () => {
    using terminal = new Terminal({ "TODO.md": "- [ ] one\n", "package.json": '{"scripts": {"test": "node --test"}}' });
    await terminal.init();
    const screen = await terminal.wait("Write these files?");
    expect(screen).toContain("TODO.md: the task list already exists: 1 task, 1 left");
    expect(screen).toContain("check tests: npm run test (package.json scripts.test)");
    await terminal.answer("Write these files?", "n", "Enter");
    await terminal.wait("status 3");
    expect(owns(terminal)).toEqual(["TODO.md", "package.json"]);
  });

  it.each(["C-c", "C-d"])("leave nothing behind when %s ends them", async (key) => {
    using terminal = new Terminal();
    await terminal.init();
    await terminal.answer("first task?", "one", "Enter");
    await terminal.answer("tests the project?", key);
    expect(await terminal.wait("status 3")).toContain("nothing was written");
    expect(owns(terminal)).toEqual([]);
    await terminal.init();
    await terminal.answer("first task?", "Enter");
    await terminal.answer("tests the project?", "Enter");
    await terminal.answer("Write these files?", key);
    await terminal.wait("status 3");
    expect(owns(terminal)).toEqual([]);
  });
});

describe("how an agent starts untildone", () => {
  const commandIn = (place: Workplace): string => /"command": "(.*hook.*)"/.exec(place.read(settings))?.[1] ?? "";

  const own = `${process.execPath} ${bin} hook claude`;

  it("by the path of the program that runs where nothing else is there, and says so", async () => {
    using place = new Workplace();
    const { out } = await place.run(["init", "--claude"], "", { HOME: "/nowhere", PATH: "/usr/bin" });
    expect(commandIn(place)).toBe(own);
    expect(out).toContain("started from where it is now");
  });

  it("from the path, but not from the one that npm adds for its scripts", async () => {
    using place = new Workplace();
    const folder = place.program("untildone", "");
    const scripts = join(place.path, "other/node_modules/.bin");
    chmodSync(place.write("other/node_modules/.bin/untildone", ""), 0o755);
    await place.run(["init", "--claude"], "", { HOME: "/nowhere", PATH: `${scripts}:/usr/bin` });
    expect(commandIn(place)).toBe(own);
    await place.run(["init", "--claude", "--remove"], "", { HOME: "/nowhere", PATH: "/usr/bin" });
    await place.run(["init", "--claude"], "", { HOME: "/nowhere", PATH: `${scripts}:${folder}:/usr/bin` });
    expect(commandIn(place)).toBe("untildone hook claude");
  });
});

describe("files that are edited together", () => {
  it("are as they were if one of them cannot be written", () => {
    using place = new Workplace();
    place.write("old.txt", "before");
    const edits = [
      { path: "old.txt", before: "before", after: "after" },
      { path: "new/a.txt", before: null, after: "a" },
      // The folder that the file before needs.
      { path: "new", before: null, after: "no" },
    ];
    expect(() => editFiles(place.path, edits)).toThrow("a folder stands where the file should be");
    expect(place.read("old.txt")).toBe("before");
    expect(readdirSync(place.path)).toEqual(["old.txt"]);
  });

  it("are not overwritten if somebody changed them meanwhile", () => {
    using place = new Workplace();
    place.write("a.txt", "theirs");
    expect(() => editFiles(place.path, [{ path: "a.txt", before: "old", after: "ours" }])).toThrow("changed meanwhile");
    expect(() => editFiles(place.path, [{ path: "a.txt", before: null, after: "ours" }])).toThrow("changed meanwhile");
    expect(place.read("a.txt")).toBe("theirs");
  });

  it.skipIf(process.getuid?.() === 0)("are refused in a folder that may not be written", () => {
    using place = new Workplace();
    place.write(".claude/settings.json", "{}\n");
    chmodSync(join(place.path, ".claude"), 0o555);
    const { code, err } = place.runProcess(["init", "--claude"], "", { HOME: "/nowhere" });
    chmodSync(join(place.path, ".claude"), 0o755);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("may not be written") });
  });
});
