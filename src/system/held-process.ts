import { type ChildProcess, spawn, spawnSync } from "node:child_process";

/** A process that lives as long as its input is open: until it is released, or we end, however that is. */
export interface HeldProcess {
  release(): Promise<void>;
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
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "pipe"], detached: process.platform !== "win32" });
  child.stdin?.on("error", () => undefined);
  process.on("exit", removeNow);
  const problem = await waitUntilReady(child, ready, timeoutMs);
  const release = async (): Promise<void> => {
    child.stdin?.end();
    await runQuietly(remove);
    process.off("exit", removeNow);
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  if (problem !== null) {
    await release();
    return problem;
  }
  child.unref();
  return { release };
}

function waitUntilReady(child: ChildProcess, ready: string, timeoutMs: number): Promise<Error | null> {
  const printed = { out: "", err: "" };
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(new Error(`it did not start within ${timeoutMs / 1000} s`)), timeoutMs);
    const settle = (problem: Error | null): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.once("error", settle);
    child.once("close", (code) => settle(new Error(lastLine(printed.err) || `it exited ${code}`)));
    child.stderr?.on("data", (chunk) => {
      printed.err = `${printed.err}${chunk}`.slice(-4096);
    });
    child.stdout?.on("data", (chunk) => {
      printed.out = `${printed.out}${chunk}`.slice(-4096);
      if (printed.out.includes(ready)) settle(null);
    });
  });
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";

const removeTimeoutMs = 20_000;

function runNow([file = "", ...args]: readonly string[]): void {
  spawnSync(file, args, { stdio: "ignore", timeout: removeTimeoutMs });
}

function runQuietly([file = "", ...args]: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: "ignore", timeout: removeTimeoutMs });
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
}
