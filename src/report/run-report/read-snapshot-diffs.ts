import { isUserError } from "../../lib/errors.js";
import { findWorkFolder } from "../../run/git/git.js";
import type { PrivateFolder } from "../../run/records/private-folder.js";
import { readHead } from "../../run/records/run-record.js";
import { joinChanges, mergeSteps } from "../../run/snapshots/joined-change.js";
import { openSnapshots } from "../../run/snapshots/open-snapshots.js";
import type { Snapshots } from "../../run/snapshots/snapshot.js";
import { withoutList } from "../../run/snapshots/without-list.js";
import { formatFile, hashesIn } from "../diff-of-file.js";
import type { CheckpointDiff } from "./checkpoint-diff.js";
import { clipLines } from "./clip-text.js";
import { turnKey } from "./turn-key.js";

const limits = { turns: 150, tasks: 60, files: 60, patch: 24_000, turnPatches: 800_000, taskPatches: 500_000 };

interface SnapshotRun {
  readonly run: string;
  readonly logs: string;
  readonly privateFolder: PrivateFolder;
  /** Each turn with its task, the newest last. */
  readonly turns: readonly { readonly iteration: number; readonly task: string | null }[];
}

/** What turns and tasks changed, by their keys. */
export interface SnapshotDiffs {
  readonly byTurn: ReadonlyMap<string, CheckpointDiff>;
  /** All turns of a task joined, without what others changed in between; of tasks that had more than one. */
  readonly byTask: ReadonlyMap<string, CheckpointDiff>;
}

/** What the newest turns and tasks changed, from the snapshots around each turn; empty where there are none. */
export async function readSnapshotDiffs(
  cwd: string,
  { run, logs, privateFolder, turns }: SnapshotRun,
): Promise<SnapshotDiffs> {
  const none: SnapshotDiffs = { byTurn: new Map(), byTask: new Map() };
  try {
    const place = await findWorkFolder(cwd, { logs, run });
    const snapshots = await openSnapshots({ cwd: place, run, privateFolder: privateFolder.path });
    if ((await snapshots.list()).length === 0) return none;
    const content = { snapshots, cwd: place, list: readHead(privateFolder, run)?.tasks };
    const newest = turns.slice(-limits.turns).toReversed();
    return {
      byTurn: await readEach(
        newest.map(({ iteration }) => [turnKey({ iteration, unit: null }), [iteration]] as const),
        { content, room: limits.turnPatches },
      ),
      byTask: await readEach(groupByTask(turns).slice(0, limits.tasks), { content, room: limits.taskPatches }),
    };
  } catch (error) {
    if (!isUserError(error)) throw error; // A worktree that is gone: the report is about the rest.
    return none;
  }
}

/** Tasks with more than one turn, that of the newest turn first: one turn says by itself what it changed. */
function groupByTask(turns: SnapshotRun["turns"]): readonly (readonly [string, readonly number[]])[] {
  const groups = new Map<string, number[]>();
  for (const { iteration, task } of turns.toReversed())
    if (task !== null) groups.set(task, [iteration, ...(groups.get(task) ?? [])]);
  return [...groups].filter(([, iterations]) => iterations.length > 1);
}

interface Content {
  readonly snapshots: Snapshots;
  readonly cwd: string;
  readonly list: string | undefined;
}

async function readEach(
  groups: readonly (readonly [string, readonly number[]])[],
  { content, room }: { readonly content: Content; readonly room: number },
): Promise<ReadonlyMap<string, CheckpointDiff>> {
  const diffs = new Map<string, CheckpointDiff>();
  let left = room;
  for (const [key, iterations] of groups) {
    const diff = await diffOf(content, iterations, Math.min(left, limits.patch));
    left -= diff?.patch.length ?? 0;
    if (diff) diffs.set(key, diff);
  }
  return diffs;
}

async function diffOf(
  { snapshots, cwd, list }: Content,
  iterations: readonly number[],
  room: number,
): Promise<CheckpointDiff | null> {
  const joined = await joinChanges(snapshots, iterations);
  if ("gone" in joined) return null;
  const changes = [...withoutList(joined, { root: snapshots.root, cwd, list })]
    .flatMap(([path, turns]) => mergeSteps(turns).map((step) => ({ path, ...step })))
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
