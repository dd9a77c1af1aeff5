import type { Config } from "../config/load.js";
import { planChecks } from "../evidence/plan-checks.js";

/** Whether a run here would make tests, found or named. A mistake in the configuration is told by what runs them. */
export function hasTests(cwd: string, { checks }: Pick<Config, "checks">): boolean {
  const { plans } = planChecks({ cwd, checks });
  return plans.some((plan) => plan.kind === "command" && plan.required && plan.reads !== "status");
}
