import { ownCheckNames } from "../config/check-names.js";
import type { CheckSetting } from "../config/check-settings.js";
import { listOrigins } from "../config/origins.js";
import type { Evidence } from "../decide/evidence.js";
import { uncheckedGoal } from "../decide/rules/session-unchecked.js";
import type { CheckPlan } from "../evidence/plan.js";
import { planChecks } from "../evidence/plan-checks.js";
import type { Goal } from "./goal.js";
import type { StopPlace } from "./stop-place.js";

type StopTerms = Pick<StopPlace, "cwd" | "config" | "tasks" | "goal">;

/**
 * The checks a stop is held against: those of the goal over those of the configuration. Whether tests were altered is
 * only asked where work was: the person of a session may have wanted just that.
 */
export function heldChecks({ config, tasks, goal }: Omit<StopTerms, "cwd">): Readonly<Record<string, CheckSetting>> {
  const isWork = goal !== null || tasks.is === "tasks";
  return { ...(isWork ? {} : { "honest-tests": { required: false } }), ...config.checks, ...goal?.checks };
}

/** Whether there is anything to hold a stop against. Without, none is refused. */
export function isAnythingAsked({ cwd, config, tasks, goal }: StopTerms): boolean {
  if (goal !== null || (tasks.is !== "not-asked" && tasks.is !== "unusable")) return true;
  const { plans } = planChecks({ cwd, checks: heldChecks({ config, tasks, goal }) });
  return plans.some(isAboutProject);
}

/** Our own checks look at changes; only commands, files and judges say what the project wants. */
const isAboutProject = ({ name, kind }: CheckPlan): boolean =>
  kind === "artifacts" || kind === "clean-git" || !ownCheckNames.some((own) => own === name);

/** Where each check was set. */
export function checkOrigin({ config, goal }: Pick<StopPlace, "config" | "goal">): (name: string) => string {
  const origins = listOrigins(config);
  return (name) => (goal && Object.hasOwn(goal.checks, name) ? "the goal" : (origins[`checks.${name}`] ?? "found"));
}

/**
 * A goal's own checks are facts about it, and that they failed when it was set excuses nothing. A goal without any check
 * at all stands there as one that nobody can make.
 */
export function markGoal(evidence: readonly Evidence[], goal: Goal | null): readonly Evidence[] {
  if (goal === null) return evidence;
  const marked = evidence.map((check) => (Object.hasOwn(goal.checks, check.name) ? ofGoal(check) : check));
  return marked.some(isCheckOfWork) ? marked : [...marked, noCheck];
}

function ofGoal({ atStart: _, failingAtStart: __, ...check }: Evidence): Evidence {
  return check.before === "fails" ? { ...check, aboutTask: true } : check;
}

const isCheckOfWork = ({ name, required }: Evidence): boolean => required && name !== "honest-tests";

const noCheck: Evidence = {
  name: uncheckedGoal,
  state: "unknown",
  required: true,
  detail:
    "no command checks it. Say what you did for the goal and how you know that it is met, with the commands and what they printed; or go on",
};
