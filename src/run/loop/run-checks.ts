import type { Task } from "../../decide/tasks.js";
import { criteriaFor } from "../../evidence/checks/criteria/read-criteria.js";
import type { CheckResult } from "../../evidence/checks/tests/judge-run.js";
import { gather } from "../../evidence/gather.js";
import type { Gathered, GatherOptions } from "../../evidence/gathered.js";
import type { CheckPlan } from "../../evidence/plan.js";
import { taskText } from "../../evidence/proof/test-owner.js";
import type { Session } from "../session.js";

/** Which checks are asked for, and what they are compared with. */
export interface CheckRequest extends Pick<GatherOptions, "listBefore" | "eachTurnSeconds" | "sleep" | "before"> {
  readonly task: Task | null;
  readonly claimed: boolean;
  readonly ending: boolean;
  /** The check results when the task began. */
  readonly began?: readonly CheckResult[] | null;
  readonly logDirectory: string;
}

/** What everybody may read of a plan: not where hidden files are, nor what their tests are called. */
function showPlan(plan: CheckPlan): CheckPlan {
  if (plan.kind !== "command" || !plan.hidden) return plan;
  const { hidden: _, ...shown } = plan;
  return shown;
}

/** Runs the checks of a workspace that are due: after a turn, before one, and of work that was merged. */
export function runChecks(
  { workspace, tasks, policy, person }: Pick<Session, "workspace" | "tasks" | "policy" | "person">,
  { task, began, ...asked }: CheckRequest,
): Promise<Gathered> {
  const { cwd, own, baseline, work } = workspace;
  const { plans, room, kept = null } = workspace.checks;
  return gather({
    ...asked,
    ...{ cwd, plans, room, kept, baseline, began: began ?? null },
    generated: work.generated,
    allowed: work.allowed,
    accepted: work.acceptedTests,
    flaky: work.flaky,
    retries: policy.settings.retries,
    task: task
      ? { id: task.id, title: task.title, text: taskText(task), criteria: criteriaFor(task, baseline.verify) }
      : null,
    tasksFile: tasks.file,
    ignore: own,
    signal: person.stop.now,
    onCheck: (event) =>
      person.emit(
        event.type === "check-start"
          ? { type: "check-start", name: event.plan.name, plan: showPlan(event.plan) }
          : { type: "check-end", name: event.plan.name, evidence: event.evidence },
      ),
  });
}
