import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { findSurvivors, killRemains, type Started, signalGroup } from "./kill.js";
import { guardAgainstOrphans } from "./orphan-guard.js";
import { type KeepLimits, OutputBuffer } from "./output-buffer.js";
import { OutputLog } from "./output-log.js";
import { begin, type Ended, waitForExit, whyNotStarted } from "./start-process.js";
import { type Overrun, type TimeLimits, watchLimits } from "./time-limits.js";
import { startWatchdog } from "./watchdog.js";
import { WholeLines } from "./whole-lines.js";

/** How a command came to its end. None of these is thrown. */
export type CommandEnding = Ended | Overrun;

/** `timeoutMs` is for the whole of it, `idleTimeoutMs` for a time without output, `signal` for our caller's wish. */
export interface CommandOptions extends TimeLimits {
  readonly cwd: string;
  /** Added to our own environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What it reads; without it standard input is empty. */
  readonly stdin?: string;
  /** How long it may take to end once asked politely, and how it is asked. */
  readonly graceMs?: number;
  readonly politeSignal?: NodeJS.Signals;
  readonly keepLimits?: KeepLimits;
  /** A file that gets the output as it comes, bounded. */
  readonly logFile?: string;
  /** Sees the output as it comes; a line of one stream is never torn by the other's. */
  readonly onOutput?: (chunk: Uint8Array, from: "stdout" | "stderr") => void;
  /** Told when we begin to stop it: what it prints from then on is no longer its own doing. */
  readonly onStop?: () => void;
  /** False for commands known to leave nothing behind: saves a look through the system's processes. */
  readonly sweep?: boolean;
  /** True for what must not be cut off in the middle: it is left to finish when we end before it. */
  readonly mayOutliveUs?: boolean;
}

/** A command that ended, however it did. */
export interface CommandRun {
  readonly ending: CommandEnding;
  /** Both streams as they came. */
  readonly output: OutputBuffer;
  readonly stdout: OutputBuffer;
  readonly stderr: OutputBuffer;
  readonly durationMs: number;
  /** Processes that were still there when it had ended, and were killed. */
  readonly leftBehind: number;
  readonly log: { readonly file: string; readonly problem: string | null } | null;
}

const defaultKeep: KeepLimits = { head: 64 * 1024, tail: 192 * 1024 };

/**
 * Runs a command without a shell, in a session of its own, until it ends or is made to. Whatever it started is gone when
 * this returns, and memory does not depend on what it prints.
 */
export async function runCommand(words: readonly string[], options: CommandOptions): Promise<CommandRun> {
  const running = new Running(options);
  return running.close(await running.through(words));
}

class Running {
  readonly #options: CommandOptions;
  readonly #begun = performance.now();
  readonly #output: OutputBuffer;
  readonly #streams: { readonly stdout: OutputBuffer; readonly stderr: OutputBuffer };
  readonly #log: OutputLog | null;
  #lastOutput = this.#begun;
  #leftBehind = 0;
  /** Those that had left the group when we began to kill: found by their parents only while these live. */
  #known: ReadonlySet<number> = new Set();

  constructor(options: CommandOptions) {
    const keepLimits = options.keepLimits ?? defaultKeep;
    this.#options = options;
    this.#output = new OutputBuffer(keepLimits);
    this.#streams = { stdout: new OutputBuffer(keepLimits), stderr: new OutputBuffer(keepLimits) };
    this.#log = options.logFile === undefined ? null : new OutputLog(options.logFile);
  }

  async through(words: readonly string[]): Promise<CommandEnding> {
    const [file = ""] = words;
    if (this.#options.signal?.aborted) return { is: "interrupted" };
    const mark = `${randomUUID()};`;
    const watchdog = this.#options.sweep === false ? null : startWatchdog(mark);
    try {
      const child = begin(words, this.#options, mark);
      if (child instanceof Error) return whyNotStarted(child, file, this.#options.cwd);
      if (child.pid !== undefined) watchdog?.follow(child.pid);
      const started = { pid: child.pid ?? 0, mark };
      const closed = this.#listen(child);
      const ended = await this.#untilEnd(child, started);
      if (ended instanceof Error) return whyNotStarted(ended, file, this.#options.cwd);
      await this.#clear(child, started, closed);
      return ended;
    } finally {
      watchdog?.release();
    }
  }

  close(ending: CommandEnding): CommandRun {
    return {
      ending,
      output: this.#output,
      ...this.#streams,
      durationMs: Math.round(performance.now() - this.#begun),
      leftBehind: this.#leftBehind,
      log: this.#log?.close(this.#output) ?? null,
    };
  }

  /** Resolves once both streams have ended, which a process left behind can delay for ever. */
  #listen(child: ChildProcess): Promise<unknown> {
    child.stdin?.on("error", () => undefined); // It need not read what we wrote.
    child.stdin?.end(this.#options.stdin);
    const heard = (["stdout", "stderr"] as const).map((name) => {
      const stream = child[name];
      return stream ? this.#hear(stream, name) : undefined;
    });
    return Promise.all(heard);
  }

  #hear(stream: Readable, from: "stdout" | "stderr"): Promise<void> {
    const lines = new WholeLines((chunk) => {
      this.#output.write(chunk);
      this.#log?.write(chunk);
      this.#options.onOutput?.(chunk, from);
    });
    stream.on("data", (chunk: Buffer) => {
      this.#lastOutput = performance.now();
      this.#streams[from].write(chunk);
      lines.write(chunk);
    });
    stream.on("error", () => undefined); // Its end is told by `close` all the same.
    return new Promise((resolve) => {
      stream.once("close", () => {
        lines.flush();
        resolve();
      });
    });
  }

  /** Until the process itself has ended, by itself or by us. An Error where it never began. */
  async #untilEnd(child: ChildProcess, started: Started): Promise<CommandEnding | Error> {
    const isGuarded = child.pid !== undefined && !this.#options.mayOutliveUs;
    const release = isGuarded ? guardAgainstOrphans(started) : undefined;
    const ended = waitForExit(child);
    let callOff = (): void => undefined;
    const overrun = new Promise<Overrun>((resolve) => {
      callOff = watchLimits(this.#options, () => this.#lastOutput, resolve);
    });
    const first = await Promise.race([ended, overrun]);
    callOff();
    if (!(first instanceof Error) && (first.is === "timed-out" || first.is === "interrupted"))
      await this.#stop(started, ended);
    release?.();
    return first;
  }

  /** Politely, then hard; and if not even that ends it (a process stuck in the kernel), on without it. */
  async #stop(started: Started, ended: Promise<unknown>): Promise<void> {
    this.#options.onStop?.();
    this.#known = findSurvivors(started);
    signalGroup(started, this.#options.politeSignal ?? "SIGTERM");
    if (await within(ended, this.#options.graceMs ?? 2_000)) return;
    killRemains(started, this.#known);
    await within(ended, 2_000);
  }

  /** Ends what the command left behind, then waits for the rest of its output. */
  async #clear(child: ChildProcess, started: Started, closed: Promise<unknown>): Promise<void> {
    await within(closed, 200);
    if (this.#options.sweep !== false) this.#leftBehind = killRemains(started, this.#known);
    await within(closed, 2_000);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

/** Waits for it, but not longer than this. Whether it happened. */
async function within(happens: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const inTime = await Promise.race([happens.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
