import type { ListLedger } from "../../evidence/ledger/list-ledger.js";
import { taskKeys } from "../../evidence/ledger/task-keys.js";
import { wholeRun } from "../../evidence/ledger/work-ledger.js";
import type { Selected } from "./select.js";

/** Under which key the ledger has the work of a task; without a list all work is the run's. */
export const taskKey = ({ task, listed }: Pick<Selected, "task" | "listed">): string =>
  task ? taskKeys(listed)(task) : wholeRun;

/** The keys of subtasks of a task: their work counts as its work. */
export function findParts({ parts }: ListLedger, { task, listed }: Selected): readonly string[] {
  if (!task) return [];
  const found = new Set<string>();
  const wanted = [taskKeys(listed)(task)];
  for (const key of wanted)
    for (const [part, whole] of parts)
      if (whole === key && !found.has(part)) {
        found.add(part);
        wanted.push(part); // Visited by the outer loop.
      }
  return [...found];
}
