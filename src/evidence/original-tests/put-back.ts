import { pathJoin, textAt } from "../../system/folder.js";
import { openRepository } from "../../system/git.js";
import type { Baseline } from "../baseline.js";
import { type Changes, type FileChange, realChanges } from "../workspace/changes.js";
import { matchesGlob } from "../workspace/glob.js";
import { type Measure, measureOf, restoreConfig } from "./measures.js";

/** A file that is put back as it was at the start; null: it was not there. */
export interface PutBack {
  readonly root: string;
  readonly path: string;
  readonly measure: Exclude<Measure, null>;
  readonly content: Uint8Array | string | null;
}

export interface PutBackOptions {
  /** Files that the commands of checks name. */
  readonly run: readonly string[];
  /** Files that may stay as the agent left them. */
  readonly allow: readonly string[];
  readonly allowRemoved: readonly string[];
}

/** What has to be put back so that the work is measured as at the start: changed tests and configuration. */
export async function findPutBacks(
  changes: Changes,
  { texts }: Pick<Baseline, "texts">,
  options: PutBackOptions,
): Promise<readonly PutBack[]> {
  const files = realChanges(changes).filter(({ path, from }) => isMeasured(path, from, options));
  const held = await heldContents(files);
  return files.flatMap((change) => putBack(change, { texts, held, options }));
}

/** All that changed since the start, as it was then, so far as its content is known. */
export async function findStartFiles(
  changes: Changes,
  { texts }: Pick<Baseline, "texts">,
): Promise<readonly PutBack[]> {
  const files = realChanges(changes);
  const held = await heldContents(files);
  return files.flatMap(({ root, path, from, kind, before }): readonly PutBack[] => {
    const gone: PutBack = { root, path, measure: "test", content: null };
    if (kind === "added") return [gone];
    const old = from ?? path;
    const content = texts[pathJoin(root, old)] ?? held.get(before?.hash ?? "");
    return [
      ...(old === path ? [] : [gone]),
      ...(content === undefined ? [] : [{ root, path: old, measure: "test" as const, content }]),
    ];
  });
}

const isAllowed = (path: string, allow: readonly string[]): boolean => allow.some((glob) => matchesGlob(path, glob));

function isMeasured(path: string, from: string | null, { run, allow }: PutBackOptions): boolean {
  if (isAllowed(path, allow)) return false;
  return measureOf(path, run) !== null || (from !== null && measureOf(from, run) !== null);
}

interface Known {
  readonly texts: Baseline["texts"];
  readonly held: ReadonlyMap<string, Uint8Array>;
  readonly options: PutBackOptions;
}

function putBack(change: FileChange, { texts, held, options }: Known): readonly PutBack[] {
  const { root, path, from, kind, before } = change;
  const measure = measureOf(path, options.run);
  // The agent's own tests stay; a new configuration did not rule the tests at the start.
  if (kind === "added") return measure === "config" ? [{ root, path, measure, content: null }] : [];
  const oldPath = from ?? path;
  const oldMeasure = measureOf(oldPath, options.run);
  const full = pathJoin(root, oldPath);
  const content = texts[full] ?? held.get(before?.hash ?? "");
  const isRemoved = (kind === "deleted" || kind === "renamed") && isAllowed(oldPath, options.allowRemoved);
  const gone: readonly PutBack[] =
    kind === "renamed" && measure === "config" ? [{ root, path, measure, content: null }] : [];
  if (oldMeasure === null || content === undefined || isRemoved || kind === "mode") return gone;
  const restored = oldMeasure === "config" ? restoreFrom(oldPath, content, textAt(full)) : content;
  return restored === null ? gone : [...gone, { root, path: oldPath, measure: oldMeasure, content: restored }];
}

/** Null where what counts of it has not changed. */
function restoreFrom(path: string, content: Uint8Array | string, now: string | null): string | null {
  const old = typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  const restored = restoreConfig(path, old, now);
  return restored === now ? null : restored;
}

/** What git holds of the changed files as they were. */
export async function heldContents(changes: readonly FileChange[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const root of new Set(changes.map((change) => change.root))) {
    const repository = await openRepository(root);
    if (!repository.ok) continue;
    const hashes = changes.flatMap((change) => (change.root === root ? (change.before?.hash ?? []) : []));
    for (const [hash, bytes] of await repository.blobs(hashes)) contents.set(hash, bytes);
  }
  return contents;
}
