import type { DecisionRecord } from "../store/record.js";
import { findRun } from "../store/run-state.js";
import type { LoopSetup } from "./setup.js";

/** Waits until a usage limit resets plus a margin; a stop request ends the wait. True if it waited. */
export async function waitForLimit(setup: LoopSetup, { decision }: DecisionRecord, counted: number): Promise<boolean> {
  const { wait } = decision;
  if (!wait || setup.stop.level > 0) return false;
  const seconds = Math.min(wait.seconds + setup.limits.limitMarginSeconds, secondsLeft(setup, { counted }));
  setup.emit({ type: "wait-start", until: wait.until, seconds, why: decision.reason });
  await setup.sleep(seconds, setup.stop.soon);
  setup.emit({ type: "wait-end", interrupted: setup.stop.level > 0 });
  return true;
}

/** The remaining time budget, so that no turn or wait exceeds it. */
export function secondsLeft(
  { policy, store, run, elapsed }: Pick<LoopSetup, "policy" | "store" | "run" | "elapsed">,
  { counted }: { readonly counted: number },
): number {
  const { maxSeconds } = policy.settings;
  if (maxSeconds === null || maxSeconds === 0) return Number.POSITIVE_INFINITY;
  const before = findRun(store.runState, run)?.seconds ?? 0;
  return Math.max(0, maxSeconds - before - (elapsed() - counted));
}
