import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, vi } from "vitest";
import { bin, jsonLines } from "../e2e/cli.js";
import { Terminal } from "../tmux.js";
import { FakeModel } from "./fake-model/server.js";
import { listRunning } from "./left-running.js";
import type { Access, RealCli } from "./real-cli.js";

export type Event = Readonly<Record<string, unknown>>;

/** How long a real CLI may take to get anywhere on a busy machine. */
export const patience = { timeout: 90_000, interval: 50 };

/** A run of the built CLI that was started. */
export class StartedRun {
  readonly child: ChildProcess;
  readonly #started = performance.now();
  out = "";
  err = "";
  seconds = 0;
  readonly #closed: Promise<unknown>;

  constructor(words: readonly [string, ...string[]], options: { cwd: string; env: Readonly<Record<string, string>> }) {
    const [program, ...rest] = words;
    this.child = spawn(program, rest, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    this.child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      this.out += chunk;
    });
    this.child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      this.err += chunk;
    });
    this.#closed = once(this.child, "close");
  }

  /** The events so far: whole lines. */
  get events(): readonly Event[] {
    return jsonLines(this.out.slice(0, this.out.lastIndexOf("\n") + 1));
  }

  eventsOf(type: string): readonly Event[] {
    return this.events.filter((event) => event["type"] === type);
  }

  async waitForEvent(type: string): Promise<void> {
    await vi.waitFor(() => expect(this.eventsOf(type), this.err).not.toEqual([]), patience);
  }

  async ended(): Promise<number | null> {
    await this.#closed;
    this.seconds = (performance.now() - this.#started) / 1000;
    return this.child.exitCode;
  }
}

/** Which CLI is used, from which folder, and how it is logged in. */
interface Use {
  readonly cli: RealCli;
  readonly folder: string;
  readonly access: Access;
  /** Another CLI that is started in the same run. */
  readonly beside?: { readonly cli: RealCli; readonly folder: string };
  /** Other files than those of the two tasks. */
  readonly files?: Readonly<Record<string, string>>;
  /** Absent: yes. */
  readonly hasGit?: boolean;
}

/** A project with two tasks, whose tests fail until they are done, beside an empty home and a fake model. */
export class RealPlace implements AsyncDisposable {
  readonly project: string;
  readonly home: string;
  readonly model: FakeModel;
  readonly #root: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #runs: StartedRun[] = [];

  static async create(using: Use): Promise<RealPlace> {
    const root = mkdtempSync(join(tmpdir(), "untildone-real-"));
    for (const name of ["project", "home"]) mkdirSync(join(root, name));
    return new RealPlace(root, await FakeModel.start(join(root, "project")), using);
  }

  private constructor(
    root: string,
    model: FakeModel,
    { cli, folder, access, beside, files = projectFiles, hasGit = true }: Use,
  ) {
    this.#root = root;
    this.project = join(root, "project");
    this.model = model;
    this.home = join(root, "home");
    const all = [{ cli, folder }, ...(beside ? [beside] : [])];
    for (const each of all) each.cli.configure?.(this.home, model.url);
    const keys = all.map((each) => each.cli.env(model.url, access));
    this.#env = Object.assign(cleanEnv(this.home, all.map((each) => each.folder).join(":")), ...keys);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    if (hasGit) this.#commitAll();
  }

  write(name: string, content: string): void {
    const file = join(this.project, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  remove(name: string): void {
    rmSync(join(this.project, name));
  }

  read(name: string): string {
    return readFileSync(join(this.project, name), "utf8");
  }

  start(words: readonly string[], env: Readonly<Record<string, string>> = {}): StartedRun {
    return this.startProgram([process.execPath, bin, "run", "--json", ...words], env);
  }

  /** The agent itself, or untildone beside it, as a person starts it. */
  startProgram(words: readonly [string, ...string[]], env: Readonly<Record<string, string>> = {}): StartedRun {
    const run = new StartedRun(words, { cwd: this.project, env: { ...this.#env, ...env } });
    this.#runs.push(run);
    return run;
  }

  /** A command of a CLI's settings, as that starts it; what it printed. */
  runShell(command: string, input: string): string {
    const run = spawnSync("sh", ["-c", command], { cwd: this.project, env: this.#env, input, encoding: "utf8" });
    expect(run.status, run.stderr).toBe(0);
    return run.stdout;
  }

  /** The same on a terminal, where a person would watch it. */
  startOnTerminal(words: readonly string[], size: { readonly columns: number; readonly rows: number }): Terminal {
    const env = { ...this.#env, LC_ALL: "C.UTF-8" };
    return new Terminal([process.execPath, bin, "run", ...words], { cwd: this.project, env, ...size });
  }

  /** Waits for a file that a tool of the agent writes. */
  async waitForFile(name: string): Promise<void> {
    await vi.waitFor(() => expect(existsSync(join(this.project, name)), `${name} is there`).toBe(true), patience);
  }

  /** Neither the agent nor anything it started is there any more. */
  async waitUntilNothingRuns(): Promise<void> {
    await vi.waitFor(() => expect(listRunning(this.home)).toEqual([]), patience);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { child } of this.#runs) if (child.exitCode === null) child.kill("SIGKILL");
    await this.model[Symbol.asyncDispose]();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }

  #commitAll(): void {
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "start"],
    ])
      spawnSync("git", words, { cwd: this.project });
  }
}

/** Nothing of ours but the path. Whatever an agent wants to reach beside the model is refused at once. */
const cleanEnv = (home: string, folder: string): Readonly<Record<string, string>> => ({
  PATH: `${folder}:${process.env["PATH"]}`,
  HOME: home,
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1,localhost",
});

const testFile = (name: string, expected: string): string =>
  [
    'import assert from "node:assert/strict";',
    'import test from "node:test";',
    `test("${name} works", async () => {`,
    `  const { ${name} } = await import("../src/${name}.js");`,
    `  assert.equal(${expected});`,
    "});",
    "",
  ].join("\n");

const projectFiles = {
  "TODO.md": "- [ ] T1: Add double() in src/double.js\n- [ ] T2: Add greet() in src/greet.js\n",
  "package.json": JSON.stringify({ name: "exercise", type: "module", scripts: { test: "node --test" } }),
  "test/double.test.js": testFile("double", "double(4), 8"),
  "test/greet.test.js": testFile("greet", 'greet("Ada"), "Hello, Ada"'),
};
