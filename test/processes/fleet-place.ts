import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { hasRedis, RedisProcess } from "../../scripts/redis-process.mjs";
import type { TaskProgress } from "../../src/fleet/terms.js";
import { unpackText } from "../../src/lib/text/pack-text.js";
import { bin, type Ran } from "../e2e/cli.js";
import type { Script, Step } from "./parallel-place.js";

export const isRedisThere = hasRedis();
if (!isRedisThere)
  console.warn("redis-server is not installed: the tests of a fleet are skipped (apt-get install redis-server)");

const agent = fileURLToPath(new URL("../../scripts/task-agent.mjs", import.meta.url));
export const prefix = "{untildone}";

export interface FleetEvent {
  readonly type: string;
  readonly at: string;
  readonly hold?: { readonly task: string; readonly job: string };
  readonly isTakeover?: boolean;
  readonly text?: string;
  readonly why?: string;
  readonly end?: { readonly status: string; readonly why: string };
  readonly event?: { readonly type: string; readonly why?: string };
}

/** A step of the agent for a task; it waits until the test says so if it names a gate. */
export interface FleetStep extends Step {
  readonly waitFor?: string;
}

/** A worker in a process of its own. */
export class FleetProcess {
  readonly child: ChildProcess;
  out = "";
  err = "";

  constructor(words: readonly string[], options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    this.child = spawn(process.execPath, [bin, "fleet", "worker", ...words], {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      this.out += chunk;
    });
    this.child.stderr?.setEncoding("utf8").on("data", (chunk) => {
      this.err += chunk;
    });
  }

  get events(): readonly FleetEvent[] {
    return this.out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  ofType = (type: string): readonly FleetEvent[] => this.events.filter((event) => event.type === type);

  /** Waits for an event. */
  async sees(type: string, holds: (event: FleetEvent) => boolean = () => true): Promise<FleetEvent> {
    await until(
      () => this.ofType(type).some(holds),
      () => `an event ${type}:\n${this.#heard()}`,
    );
    return this.ofType(type).find(holds) as FleetEvent;
  }

  async says(text: RegExp): Promise<void> {
    await until(
      () => text.test(this.err),
      () => `${text}:\n${this.#heard()}`,
    );
  }

  #heard = (): string => `${this.out.slice(-3000)}${this.err}`;

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.isRunning) return this.child.exitCode;
    const closed = once(this.child, "close");
    this.child.kill(signal);
    await closed;
    return this.child.exitCode;
  }
}

export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
  // Nothing waits so long but on a machine that others keep busy.
  withinMs = 100_000,
): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    if (await holds()) return;
    await pause(50);
  }
  if (!(await holds())) throw new Error(`it did not happen: ${typeof what === "string" ? what : what()}`);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A Redis, repositories with lists, an agent that does another thing for each task, and workers. */
export class FleetPlace implements AsyncDisposable {
  readonly path = mkdtempSync(join(tmpdir(), "untildone-fleet-"));
  readonly log = join(this.path, "turns.log");
  readonly redis: RedisProcess;
  readonly client: Redis;
  readonly #name = randomUUID();
  readonly #workers: FleetProcess[] = [];

  private constructor(redis: RedisProcess) {
    this.redis = redis;
    this.client = new Redis(redis.url, { maxRetriesPerRequest: null, retryStrategy: () => 100 });
    this.client.on("error", () => undefined);
  }

  static async open(options: Parameters<typeof RedisProcess.start>[0] = {}): Promise<FleetPlace> {
    return new FleetPlace(await RedisProcess.start(options));
  }

  env = (): NodeJS.ProcessEnv => ({
    PATH: process.env["PATH"],
    HOME: this.path,
    XDG_STATE_HOME: join(this.path, "state"),
    UNTILDONE_REDIS_URL: this.redis.url,
    FLEET_TEST: this.#name,
  });

  /** A bare repository with a list; the check fails while a file of `parts` is not whole. */
  repository(name: string, list: string, files: Readonly<Record<string, string>> = {}): string {
    const source = join(this.path, `${name}.src`);
    const verify = `for file in parts/*; do grep -q whole "$file" || exit 1; done\n`;
    const all = { "TODO.md": list, "verify.sh": verify, "parts/0": "whole\n", ...files };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(source, path)), { recursive: true });
      writeFileSync(join(source, path), text);
    }
    const bare = join(this.path, `${name}.git`);
    this.git(source, "init", "-q", "-b", "main");
    this.git(source, "add", "-A");
    this.git(source, "commit", "-qm", "Begin");
    this.git(this.path, "clone", "-q", "--bare", source, bare);
    return bare;
  }

  git(cwd: string, ...words: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      ...{ cwd, encoding: "utf8" },
    });
    if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
    return stdout.trim();
  }

  /** What the agent does for each task. Every turn is in the log. */
  script(script: Readonly<Record<string, readonly FleetStep[]>>): void {
    const logged = Object.entries(script).map(([task, steps]) => [task, steps.map((s) => ({ log: this.log, ...s }))]);
    writeFileSync(join(this.path, "script.json"), JSON.stringify(Object.fromEntries(logged) satisfies Script));
  }

  /** The environment of a worker with a program of this name before all others. */
  brokenProgram(name: string, text: string): NodeJS.ProcessEnv {
    const folder = join(this.path, `broken-${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return { ...this.env(), PATH: `${folder}:${process.env["PATH"]}` };
  }

  gate = (name: string): string => join(this.path, `gate-${name}`);
  openGate = (name: string): void => writeFileSync(this.gate(name), "");

  turns = (task: string): number =>
    existsSync(this.log) ? readFileSync(this.log, "utf8").split(`start ${task} `).length - 1 : 0;

  startedAt = (task: string): number =>
    Number(new RegExp(`^start ${task} (\\d+)$`, "m").exec(readFileSync(this.log, "utf8"))?.[1]);

  worker(name: string, more: readonly string[] = [], env: NodeJS.ProcessEnv = this.env()): FleetProcess {
    const command = `node ${agent} ${join(this.path, "script.json")}`;
    const allow = more.includes("--allow-repo") ? [] : ["--allow-repo", `${this.path}/*`];
    const given = more.includes("--command") ? [] : ["--command", command];
    const own = ["--name", name, "--takeover-after", "2s", "--check", "v=sh verify.sh", "--no-detect", "--grace", "1"];
    const worker = new FleetProcess([...own, ...given, ...allow, "--json", ...more], {
      cwd: this.path,
      env,
    });
    this.#workers.push(worker);
    return worker;
  }

  async cli(words: readonly string[], env: NodeJS.ProcessEnv = this.env()): Promise<Ran> {
    const child = spawn(process.execPath, [bin, "fleet", ...words], {
      ...{ cwd: this.path, env, stdio: ["ignore", "pipe", "pipe"] },
    });
    const read = { out: "", err: "" };
    child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      read.out += chunk;
    });
    child.stderr?.setEncoding("utf8").on("data", (chunk) => {
      read.err += chunk;
    });
    const [code] = await once(child, "close");
    return { code, ...read };
  }

  async submit(repositories: readonly string[], ...more: readonly string[]): Promise<string> {
    const words = repositories.flatMap((url) => ["--repo", url]);
    const { out, err } = await this.cli(["submit", ...words, "--json", ...more]);
    if (out === "") throw new Error(err);
    return JSON.parse(out).id;
  }

  used = async (id: string): Promise<number> =>
    Number(await this.client.hget(`${prefix}:submission:${id}`, "iterations"));

  /** What is known of a task in Redis. */
  async task(id: string, task: string): Promise<TaskProgress> {
    const fields = await this.client.hgetall(`${prefix}:submission:${id}:tasks`);
    const [, json = "null"] = Object.entries(fields).find(([field]) => field.endsWith(`/${task}`)) ?? [];
    return JSON.parse(json);
  }

  /** Waits until all tasks are over. */
  async over(id: string): Promise<void> {
    const isOpen = async (): Promise<boolean> => {
      const fields = await this.client.hvals(`${prefix}:submission:${id}:tasks`);
      return fields.some((json) => ["held", "waiting", "working"].includes(JSON.parse(json).status));
    };
    const heard = () => this.#workers.map(({ out, err }) => `${out.slice(-1500)}\n${err}`).join("\n--\n");
    await until(async () => !(await isOpen()), heard);
  }

  /** Waits until it is known how each repository ended. */
  async ended(id: string): Promise<void> {
    await this.over(id);
    const states = async (): Promise<readonly string[]> =>
      JSON.parse((await this.cli(["status", id, "--json"])).out).repositories.map(
        (each: { state: string }) => each.state,
      );
    await until(async () => !(await states()).some((state) => state === "working" || state === "checking"), "an end");
  }

  async journal(
    id: string,
  ): Promise<readonly { readonly unit?: string; readonly about?: { unit: string; is: string } }[]> {
    const entries = await this.client.xrange(`${prefix}:submission:${id}:journal`, "-", "+");
    return entries.map(([, fields]) =>
      JSON.parse(unpackText(fields[fields.indexOf("record") + 1] ?? "", 2 ** 24) ?? ""),
    );
  }

  /** How often a task is merged: by the journal, and by the commits that mark it. */
  async merges(id: string, bare: string, task: string): Promise<readonly [journal: number, commits: number]> {
    const records = (await this.journal(id)).filter(({ about }) => about?.unit === task && about.is === "merged");
    const heads = this.git(bare, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
    if (!heads.includes(`untildone/${id}`)) return [records.length, 0];
    const subjects = this.git(bare, "log", "--first-parent", "--format=%s", `untildone/${id}`).split("\n");
    return [records.length, subjects.filter((subject) => subject === `untildone: task ${task}: merged`).length];
  }

  show = (bare: string, id: string, path: string): string => this.git(bare, "show", `untildone/${id}:${path}`);

  branches = (bare: string): readonly string[] =>
    this.git(bare, "for-each-ref", "--format=%(refname:short)", "refs/heads/untildone").split("\n").filter(Boolean);

  /** Processes that this place started and that still run: workers, agents and what they started. */
  running(): readonly string[] {
    return readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid) && readProc(pid, "environ").includes(this.#name))
      .map((pid) => `${pid} ${readProc(pid, "cmdline").replaceAll("\0", " ")}`)
      .filter((line) => !line.endsWith(" ") || line.length > 12); // One that has ended has no words left.
  }

  agents = (): readonly string[] =>
    this.running().filter((line) => line.includes("task-agent") && !line.includes("fleet worker"));

  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.#workers) {
      worker.child.kill("SIGCONT");
      await worker.end("SIGKILL");
    }
    this.client.disconnect();
    await this.redis.close();
    for (const line of this.running()) killIfThere(Number.parseInt(line, 10));
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
