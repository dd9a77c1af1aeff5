import { isUserError } from "../../lib/errors.js";
import { findWorkFolder } from "../../run/git/git.js";
import { joinChanges } from "../../run/snapshots/joined-change.js";
import { openSnapshots } from "../../run/snapshots/open-snapshots.js";
import type { Snapshots } from "../../run/snapshots/snapshot.js";
import { formatFile, hashesIn } from "../diff-of-file.js";
import type { CheckpointDiff } from "./checkpoint-diff.js";
import { clipLines } from "./clip-text.js";
import { turnKey } from "./turn-key.js";

const limits = { turns: 150, files: 60, patch: 24_000, patches: 1_500_000 };

interface SnapshotRun {
  readonly run: string;
  readonly logs: string;
  readonly privateFolder: string;
  /** The newest last. */
  readonly iterations: readonly number[];
}

/** What each of the newest turns changed, from the snapshots around them; empty where there are none. */
export async function readSnapshotDiffs(
  cwd: string,
  { run, logs, privateFolder, iterations }: SnapshotRun,
): Promise<ReadonlyMap<string, CheckpointDiff>> {
  const diffs = new Map<string, CheckpointDiff>();
  try {
    const snapshots = await openSnapshots({ cwd: await findWorkFolder(cwd, { logs, run }), run, privateFolder });
    if ((await snapshots.list()).length === 0) return diffs;
    let room = limits.patches;
    for (const iteration of iterations.slice(-limits.turns).toReversed()) {
      const diff = await diffOf(snapshots, iteration, Math.min(room, limits.patch));
      room -= diff?.patch.length ?? 0;
      if (diff) diffs.set(turnKey({ iteration, unit: null }), diff);
    }
  } catch (error) {
    if (!isUserError(error)) throw error; // A worktree that is gone: the report is about the rest.
  }
  return diffs;
}

async function diffOf(snapshots: Snapshots, iteration: number, room: number): Promise<CheckpointDiff | null> {
  const joined = await joinChanges(snapshots, [iteration]);
  if ("gone" in joined) return null;
  const changes = [...joined]
    .flatMap(([path, turns]) => turns.map((turn) => ({ path, ...turn })))
    .slice(0, limits.files);
  if (changes.length === 0) return null;
  const known = await snapshots.read(changes.flatMap(({ before, after }) => hashesIn(before, after)));
  const patches = changes.map(({ path, before, after }) => ({
    path,
    text: formatFile(path, { before, after, known }),
  }));
  const patch = patches.map(({ text }) => text).join("");
  return {
    commit: null,
    files: patches.map(({ path, text }) => ({ path, ...countLines(text) })),
    patch: clipLines(patch.slice(0, room)),
    cut: Math.max(0, patch.length - room),
  };
}

/** A binary file has no lines. */
function countLines(text: string): { readonly added: number | null; readonly removed: number | null } {
  if (text.startsWith("Binary files")) return { added: null, removed: null };
  const lines = text.split("\n").filter((line) => !line.startsWith("+++ ") && !line.startsWith("--- "));
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return { added: count("+"), removed: count("-") };
}
