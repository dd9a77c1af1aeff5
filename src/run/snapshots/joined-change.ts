import type { SnapshotChange, SnapshotName, Snapshots } from "./snapshot.js";
import { isSameEntry, snapshotAt } from "./snapshot.js";

/** What one turn made of a file. */
export interface TurnChange extends SnapshotChange {
  readonly iteration: number;
}

/** Each path that turns changed, with what each of them made of it, in the order of the run. */
export type JoinedChange = ReadonlyMap<string, readonly TurnChange[]>;

/** The change of these turns; a turn whose snapshots are gone is named. */
export async function joinChanges(
  snapshots: Snapshots,
  iterations: readonly number[],
): Promise<JoinedChange | { readonly gone: number }> {
  const names = await snapshots.list();
  const joined = new Map<string, TurnChange[]>();
  for (const iteration of iterations.toSorted((a, b) => a - b)) {
    const [before, after] = sidesOf(names, iteration);
    if (!before || !after) return { gone: iteration };
    if (before === after) continue;
    for (const [path, change] of await snapshots.changes(before, after)) {
      const turns = joined.get(path) ?? [];
      joined.set(path, [...turns, { iteration, ...change }]);
    }
  }
  return joined;
}

const sidesOf = (names: readonly SnapshotName[], iteration: number) => [
  snapshotAt(names, { iteration, side: "before" }),
  snapshotAt(names, { iteration, side: "after" }),
];

/** Turns that follow each other without anything in between are one change; one that comes to nothing is left out. */
export function mergeSteps(turns: readonly TurnChange[]): readonly TurnChange[] {
  const steps: TurnChange[] = [];
  for (const turn of turns) {
    const last = steps.at(-1);
    if (last && isSameEntry(last.after, turn.before)) steps[steps.length - 1] = { ...last, after: turn.after };
    else steps.push(turn);
  }
  return steps.filter(({ before, after }) => !isSameEntry(before, after));
}
