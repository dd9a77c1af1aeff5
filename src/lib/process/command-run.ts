import type { Overrun, TimeLimits } from "../time/time-limits.js";
import type { KeepLimits, OutputBuffer } from "./output-buffer.js";
import type { ProcessOutcome } from "./start-process.js";

/** How a command ended. None of these is thrown. */
export type CommandEnding = ProcessOutcome | Overrun;

/** `timeoutMs` limits the whole command, `idleTimeoutMs` the time without output; `signal` lets the caller abort. */
export interface CommandOptions extends TimeLimits {
  readonly cwd: string;
  /** Added to our own environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the command reads from stdin, which is empty by default. */
  readonly stdin?: string;
  /** How long the command may take to exit after the stop signal, and which signal that is. */
  readonly graceMs?: number;
  readonly politeSignal?: NodeJS.Signals;
  /** How to send that signal, if not to the process group of the command. */
  readonly askToStop?: (pid: number, signal: NodeJS.Signals) => void;
  /** How long what it started may take to end by itself after it, as in a namespace that ends with it. 0 by default. */
  readonly settleMs?: number;
  readonly keepLimits?: KeepLimits;
  /** Receives the output as it arrives, up to a limit. */
  readonly logFile?: string;
  /** Receives the output as it arrives. Lines of the two streams are never interleaved. */
  readonly onOutput?: (chunk: Uint8Array, from: "stdout" | "stderr") => void;
  /** Called when we start to stop the command: output after this may be caused by the kill. */
  readonly onStop?: () => void;
  /** False for commands that leave no processes behind: skips scanning the process table. */
  readonly sweep?: boolean;
  /** True for commands that must not be killed halfway: they may finish after we exit. */
  readonly mayOutliveUs?: boolean;
}

/** A finished command, however it ended. */
export interface CommandRun {
  readonly ending: CommandEnding;
  /** stdout and stderr in the order they arrived. */
  readonly output: OutputBuffer;
  readonly stdout: OutputBuffer;
  readonly stderr: OutputBuffer;
  readonly durationMs: number;
  /** How many processes were still running when the command ended and had to be killed. */
  readonly leftBehind: number;
  /** Processes that the command may have left and that still run, by name and pid. */
  readonly notEnded: readonly string[];
  readonly log: { readonly file: string; readonly problem: string | null } | null;
}
