import type { FileState, RootState } from "../../evidence/workspace/workspace-state.js";
import { commitTree } from "../../lib/git/git.js";
import type { SnapshotEntry } from "./snapshot.js";

/** What differs from the last snapshot or, without one, from the commit. */
export async function changedLines(root: RootState, { before, stored }: Since): Promise<readonly string[]> {
  const gone = new Set(root.gone);
  const isBack = (path: string): boolean => root.files[path] === undefined && !gone.has(path);
  const back = [...Object.keys(before?.files ?? {}), ...(before?.gone ?? [])].filter(isBack);
  const held = back.length === 0 || root.commit === null ? null : await commitTree(root.path, root.commit);
  const changed = Object.entries(root.files).flatMap(([path, file]) => {
    const hash = file.mode === submodule ? commitOf(file) : stored.get(file.hash);
    const old = before?.files[path];
    const isSame = old?.hash === file.hash && old.mode === file.mode;
    return hash === undefined || isSame ? [] : [writeLine(path, { mode: file.mode, hash })];
  });
  return [
    ...back.map((path) => writeLine(path, held?.get(path))),
    ...root.gone.map((path) => writeLine(path)),
    ...changed,
  ];
}

interface Since {
  /** The last snapshot on the same commit. */
  readonly before: RootState | null;
  /** What git calls the contents that were stored. */
  readonly stored: ReadonlyMap<string, string>;
}

const writeLine = (path: string, entry?: SnapshotEntry): string =>
  entry ? `M ${entry.mode} ${entry.hash} ${quotePath(path)}` : `D ${quotePath(path)}`;

const submodule = "160000";

/** Of a repository in the project git takes the commit alone. One without any has nothing to take. */
const commitOf = ({ hash }: FileState): string | undefined => /^[0-9a-f]{40,64}/.exec(hash)?.[0];

/** A file as git would have it in a snapshot; null for what it would not have. */
export const snapshotEntry = (file: FileState): SnapshotEntry | null => {
  if (file.mode !== submodule) return file;
  const commit = commitOf(file);
  return commit === undefined ? null : { mode: submodule, hash: commit };
};

/** A repository of its own is no file, and what a conversion changed is in the commit. */
export const isStored = ({ mode, committed }: FileState): boolean => mode !== submodule && !committed;

/** As git's importer reads them: in C's own quotes where a name could be misread. */
const quotePath = (path: string): string =>
  /["\\\n]|^\s|\s$/.test(path)
    ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`
    : path;
