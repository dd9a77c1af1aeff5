import type { DecisionRecord } from "../store/record.js";
import type { Board, Hold } from "./board.js";
import type { ListedTask } from "./fleet.js";
import { decisionsOf } from "./journal-entries.js";
import type { Mirror } from "./mirror.js";

/** A task that is merged, as the journal has it. */
export interface Merged {
  readonly commit: string | null;
  readonly record: DecisionRecord;
}

/** The last thing the journal says about each task of a repository, if that is that it is merged. */
export async function readMerged(
  board: Pick<Board, "readJournal">,
  place: Pick<Hold, "submission" | "repository">,
): Promise<ReadonlyMap<string, Merged>> {
  const merged = new Map<string, Merged>();
  for await (const record of decisionsOf(board, place)) {
    if (record.about?.is === "merged") merged.set(record.about.unit, { commit: record.about.commit, record });
    if (record.about?.is === "set-aside") merged.delete(record.about.unit);
  }
  return merged;
}

/** A task that the board calls done and is not: its work is not on the branch. */
export interface LostWork {
  readonly task: ListedTask;
  readonly why: string;
  /** The last decision about it. */
  readonly last: DecisionRecord;
}

interface Branch {
  readonly name: string;
  /** Where it is now; null if there is none. */
  readonly tip: string | null;
  /** The branch it started from: a person may have merged it and removed the branch. */
  readonly from: string | null;
}

/** Compares the board with the branch: somebody may have moved it since the work was merged. */
export async function findLostWork(
  tasks: readonly ListedTask[],
  merged: ReadonlyMap<string, Merged>,
  { mirror, branch }: { readonly mirror: Mirror; readonly branch: Branch },
): Promise<readonly LostWork[]> {
  const lost: LostWork[] = [];
  for (const task of tasks) {
    const found = task.progress.status === "done" ? merged.get(task.task) : undefined;
    if (!found?.commit) continue;
    const places = [branch.tip, branch.from].filter((place) => place !== null);
    const isThere = await mirror.isPartOf(found.commit, places);
    if (isThere) continue;
    const became = branch.tip === null ? "which is gone" : "which somebody moved";
    const why = `its work was merged as ${found.commit.slice(0, 12)} and is no longer on ${branch.name}, ${became}`;
    lost.push({ task, why, last: found.record });
  }
  return lost;
}
