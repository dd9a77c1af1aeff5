import type { CheckSetting } from "../config/run-settings.js";
import type { CheckPlan } from "../evidence/plan.js";
import { planChecks } from "../evidence/plan-checks.js";
import { withTestRules } from "../evidence/test-rules.js";
import type { RunOptions } from "./options.js";
import type { RunRecord } from "./run-record.js";

/** The checks planned at the start of the run, except those that a flag of this start changes. */
export function resumedPlans(
  { plans, checks }: RunRecord,
  options: Pick<RunOptions, "checks" | "checkOrigin" | "detectChecks" | "config">,
  cwd: string,
): readonly CheckPlan[] {
  const changed = changedNames(checks, options.checks);
  const tests = options.config.resolved.settings;
  const kept = plans
    .filter((plan) => !changed.has(plan.name) && (options.detectChecks || !isFound(plan)))
    .map((plan) => withTestRules(plan, tests));
  if (changed.size === 0) return kept;
  const named = planChecks({ cwd, checks: options.checks, origin: options.checkOrigin, detect: false, tests }).plans;
  return [...kept, ...named.filter(({ name }) => changed.has(name))];
}

const isFound = (plan: CheckPlan): boolean => plan.kind === "command" && plan.found;

type Checks = Readonly<Record<string, CheckSetting>>;

function changedNames(then: Checks, now: Checks): ReadonlySet<string> {
  const names = [...Object.keys(then), ...Object.keys(now)];
  return new Set(names.filter((name) => JSON.stringify(then[name]) !== JSON.stringify(now[name])));
}
