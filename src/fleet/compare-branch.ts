import type { DecisionRecord, SetAside } from "../run.js";
import type { Hold } from "./board-terms.js";
import type { ListedTask } from "./fleet.js";
import type { FleetJournal } from "./journal.js";
import { decisionsOf } from "./journal-entries.js";
import type { Mirror } from "./mirror.js";

/** A task that is merged, as the journal has it. */
export interface Merged {
  readonly commit: string | null;
  readonly record: DecisionRecord;
}

/** The last thing the journal says about each task of a repository, if that is that it is merged. */
export async function readMerged(
  journal: Pick<FleetJournal, "readOf">,
  place: Pick<Hold, "submission" | "repository">,
): Promise<ReadonlyMap<string, Merged>> {
  const merged = new Map<string, Merged>();
  for await (const record of decisionsOf(journal, place)) {
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

export interface Branch {
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

/**
 * The last commit of the branch that no worker announced; null if there is none. Where the branch began, and what is on the
 * one it started from, are its owner's: a person may have moved it there.
 */
export async function findForeign(
  moves: ReadonlyMap<string, string>,
  base: string,
  { mirror, branch: { tip, from } }: { readonly mirror: Pick<Mirror, "isPartOf">; readonly branch: Branch },
): Promise<string | null> {
  const seen = new Set<string>();
  let at = tip ?? "";
  while (at !== "" && at !== base && !seen.has(at)) {
    const before = moves.get(at);
    if (before === undefined) return from !== null && (await mirror.isPartOf(at, [from])) ? null : at;
    seen.add(at);
    at = before;
  }
  return null;
}

/** For the person who has to look at it. */
export const describeForeign = (commit: string, branch: string): SetAside => ({
  ...{ task: branch, outcome: "needs-review", rule: "merge" },
  reason: `commit ${commit.slice(0, 12)} was pushed to it by somebody else: no worker of this fleet made it`,
});
