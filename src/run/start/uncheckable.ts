import type { Settings } from "../../decide/settings.js";
import type { Task } from "../../decide/tasks.js";
import { notVerifiedTitle } from "../../decide/unchecked-work.js";
import type { Baseline } from "../../evidence/baseline.js";
import { verifyCommandsIn } from "../../evidence/checks/criteria/read-criteria.js";
import { saysNothing } from "../../evidence/checks/criteria.js";
import type { CheckPlan } from "../../evidence/plan.js";
import { readNamedTests } from "../../evidence/proof/named-tests.js";
import { taskText } from "../../evidence/proof/test-owner.js";
import { remedies } from "../loop/next-step.js";
import { RefusedStart } from "../loop/refuse-start.js";
import { nothingProvenTitle } from "../loop/run-title.js";

export interface RunAtStart {
  readonly plans: readonly CheckPlan[];
  readonly baseline: Pick<Baseline, "checks">;
  /** The tasks that are still to do. */
  readonly tasks: readonly Task[];
}

/** Whether anything can check the work: a required check, a judge, or something that a task itself asks for. */
export const canCheck = ({ plans, baseline, tasks }: RunAtStart): boolean =>
  plans.some((plan) => canVerify(plan, baseline)) || tasks.some(hasFact);

/** A required check. A command that was found counts only if it runs any tests. */
function canVerify(plan: CheckPlan, { checks }: RunAtStart["baseline"]): boolean {
  if (plan.kind === "judge") return true;
  if (plan.kind === "artifacts") return plan.required;
  if (plan.kind !== "command" || !plan.required) return false;
  return !plan.found || checks.find(({ name }) => name === plan.name)?.state !== "unknown";
}

const hasFact = (task: Task): boolean =>
  verifyCommandsOf(task).length > 0 || readNamedTests(taskText(task)).tests.length > 0;

/** The commands beside the criteria of a task. */
export const verifyCommandsOf = ({ title, acceptance }: Task): readonly string[] =>
  verifyCommandsIn([title, ...acceptance].join("\n")).filter((command) => !saysNothing(command));

/** Said before the first turn: what the run will be called, and what to do about it. */
export function warnUncheckable({ unverified, grantedBy }: Pick<Settings, "unverified" | "grantedBy">): string {
  const isReview = unverified !== "accept" && grantedBy === "facts";
  const called = isReview
    ? `once it is done, the run ends as ${notVerifiedTitle} (needs-review, exit code 1). To change that, ${remedies}`
    : `once it is done, the run ends as ${nothingProvenTitle}. To change that, name a check, such as --check tests="npm test"`;
  return `nothing here can check the work: ${called}`;
}

export const refuseUncheckable = (): RefusedStart =>
  new RefusedStart({
    what: "nothing here can check the work, so no task could ever be done",
    where: "unverified: refuse",
    fix: `${remedies} (without --strict)`,
  });
