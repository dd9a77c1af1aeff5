import { namesIn, pathJoin, sizeAt } from "../../lib/files/folder.js";
import { type CheckContext, type Finding, fails, holds } from "../check-context.js";

const doneFolder = /^(?:\d{1,3}[._-])?(?:done|completed?|finished|archived?)$/i;

/** Whether the task's own file went to the folder of those that are done. Null where the task has no file of its own. */
export function checkTaskFileMoved({
  cwd,
  task,
  sinceStart,
}: Pick<CheckContext, "cwd" | "task" | "sinceStart">): Finding | null {
  if (!task?.file) return null;
  const parts = task.file.split("/");
  const name = parts.at(-1) ?? "";
  const shelves = parts.slice(0, -2).join("/");
  const done = namesIn(pathJoin(cwd, shelves)).filter((folder) => doneFolder.test(folder));
  const there = done
    .map((folder) => [...(shelves ? [shelves] : []), folder, name].join("/"))
    .find((path) => sizeAt(pathJoin(cwd, path)) !== null);
  const moved =
    there !== undefined &&
    (there === task.file ? cameInThisRun(there, sinceStart) : sizeAt(pathJoin(cwd, task.file)) === null);
  if (moved) return { ...holds(`${name} was moved to ${there}`), facts: { taskFileMovedToDone: true } };
  const where = `${task.file} was not moved to a folder of done tasks`;
  return { ...fails(where), quiet: true, facts: { taskFileMovedToDone: false } };
}

/** A task list may name the file where it is now: then it counts only if it was not there at the start. */
function cameInThisRun(path: string, sinceStart: CheckContext["sinceStart"]): boolean {
  const came = sinceStart?.files.filter(({ kind }) => kind === "renamed" || kind === "added") ?? [];
  return came.some((change) => `/${change.path}`.endsWith(`/${path}`));
}
