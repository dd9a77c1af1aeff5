import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bin, type Ran, Workplace } from "../e2e/cli.js";

const agent = fileURLToPath(new URL("../../scripts/task-agent.mjs", import.meta.url));

export interface Step {
  readonly sleepMs?: number;
  readonly write?: Readonly<Record<string, string>>;
  readonly append?: Readonly<Record<string, string>>;
  readonly replace?: Readonly<Record<string, readonly [string, string]>>;
  readonly log?: string;
  readonly limitSeconds?: number;
  readonly usd?: number;
  readonly say?: string;
  readonly silent?: boolean;
}

export type Script = Readonly<Record<string, readonly Step[]>>;

export interface Event {
  readonly type: string;
  readonly unit?: string;
  readonly [name: string]: unknown;
}

/** A repository with a list, an agent that does another thing for each task, and what a run leaves there. */
export class ParallelPlace extends Workplace {
  /** Outside of the project: the agents write to it from their worktrees. */
  readonly log = `${this.path}.log`;

  constructor(list: string, script: Script, files: Readonly<Record<string, string>> = {}) {
    super();
    this.write("TODO.md", list);
    this.write("verify.sh", "exit 0\n");
    this.write(".gitignore", ".ralph/\n.cache/\n");
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    this.commitAll();
    this.write(".ralph/script.json", JSON.stringify(script));
  }

  words = (...more: readonly string[]): readonly string[] => [
    ...["run", "--command", `node ${agent} ${join(this.path, ".ralph/script.json")}`, "--tasks", "TODO.md"],
    ...["--check", "verify=sh verify.sh", "--no-detect", "--json", "--grace", "1", ...more],
  ];

  start(...more: readonly string[]) {
    const child = spawn(process.execPath, [bin, ...this.words(...more)], {
      cwd: this.path,
      stdio: ["ignore", "pipe", "pipe"],
      env: this.ownEnv,
    });
    const seen = { child, out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      seen.out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      seen.err += chunk;
    });
    return seen;
  }

  /** Runs it under a shell that sets limits first. */
  async runLimited(shell: string, words: readonly string[]): Promise<Ran> {
    const child = spawn("sh", ["-c", shell, "sh", process.execPath, bin, ...words], {
      ...{ cwd: this.path, env: this.ownEnv, stdio: ["ignore", "pipe", "pipe"] },
    });
    const seen = { out: "", err: "" };
    child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      seen.out += chunk;
    });
    child.stderr?.setEncoding("utf8").on("data", (chunk) => {
      seen.err += chunk;
    });
    const [code] = await once(child, "close");
    return { code, ...seen };
  }

  git(...words: readonly string[]): string {
    return spawnSync("git", words, { cwd: this.path, encoding: "utf8" }).stdout.trim();
  }

  worktrees = (): readonly string[] => this.git("worktree", "list").split("\n").slice(1);

  branches = (): readonly string[] =>
    this.git("branch", "--list", "untildone/*", "--format=%(refname:short)").split("\n");

  /** The run's own branch. */
  get branch(): string {
    return this.branches().toSorted((a, b) => a.length - b.length)[0] ?? "";
  }

  /** A file as the run's branch has it. */
  at = (path: string): string =>
    spawnSync("git", ["show", `${this.branch}:${path}`], { cwd: this.path, encoding: "utf8" }).stdout;

  /** The files of the run's branch with their contents. */
  tree = (branch = this.branch): string => this.git("ls-tree", "-r", branch);

  /** Files of units that were not closed. */
  unitFiles(): readonly string[] {
    const folder = join(this.stateHome, "untildone");
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.includes(".unit-"));
  }

  logLines = (): readonly string[] => (existsSync(this.log) ? readFileSync(this.log, "utf8").trim().split("\n") : []);
}

export const eventsIn = ({ out }: Pick<Ran, "out">): readonly Event[] =>
  out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Event] : []));

export const ofType = (ran: Pick<Ran, "out">, type: string): readonly Event[] =>
  eventsIn(ran).filter((event) => event.type === type);

interface Verdict {
  readonly unit?: string;
  readonly about?: { readonly unit: string; readonly is: string };
  readonly decision: {
    readonly decision: string;
    readonly outcome: string | null;
    readonly rule: string;
    readonly reason: string;
    readonly taskDone: string | null;
    readonly setAside: { readonly task: string; readonly reason: string } | null;
  };
}

export const verdicts = (ran: Pick<Ran, "out">): readonly Verdict[] =>
  ofType(ran, "decision-made").map(({ record }) => record as Verdict);

export interface Summary {
  readonly iterations: number;
  readonly tasks: { readonly done: number; readonly total: number };
  readonly verified: readonly string[];
  readonly notProven: readonly { readonly task: string | null; readonly why: string }[];
  readonly setAside: readonly { readonly task: string; readonly reason: string }[];
  readonly usd: number | null;
}

export const summaryOf = (ran: Pick<Ran, "out">): Summary => ofType(ran, "run-end")[0]?.["summary"] as Summary;

/** The most turns at the same time, by the agents' own log. */
export function mostAtOnce(lines: readonly string[]): number {
  const marks = lines
    .map((line) => line.split(" "))
    .map(([what, , at]) => ({ step: what === "start" ? 1 : -1, at: Number(at) }));
  let now = 0;
  let most = 0;
  for (const { step } of marks.toSorted((a, b) => a.at - b.at || a.step - b.step)) {
    now += step;
    most = Math.max(most, now);
  }
  return most;
}
