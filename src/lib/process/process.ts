import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { realPath } from "../files/folder.js";
import { pause } from "../time/pause.js";
import { longestDelay, type Overrun, watchLimits } from "../time/time-limits.js";
import { makeCgroup } from "./cgroup.js";
import type { CommandEnding, CommandOptions, CommandRun } from "./command-run.js";
import { findSurvivors, killRemains, listAlive, type Started, signalGroup } from "./kill.js";
import { readStart } from "./list-processes.js";
import { guardAgainstOrphans } from "./orphan-guard.js";
import { type KeepLimits, OutputBuffer } from "./output-buffer.js";
import { OutputLog } from "./output-log.js";
import { begin, waitForExit, whyNotStarted } from "./start-process.js";
import { startWatchdog } from "./watchdog.js";
import { WholeLines } from "./whole-lines.js";

const defaultKeep: KeepLimits = { head: 64 * 1024, tail: 192 * 1024 };

/**
 * Runs a command without a shell, in its own session, until it ends or hits a limit. Everything it started is gone when
 * this returns, and memory use does not depend on its output.
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
  #notEnded: readonly string[] = [];
  /**
   * Processes that had already left the group when we began to kill: they can only be found while their parents live.
   */
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
    const isSwept = this.#options.sweep !== false;
    const cgroup = isSwept ? makeCgroup() : null;
    const watchdog = isSwept ? startWatchdog(mark, cgroup?.path) : null;
    try {
      const child = begin(words, this.#options, { mark, cgroup });
      if (child instanceof Error) return whyNotStarted(child, file, this.#options.cwd);
      const { pid = 0 } = child;
      if (pid > 0) watchdog?.follow(pid);
      const start = isSwept && pid > 0 ? readStart(pid) : null;
      const started = { pid, mark, cgroup, start, folder: isSwept ? realPath(this.#options.cwd) : "" };
      const closed = this.#listen(child);
      const ended = await this.#untilEnd(child, started);
      if (ended instanceof Error) return whyNotStarted(ended, file, this.#options.cwd);
      await this.#clear(child, started, closed);
      return ended;
    } finally {
      watchdog?.release();
      cgroup?.remove();
    }
  }

  close(ending: CommandEnding): CommandRun {
    return {
      ending,
      output: this.#output,
      ...this.#streams,
      durationMs: Math.round(performance.now() - this.#begun),
      leftBehind: this.#leftBehind,
      notEnded: this.#notEnded,
      log: this.#log?.close(this.#output) ?? null,
    };
  }

  /** Resolves when both streams have ended, which a leftover process can delay forever. */
  #listen(child: ChildProcess): Promise<unknown> {
    child.stdin?.on("error", () => undefined); // The command may exit without reading its input.
    child.stdin?.end(this.#options.stdin);
    const streams = (["stdout", "stderr"] as const).map((name) => {
      const stream = child[name];
      return stream ? this.#readStream(stream, name) : undefined;
    });
    return Promise.all(streams);
  }

  #readStream(stream: Readable, from: "stdout" | "stderr"): Promise<void> {
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
    stream.on("error", () => undefined); // `close` follows in any case.
    return new Promise((resolve) => {
      stream.once("close", () => {
        lines.flush();
        resolve();
      });
    });
  }

  /** Waits until the process has ended, by itself or stopped by us. Returns an Error if it never started. */
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

  /**
   * First the stop signal, then SIGKILL. If even that does not end it (a process stuck in the kernel), continue without
   * it.
   */
  async #stop(started: Started, ended: Promise<unknown>): Promise<void> {
    this.#options.onStop?.();
    this.#known = findSurvivors(started).ours;
    const { askToStop, politeSignal = "SIGTERM" } = this.#options;
    if (askToStop) askToStop(started.pid, politeSignal);
    else signalGroup(started, politeSignal);
    if (await within(ended, this.#options.graceMs ?? 2_000)) return;
    killRemains(started, this.#known);
    await within(ended, 2_000);
  }

  /** Kills what the command left behind, then waits for the rest of its output. */
  async #clear(child: ChildProcess, started: Started, closed: Promise<unknown>): Promise<void> {
    await within(closed, 200);
    if (this.#options.sweep !== false) await this.#sweep(started);
    await within(closed, 2_000);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }

  /** A killed process takes a moment to go. */
  async #sweep(started: Started): Promise<void> {
    await this.#settle(started);
    const remains = killRemains(started, this.#known);
    this.#leftBehind = remains.killed.size;
    for (let waited = 0; waited < 1000 && listAlive(remains).length > 0; waited += 10) await pause(10);
    this.#notEnded = [...listAlive(remains), ...remains.unsure];
  }

  async #settle(started: Started): Promise<void> {
    const until = performance.now() + (this.#options.settleMs ?? 0);
    while (performance.now() < until && findSurvivors(started, this.#known).ours.size > 0) await pause(10);
  }
}

/** Waits for the promise, up to a limit. Returns whether it settled in time. */
async function within(happens: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestDelay), false);
  });
  const inTime = await Promise.race([happens.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
