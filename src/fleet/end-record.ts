import { safeJson } from "../lib/secrets/secrets.js";
import { now } from "../lib/time/clock.js";
import { type DecisionRecord, type Outcome, recordTaskEnd, type SetAside } from "../run.js";
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
  const about = { unit: task, is: "set-aside", commit: null } as const;
  const words: Partial<Record<TaskStatus, string>> = {
    stopped: "was stopped",
    cancelled: "was cancelled",
    failed: "failed",
  };
  const verdict = { reason: `task ${task} ${words[end.status] ?? "is set aside"}: ${end.why}`, setAside };
  const tasks = [{ id: task, title }];
  return safeJson(recordTaskEnd({ run: submission, tasks, about, verdict, last, now: now() }));
}
