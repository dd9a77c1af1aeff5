import { UserError } from "../../lib/errors.js";
import type { Repository } from "../../lib/git/git.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Tracker } from "../../tasks/tracker.js";
import { gitCheckpoints } from "../git/checkpoints.js";
import { readList } from "../loop/select.js";
import { gone } from "./clone.js";

interface MergedTask {
  readonly task: string;
  readonly run: string;
  /** The checkout of the common branch, and the list in it. */
  readonly trunk: Repository;
  readonly tracker: Tracker;
}

/** Marks a task in the checkout of the common branch, and commits that. */
export async function markMerged(
  { task, run, trunk, tracker }: MergedTask,
  record: DecisionRecord,
): Promise<{ readonly commit: string; readonly problem: string | null }> {
  const list = await readList(tracker);
  const isDone = list.is === "tasks" && list.tasks.find(({ id }) => id === task)?.status === "done";
  const marking = isDone ? null : await tracker.mark(task, "done");
  const checkpoints = gitCheckpoints({ repository: trunk, kind: "commit", run, dirtyBefore: [], own: [] });
  const about = { unit: task, is: "merged", commit: null } as const;
  const made = await checkpoints.make({ ...record, about });
  // Published without its mark, work that is done would be taken for work that nobody merged.
  if (marking?.is === "marked" && made.commit === null && made.problem !== null)
    throw new UserError({
      what: `the mark of task ${task} cannot be committed: ${made.problem}`,
      where: trunk.root,
      fix: "see what git reports",
    });
  const commit = await trunk.head();
  if (commit === null) throw gone(trunk.root);
  return { commit, problem: marking?.is === "refused" ? marking.why : null };
}
