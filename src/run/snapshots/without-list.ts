import { pathFrom, pathResolve } from "../../lib/files/folder.js";
import { listFile } from "../../tasks/find-list.js";
import type { JoinedChange } from "./joined-change.js";

interface ListPlace {
  /** The folder that paths are taken from. */
  readonly root: string;
  /** Where the run worked. */
  readonly cwd: string;
  /** As the run was started with it; undefined if unknown. */
  readonly list: string | undefined;
}

/** Without the task list: the ticks in it are the loop's, and are set by marking, not by undoing. */
export function withoutList(change: JoinedChange, { root, cwd, list }: ListPlace): JoinedChange {
  const file = list === undefined ? null : listFile(list);
  if (file === null) return change;
  const path = pathFrom(root, pathResolve(cwd, file));
  return new Map([...change].filter(([each]) => each !== path));
}
