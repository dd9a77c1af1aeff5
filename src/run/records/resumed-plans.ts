import type { CheckSetting } from "../../config/check-settings.js";
import type { CheckPlan, CommandPlan } from "../../evidence/plan.js";
import { planChecks } from "../../evidence/plan-checks.js";
import { changePlan, isPlanChange } from "../../evidence/read-check.js";
import { withTestRules } from "../../evidence/test-rules.js";
import type { RunOptions } from "../start/options.js";
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
  const [changes, named] = splitChanges(options.checks, plans);
  const planned = planChecks({ cwd, checks: named, origin: options.checkOrigin, detect: false, tests }).plans;
  return [
    ...kept,
    ...changes.map(([plan, setting]) => changePlan(plan, setting, options.checkOrigin(plan.name))),
    ...planned.filter(({ name }) => changed.has(name)),
  ];
}

/** Settings of checks that were found at the start, and checks with a command of their own. */
function splitChanges(checks: Checks, plans: readonly CheckPlan[]): [readonly [CommandPlan, CheckSetting][], Checks] {
  const changes = plans.flatMap((plan): [CommandPlan, CheckSetting][] => {
    const setting = checks[plan.name];
    return plan.kind === "command" && plan.found && isPlanChange(setting) ? [[plan, setting]] : [];
  });
  const names = new Set(changes.map(([{ name }]) => name));
  return [changes, Object.fromEntries(Object.entries(checks).filter(([name]) => !names.has(name)))];
}

const isFound = (plan: CheckPlan): boolean => plan.kind === "command" && plan.found;

type Checks = Readonly<Record<string, CheckSetting>>;

function changedNames(then: Checks, now: Checks): Set<string> {
  const names = [...Object.keys(then), ...Object.keys(now)];
  return new Set(names.filter((name) => JSON.stringify(then[name]) !== JSON.stringify(now[name])));
}
