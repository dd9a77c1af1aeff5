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

/** What is left of the time budget: to wait longer would only put off its end. */
function secondsLeft({ policy, store }: LoopSetup): number {
  const { maxSeconds } = policy.settings;
  return maxSeconds === null || maxSeconds === 0
    ? Number.POSITIVE_INFINITY
    : Math.max(0, maxSeconds - (store.kept.run?.seconds ?? 0));
}
