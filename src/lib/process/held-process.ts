import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { findCause } from "../text/find-cause.js";
import { outerEnv } from "./outer-path.js";

/** A process that lives as long as its input is open: until it is released, or we end, however that is. */
export interface HeldProcess {
  /** What it said last if it ends within this time although it was not released; null if it goes on. */
  ended(ms: number): Promise<string | null>;
  /** What it wrote to its errors. */
  readonly warned: () => readonly string[];
  /** Whether it has ended, as far as its command says. Asked again, it tries again only if it has not. */
  release(): Promise<boolean>;
}

interface HoldOptions {
  /** What it prints once it is ready. */
  readonly ready: string;
  readonly timeoutMs: number;
  /** Run at our exit if it was not released. */
  readonly remove: readonly string[];
}

/** Starts it and waits until it is ready. An Error says why it is not. */
export async function holdProcess(
  words: readonly string[],
  { ready, timeoutMs, remove }: HoldOptions,
): Promise<HeldProcess | Error> {
  const [file = "", ...args] = words;
  const removeNow = (): void => runNow(remove);
  // Terminal signals sent to us must not reach it.
  const env = outerEnv(process.env);
  const child = spawn(file, args, {
    ...{ env, cwd: nowhere(), stdio: ["pipe", "pipe", "pipe"], detached: process.platform !== "win32" },
  });
  child.stdin?.on("error", () => undefined);
  process.on("exit", removeNow);
  const printed = { out: "", err: "" };
  const problem = await waitUntilReady(child, { printed, ready, timeoutMs });
  let released = false;
  const release = async (): Promise<boolean> => {
    if (released) return true;
    child.stdin?.end();
    const removed = await runQuietly(remove);
    const isOver = await isOverWithin(child, settleMs);
    released = removed || (isOver && child.exitCode !== lostEngine);
    if (!isOver) {
      // An engine that hangs: the end of its client says nothing of what it has started.
      killGroup(child);
      released = (await runQuietly(remove)) && removed;
    }
    process.off("exit", removeNow);
    child.stdout?.destroy();
    child.stderr?.destroy();
    return released;
  };
  if (problem !== null) {
    await release();
    return problem;
  }
  child.unref();
  const ended = async (ms: number): Promise<string | null> =>
    (await isOverWithin(child, ms)) ? describeEnd(child, printed.err) : null;
  return { ended, warned: () => printed.err.split("\n"), release };
}

function describeEnd({ exitCode, signalCode }: ChildProcess, errors: string): string {
  const code = signalCode ?? `exit code ${exitCode}`;
  const cause = findCause(errors);
  return cause === "" ? code : `${cause} (${code})`;
}

interface Awaited {
  readonly printed: { out: string; err: string };
  readonly ready: string;
  readonly timeoutMs: number;
}

function waitUntilReady(child: ChildProcess, { printed, ready, timeoutMs }: Awaited): Promise<Error | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(new Error(`it did not start within ${timeoutMs / 1000} s`)), timeoutMs);
    const settle = (problem: Error | null): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.once("error", settle);
    child.once("close", (code) => settle(new Error(findCause(printed.err) || `it exited ${code}`)));
    child.stderr?.on("data", (chunk) => {
      printed.err = `${printed.err}${chunk}`.slice(-4096);
    });
    child.stdout?.on("data", (chunk) => {
      printed.out = `${printed.out}${chunk}`.slice(-4096);
      if (printed.out.includes(ready)) settle(null);
    });
  });
}

/** What watches a container for podman writes a file into the folder that it was started in. Nothing can be made here. */
const nowhere = (): string => (existsSync("/proc/self") ? "/proc" : "/");

/** What docker and podman exit with if it is they who failed: what they started may go on. */
const lostEngine = 125;

const removeTimeoutMs = 20_000;
/** How long it may take to end once its container is removed. */
const settleMs = 5000;

const isOver = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

async function isOverWithin(child: ChildProcess, ms: number): Promise<boolean> {
  if (isOver(child)) return true;
  const timer = new AbortController();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await Promise.race([ended, delay(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
  return isOver(child);
}

/** An engine that hangs, whose client would wait for it when we are gone. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

function runNow([file = "", ...args]: readonly string[]): void {
  spawnSync(file, args, { env: outerEnv(process.env), stdio: "ignore", timeout: removeTimeoutMs });
}

/** Whether it did what it was asked for. */
function runQuietly([file = "", ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: outerEnv(process.env), stdio: "ignore", timeout: removeTimeoutMs });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}
