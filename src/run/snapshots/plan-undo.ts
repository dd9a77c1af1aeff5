import { blobHash } from "../../lib/files/file-cache.js";
import { entryAt, hashNameOf, readEntry } from "../../lib/files/file-content.js";
import { pathJoin } from "../../lib/files/folder.js";
import { mergeTexts } from "../parking/bring-back.js";
import type { ParkedFile } from "../parking/parked-work.js";
import { type JoinedChange, mergeSteps, type TurnChange } from "./joined-change.js";
import { isSameEntry, type SnapshotEntry, type Snapshots } from "./snapshot.js";

/** What a file has to hold so that the change is gone from it. */
export interface UndoPlan {
  readonly files: readonly ParkedFile[];
  /** By hash: contents that no snapshot has. */
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** Why a change cannot be taken out of a file. */
export interface UndoConflict {
  readonly path: string;
  /** The last turn of the change in it: whoever changed it later is in the way. */
  readonly since: number;
}

interface Held {
  readonly entry: SnapshotEntry | null;
  readonly bytes: Buffer | null;
}

/** The inverse of a change, applied to the files as they are now: the rest of what is in them stays. */
export async function planUndo(
  change: JoinedChange,
  snapshots: Snapshots,
): Promise<UndoPlan | { readonly conflicts: readonly UndoConflict[] }> {
  const files: ParkedFile[] = [];
  const contents = new Map<string, Buffer>();
  const conflicts: UndoConflict[] = [];
  for (const [path, turns] of change) {
    const steps = mergeSteps(turns);
    if (steps.length === 0) continue;
    const undone = await undoFile(path, steps, snapshots);
    if (!undone) conflicts.push({ path, since: steps.at(-1)?.iteration ?? 0 });
    else {
      const { now, held } = undone;
      if (held.entry && held.bytes) contents.set(held.entry.hash, held.bytes);
      if (!isSameEntry(now, held.entry)) files.push({ root: snapshots.root, path, without: held.entry, with: now });
    }
  }
  return conflicts.length > 0 ? { conflicts } : { files, contents };
}

async function undoFile(
  path: string,
  steps: readonly TurnChange[],
  snapshots: Snapshots,
): Promise<{ readonly now: SnapshotEntry | null; readonly held: Held } | null> {
  const full = pathJoin(snapshots.root, path);
  const like = steps.flatMap(({ before, after }) => (before ?? after)?.hash ?? [])[0] ?? "";
  const now = entryAt(full, like);
  const known = await snapshots.read(
    steps.flatMap(({ before, after }) => [before, after].flatMap((e) => e?.hash ?? [])),
  );
  let held: Held = { entry: now, bytes: now === null ? null : readEntry(full) };
  for (const step of steps.toReversed()) {
    const next = await undoStep(step, held, known);
    if (!next) return null;
    held = next;
  }
  return { now, held };
}

/** Null where the same lines were changed since, or the content is no text. */
async function undoStep(
  { before, after }: TurnChange,
  { entry, bytes }: Held,
  known: ReadonlyMap<string, Buffer>,
): Promise<Held | null> {
  const old = before && known.get(before.hash);
  if (before !== null && !old) return null;
  if (isSameEntry(entry, after)) return { entry: before, bytes: old ?? null };
  if (isSameEntry(entry, before)) return { entry, bytes };
  const base = after && known.get(after.hash);
  if (!before || !after || !entry || !bytes || !base || !old) return null;
  if ([entry, before, after].some(({ mode }) => mode === "120000")) return null;
  const merged = await mergeTexts(bytes, base, old);
  if (merged === null) return null;
  return { entry: { mode: entry.mode, hash: blobHash(merged, hashNameOf(entry.hash)) }, bytes: merged };
}
