import type { Outcome, SetAside } from "../core/decision.js";
import type { Task } from "../core/tasks.js";
import { judge, nothingSpent } from "../judge/judge.js";
import { aboutUnit } from "../parallel/about-unit.js";
import { resolvePolicy } from "../policies/policies.js";
import type { DecisionRecord } from "../store/record.js";
import { emptyRunState } from "../store/run-state.js";
import { now } from "../system/clock.js";
import { safeJson } from "../system/secrets.js";
import type { TaskProgress, TaskStatus } from "./terms.js";

/** What a person has to do about a task that is over and not done, in the words of a run. */
const kinds: Partial<Record<TaskStatus, { readonly outcome: Outcome; readonly rule: string }>> = {
  "set-aside": { outcome: "needs-review", rule: "merge" },
  stopped: { outcome: "aborted", rule: "budget-spent" },
  cancelled: { outcome: "interrupted", rule: "interrupted" },
  failed: { outcome: "aborted", rule: "merge" },
};

/** Null for a task that is done, or not over. */
export function leftForPerson(task: string, { status, why }: Pick<TaskProgress, "status" | "why">): SetAside | null {
  const kind = kinds[status];
  return kind ? { task, reason: why, ...kind } : null;
}

export interface EndedTask {
  readonly submission: string;
  readonly task: string;
  readonly title: string;
  readonly end: Pick<TaskProgress, "status" | "why">;
  /** The last decision about it; null if there was none, such as for one that was cancelled before it began. */
  readonly last: DecisionRecord | null;
}

/** How a task ended that is not done, as a line of the journal. Null for a task that is done. */
export function endLine({ submission, task, title, end, last }: EndedTask): string | null {
  const setAside = leftForPerson(task, end);
  if (setAside === null) return null;
  const tasks = [asTask(task, title)];
  const about = { unit: task, is: "set-aside", commit: null } as const;
  const words: Partial<Record<TaskStatus, string>> = {
    stopped: "was stopped",
    cancelled: "was cancelled",
    failed: "failed",
  };
  const verdict = { reason: `task ${task} ${words[end.status] ?? "is set aside"}: ${end.why}`, setAside };
  const record = last ?? beforeAnyTurn(submission, tasks);
  return safeJson({
    ...{ version: 1, n: 0 },
    ...aboutUnit(record, about, verdict, { runState: emptyRunState, tasks, now: now() }),
    run: submission,
  });
}

const asTask = (id: string, title: string): Task => ({
  ...{ id, title, status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
});

/** Where nobody has decided about a task yet, this is what was known of it: that it is in the list. */
function beforeAnyTurn(run: string, tasks: readonly Task[]): DecisionRecord {
  const known = {
    report: null,
    spent: nothingSpent,
    evidence: [],
    facts: {},
    response: null,
    feedback: [],
    warnings: [],
  };
  const { record } = judge(
    emptyRunState,
    { ...known, tasks: { is: "tasks", tasks }, task: tasks[0]?.id ?? null, forceComplete: false, interrupted: false },
    { policy: standard, spec: "standard", settings: {}, origins: {}, run, now: now() },
  );
  return { version: 1, n: 0, ...record };
}

const standard = resolvePolicy("standard");
