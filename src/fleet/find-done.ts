import type { DecisionRecord } from "../store/record.js";
import { isUnitDone } from "../store/units.js";
import type { Board, Hold } from "./board.js";
import { decisionsOf } from "./journal-entries.js";

/**
 * The decision that a task is done, made by a worker that was lost before it wrote down that the work is merged. Null if
 * there is none, or if its end is written down.
 */
export async function findDone(
  board: Pick<Board, "readJournal">,
  { submission, repository, task }: Pick<Hold, "submission" | "repository" | "task">,
): Promise<DecisionRecord | null> {
  let done: DecisionRecord | null = null;
  for await (const record of decisionsOf(board, { submission, repository })) {
    if (record.about?.unit === task && record.about.is === "merged") return null;
    if (record.unit === task && isUnitDone(record, task)) done = record;
  }
  return done;
}
