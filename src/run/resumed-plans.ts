import type { CheckSetting } from "../config/run-settings.js";
import type { CheckPlan } from "../evidence/plan.js";
import { planChecks } from "../evidence/plan-checks.js";
import { withTestRules } from "../evidence/test-rules.js";
import type { RunOptions } from "./options.js";
import { hasMask } from "./restore-secrets.js";
import type { RunRecord } from "./run-record.js";

/** The checks planned at the start of the run, except those that a flag of this start changes or that held a secret. */
export function resumedPlans(
  { plans, checks }: RunRecord,
  options: Pick<RunOptions, "checks" | "checkOrigin" | "detectChecks" | "config">,
  cwd: string,
): readonly CheckPlan[] {
  const changed = changedNames(checks, options.checks);
  for (const plan of plans) if (hasMask(plan)) changed.add(plan.name);
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

function changedNames(then: Checks, now: Checks): Set<string> {
  const names = [...Object.keys(then), ...Object.keys(now)];
  return new Set(names.filter((name) => JSON.stringify(then[name]) !== JSON.stringify(now[name])));
}
