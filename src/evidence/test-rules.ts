import type { CheckPlan } from "./plan.js";

/** The settings about changed and removed tests. */
export interface TestRules {
  readonly changedTests: "report" | "review" | "refuse";
  readonly allowRemovedTests: readonly string[];
  readonly strict: boolean;
}

/** Applies the settings of this start: those of an earlier start of the same run are replaced. */
export function withTestRules(plan: CheckPlan, { changedTests, allowRemovedTests, strict }: TestRules): CheckPlan {
  if (plan.kind === "honest-tests") return { ...plan, allowRemoved: allowRemovedTests, strict };
  if (plan.kind !== "original-tests") return plan;
  return { ...plan, allowRemoved: allowRemovedTests, strict, changed: strict ? "refuse" : changedTests };
}
