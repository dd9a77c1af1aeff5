import type { ChildProcess } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { waitForExit, whyNotStarted } from "../lib/process/start-process.js";
import { duration } from "../lib/text/duration.js";

/** Rejects when the program ends or cannot be started. */
export async function failOnExit(child: ChildProcess, cwd: string): Promise<never> {
  const ended = await waitForExit(child);
  const how = ended instanceof Error ? whyNotStarted(ended, child.spawnfile, cwd) : ended;
  if ("why" in how) throw new Error(how.why);
  throw new Error(`the program ended ${how.is === "exited" ? `with exit code ${how.code}` : `by ${how.signal}`}`);
}

export async function failAfter(limitSeconds: number): Promise<never> {
  await setTimeout(limitSeconds * 1000, undefined, { ref: false });
  throw new Error(`no answer for ${duration(limitSeconds)}`);
}

export function signalSession({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has just ended.
  }
}
