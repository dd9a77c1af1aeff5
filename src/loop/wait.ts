import type { DecisionRecord } from "../store/record.js";
import type { LoopSetup } from "./setup.js";

/** A usage limit is waited out, visibly, until its reset and a little longer; a wish to stop ends the wait. True where it waited. */
export async function waitAsAsked(setup: LoopSetup, { decision }: DecisionRecord): Promise<boolean> {
  const { wait } = decision;
  if (!wait || setup.stop.level > 0) return false;
  const seconds = Math.min(wait.seconds + setup.limits.limitMarginSeconds, secondsLeft(setup));
  setup.say({ type: "wait-start", until: wait.until, seconds, why: decision.reason });
  await setup.sleep(seconds, setup.stop.soon);
  setup.say({ type: "wait-end", interrupted: setup.stop.level > 0 });
  return true;
}

/** What is left of the time budget: a turn or a wait that went on beyond it would break a promise. */
export function secondsLeft({ policy, store, run }: Pick<LoopSetup, "policy" | "store" | "run">): number {
  const { maxSeconds } = policy.settings;
  if (maxSeconds === null || maxSeconds === 0) return Number.POSITIVE_INFINITY;
  const kept = store.kept.run;
  return Math.max(0, maxSeconds - (kept?.id === run ? (kept.seconds ?? 0) : 0));
}
