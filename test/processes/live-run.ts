import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bin, type Ran, Workplace } from "../e2e/cli.js";

/** An agent that waits in each turn until the test lets it go on, and then does what the test wrote for that turn. */
const agent = `cat > .git/prompt-$UNTILDONE_ITERATION.tmp
mv .git/prompt-$UNTILDONE_ITERATION.tmp .git/prompt-$UNTILDONE_ITERATION
while ! test -e .git/go-$UNTILDONE_ITERATION; do sleep 0.05; done
sh .git/go-$UNTILDONE_ITERATION
`;

/** A run in a process of its own that other processes steer. */
export class LiveRun implements AsyncDisposable {
  readonly place = new Workplace();
  #child: ChildProcess | null = null;
  #read = { out: "", err: "" };

  constructor(tasks = "- [ ] T1: one\n- [ ] T2: two\n") {
    this.place.write("TODO.md", tasks);
    this.place.write("agent.sh", agent);
    this.place.commitAll();
  }

  start(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}): void {
    const first = words.includes("--resume") ? [] : ["--command", "sh agent.sh", "--tasks", "TODO.md", "--no-detect"];
    this.#read = { out: "", err: "" };
    const child = spawn(process.execPath, [bin, "run", ...first, ...words], {
      cwd: this.place.path,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...this.place.ownEnv, ...env },
    });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      this.#read.out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      this.#read.err += chunk;
    });
  }

  get out(): string {
    return this.#read.out;
  }

  /** The prompt of an iteration, as soon as its agent has it. */
  async prompt(iteration: number): Promise<string> {
    const file = join(this.place.path, `.git/prompt-${iteration}`);
    await this.until(() => existsSync(file));
    return readFileSync(file, "utf8");
  }

  /** Lets the agent end its turn. */
  go(iteration: number, script = "echo I went on."): void {
    this.place.write(`.git/go-${iteration}.tmp`, script);
    this.place.bash(`mv .git/go-${iteration}.tmp .git/go-${iteration}`);
  }

  /** Another terminal. */
  cli(...words: readonly string[]): Ran {
    return this.place.runProcess(words);
  }

  async until(holds: () => boolean): Promise<void> {
    for (let at = 0; at < 600; at++) {
      if (holds()) return;
      if (this.#child && this.#child.exitCode !== null && at > 20) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    if (!holds()) throw new Error(`it did not happen:\n${this.#read.out}${this.#read.err}`);
  }

  async end(): Promise<Ran> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, "close");
    return { code: child?.exitCode ?? null, ...this.#read };
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  get err(): string {
    return this.#read.err;
  }

  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.end();
  }

  journal(): Record<string, never>[] {
    return this.place
      .read(".ralph/decisions.jsonl")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    this.place[Symbol.dispose]();
  }
}
