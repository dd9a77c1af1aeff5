import type { TreeEntry } from "./git-output.js";

export type CommitTree = ReadonlyMap<string, TreeEntry>;

/** Commits are immutable, and each iteration reads the same one several times. */
const trees = new Map<string, CommitTree>();
const maxTrees = 4;
const treeKey = (root: string, commit: string): string => `${root}\0${commit}`;

/** What is asked for is kept longest: the start of a run stays as it was read then. */
export function recallTree(root: string, commit: string): CommitTree | undefined {
  const key = treeKey(root, commit);
  const known = trees.get(key);
  if (known && trees.delete(key)) trees.set(key, known);
  return known;
}

export function keepTree(root: string, commit: string, tree: CommitTree): void {
  const [oldest] = trees.keys();
  if (trees.size >= maxTrees && oldest !== undefined) trees.delete(oldest);
  trees.set(treeKey(root, commit), tree);
}

/** Contents that were read, and are what their hash says. */
const blobs = new Map<string, Buffer>();
const maxKept = { blobs: 200, bytes: 64 * 1024 };

export const recallBlob = (root: string, hash: string): Buffer | undefined => blobs.get(treeKey(root, hash));

export function keepBlob(root: string, hash: string, bytes: Buffer): void {
  if (bytes.length > maxKept.bytes) return;
  const [oldest] = blobs.keys();
  if (blobs.size >= maxKept.blobs && oldest !== undefined) blobs.delete(oldest);
  blobs.set(treeKey(root, hash), Buffer.from(bytes)); // A part of a larger buffer would keep all of it.
}
