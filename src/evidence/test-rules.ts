import type { Settings } from "../decide/settings.js";
import type { CheckPlan } from "./plan.js";

/** The settings about changed and removed tests, and about signs of cheating. */
export type TestRules = Pick<Settings, "changedTests" | "removedTests" | "signs" | "unverified">;

/** Applies the settings of this start: those of an earlier start of the same run are replaced. */
export function withTestRules(
  plan: CheckPlan,
  { changedTests, removedTests, signs, unverified }: TestRules,
): CheckPlan {
  if (plan.kind === "honest-tests") return { ...plan, allowRemoved: removedTests, signs };
  if (plan.kind !== "original-tests") return plan;
  return { ...plan, allowRemoved: removedTests, changed: changedTests, mustMeasure: unverified === "refuse" };
}
