import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";

/** A file or link by its content, as git names it. */
export interface SnapshotEntry {
  readonly mode: string;
  readonly hash: string;
}

/** The content of the project right before or after one turn of a run. */
export interface SnapshotName {
  readonly iteration: number;
  readonly side: "before" | "after";
}

/** A path whose content differs between two snapshots. Null: there is no such file. */
export interface SnapshotChange {
  readonly before: SnapshotEntry | null;
  readonly after: SnapshotEntry | null;
}

export type SnapshotChanges = ReadonlyMap<string, SnapshotChange>;

/** The snapshots of one run. Nothing is saved again that did not change since the last one. */
export interface Snapshots {
  /** The folder that paths are taken from. */
  readonly root: string;
  /** In words why it could not be saved, or null. */
  save(name: SnapshotName, state: WorkspaceState): Promise<string | null>;
  /** In the order of the run. */
  list(): Promise<readonly SnapshotName[]>;
  changes(from: SnapshotName, to: SnapshotName): Promise<SnapshotChanges>;
  /** How the project as it is now differs from a snapshot: `after` is that of now. */
  changesToNow(from: SnapshotName, now: WorkspaceState): Promise<SnapshotChanges>;
  /** What a snapshot does not hold, by its content alone: files with secrets, and large ones. */
  unkept(name: SnapshotName): Promise<ReadonlyMap<string, SnapshotEntry>>;
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

export const formatName = ({ iteration, side }: SnapshotName): string =>
  `${String(iteration).padStart(5, "0")}-${side}`;

export function parseName(text: string): SnapshotName | null {
  const [, iteration, side] = /^(\d{5,9})-(before|after)$/.exec(text) ?? [];
  return iteration === undefined
    ? null
    : { iteration: Number(iteration), side: side === "before" ? "before" : "after" };
}

/** Before a turn comes before after it. */
export const compareNames = (a: SnapshotName, b: SnapshotName): number =>
  a.iteration - b.iteration || Number(a.side === "after") - Number(b.side === "after");

/** The snapshot that shows this moment: what did not change since the last one was not saved again. */
export const snapshotAt = (names: readonly SnapshotName[], at: SnapshotName): SnapshotName | null =>
  names.findLast((name) => compareNames(name, at) <= 0) ?? null;

export const isSameEntry = (a: SnapshotEntry | null, b: SnapshotEntry | null): boolean =>
  a?.hash === b?.hash && a?.mode === b?.mode;

/** The differences between two trees at hand. */
export function compareEntries(
  before: ReadonlyMap<string, SnapshotEntry>,
  after: ReadonlyMap<string, SnapshotEntry>,
): SnapshotChanges {
  const changes = new Map<string, SnapshotChange>();
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const change = { before: before.get(path) ?? null, after: after.get(path) ?? null };
    if (!isSameEntry(change.before, change.after)) changes.set(path, change);
  }
  return changes;
}

/** What is not kept: bigger files would make the snapshots expensive, and secrets are written nowhere. */
export const maxSnapshotFile = 16 * 1024 * 1024;

/** Entries as a snapshot notes them, and back; none where the text is something else. */
export const formatEntries = (entries: readonly (readonly [string, SnapshotEntry])[]): string =>
  JSON.stringify(Object.fromEntries(entries.map(([path, { mode, hash }]) => [path, { mode, hash }])));

export function parseEntries(text: string): ReadonlyMap<string, SnapshotEntry> {
  const value = tryParseJson(text);
  return new Map(
    Object.entries(isRecord(value) ? value : {}).flatMap(([path, entry]): [string, SnapshotEntry][] => {
      const { mode, hash } = isRecord(entry) ? entry : {};
      return typeof mode === "string" && typeof hash === "string" ? [[path, { mode, hash }]] : [];
    }),
  );
}
