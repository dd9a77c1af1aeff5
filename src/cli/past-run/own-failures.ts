import type { CommandPlan } from "../../evidence/plan.js";
import { type SnapshotName, snapshotAt } from "../../run/snapshots/snapshot.js";
import { type CopyResult, tryInCopy } from "../../run/snapshots/try-in-copy.js";
import { pathsAt } from "./content-at.js";
import type { Trying } from "./try-undo.js";

/**
 * What these turns themselves made pass: it failed before the first of them and no longer after the last. That it
 * fails again without them breaks nobody else's work. "all" where the whole check is such a one.
 */
export async function findOwnFailures(
  check: CommandPlan,
  { place, turns, content }: Trying,
): Promise<ReadonlySet<string> | "all"> {
  const { iterations } = turns;
  const names = await content.snapshots.list();
  const first = snapshotAt(names, { iteration: iterations[0] ?? 0, side: "before" });
  const last = snapshotAt(names, { iteration: iterations.at(-1) ?? 0, side: "after" });
  if (!first || !last) return new Set();
  const tryAt = async (name: SnapshotName): Promise<CopyResult> =>
    tryInCopy(check, await pathsAt(name, content, place.now), place);
  const before = await tryAt(first);
  if (before.is !== "fails") return new Set();
  const after = await tryAt(last);
  if (after.is === "holds") return before.tests.size > 0 ? before.tests : "all";
  if (after.is === "unknown") return new Set();
  return new Set([...before.tests].filter((test) => !after.tests.has(test)));
}
