import type { KnownTasks } from "../../decide/tasks.js";
import { UserError } from "../../lib/errors.js";
import { exists } from "../../lib/files/disk.js";
import { pathResolve } from "../../lib/files/folder.js";
import { listFile } from "../../tasks/find-list.js";
import type { RunOptions } from "./options.js";

/** Why a run cannot start with its list. */
export const describeUnusable = (name: string, why: string): string => `the task list ${name} cannot be used: ${why}`;

/** A run without a usable list would end before its first turn: it does not begin. */
export function refuseUnusableList({ tasks, cwd, git, resume }: RunOptions, list: KnownTasks): void {
  // The list of a resumed run is in its worktree.
  if (resume && git.worktree) return;
  if (list.is !== "unusable") return;
  const what = describeUnusable(tasks, list.why);
  throw new UserError({ what, where: "--tasks", fix: suggestList(tasks, cwd, list.why) });
}

/** What a list says of itself that has no tasks yet. */
const isEmpty = /^(?:no task was found in the file|the file is empty)$/;

function suggestList(tasks: string, cwd: string, why: string): string {
  const file = listFile(tasks);
  const isMarkdown = file !== null && /\.(?:md|markdown)$/i.test(file);
  if (isMarkdown && !exists(pathResolve(cwd, file)))
    return `name another list with --tasks, or write this one: echo "- [ ] what to do" > ${file}`;
  if (isMarkdown && isEmpty.test(why)) return `write your tasks into it: echo "- [ ] what to do" >> ${file}`;
  return `name another list with --tasks; what is wrong with this one: untildone tasks ${tasks} --lint`;
}
