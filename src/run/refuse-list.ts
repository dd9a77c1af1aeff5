import { UserError } from "../base/errors.js";
import type { KnownTasks } from "../core/tasks.js";
import { exists } from "../system/disk.js";
import { pathResolve } from "../system/folder.js";
import { listFile } from "../trackers/find-list.js";
import type { RunOptions } from "./options.js";

/** Why a run cannot start with its list; null if it can. */
export const describeUnusableList = (name: string, list: KnownTasks): string | null =>
  list.is === "unusable" ? `the task list ${name} cannot be used: ${list.why}` : null;

/** A run without a usable list would end before its first turn: it does not begin. */
export function refuseUnusableList({ tasks, cwd, git, resume }: RunOptions, list: KnownTasks): void {
  // The list of a resumed run is in its worktree.
  if (resume && git.worktree) return;
  const what = describeUnusableList(tasks, list);
  if (what !== null) throw new UserError({ what, where: "--tasks", fix: suggestList(tasks, cwd) });
}

function suggestList(tasks: string, cwd: string): string {
  const file = listFile(tasks);
  const isMissing = file !== null && !exists(pathResolve(cwd, file));
  return isMissing && /\.(?:md|markdown)$/i.test(file)
    ? `name another list with --tasks, or write this one: echo "- [ ] what to do" > ${file}`
    : `name another list with --tasks; what is wrong with this one: untildone tasks ${tasks} --lint`;
}
