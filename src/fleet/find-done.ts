import { type DecisionRecord, isTaskDone, readDecision } from "../run.js";
import type { Hold } from "./board-terms.js";
import type { FleetJournal } from "./journal.js";
import { decisionsOf } from "./journal-entries.js";
import type { LeftState } from "./session.js";

/**
 * The decision that a task is done, made by a worker that was lost before it wrote down that the work is merged. Null if
 * there is none, or if its end is written down.
 */
export async function findDone(
  journal: Pick<FleetJournal, "readOf">,
  { submission, repository, task }: Pick<Hold, "submission" | "repository" | "task">,
): Promise<DecisionRecord | null> {
  let done: DecisionRecord | null = null;
  for await (const record of decisionsOf(journal, { submission, repository })) {
    if (record.about?.unit === task && record.about.is === "merged") return null;
    if (record.unit === task && isTaskDone(record, task)) done = record;
  }
  return done;
}

/** The decision that a task is done, if its worker was lost before the work was merged. */
export function findUnmerged(left: LeftState | null, task: string): DecisionRecord | null {
  if (left === null || left.feedback !== null) return null;
  const last = left.journal.split("\n").findLast((line) => line !== "");
  const record = last === undefined ? null : readDecision(last);
  return record && isTaskDone(record, task) ? record : null;
}
