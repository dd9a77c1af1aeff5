import type { ChangeKind, FileChange } from "./changes.js";
import type { FileState } from "./workspace-state.js";

export function compare(before: FileStates, now: FileStates, root: string): readonly FileChange[] {
  const changes: FileChange[] = [];
  const added: string[] = [];
  for (const [path, state] of now) {
    const old = before.get(path);
    if (!old) added.push(path);
    else if (old.hash !== state.hash || old.mode !== state.mode)
      changes.push({
        root,
        path,
        kind: classifyChange(old, state),
        from: null,
        cosmetic: false,
        before: old,
        now: state,
      });
  }
  const deleted = [...before.keys()].filter((path) => !now.has(path));
  return [...changes, ...moved(deleted, added, { before, now, root })].sort((a, b) => (a.path < b.path ? -1 : 1));
}

export type FileStates = ReadonlyMap<string, FileState>;

function classifyChange(old: FileState, state: FileState): ChangeKind {
  if (old.mode === "160000" || state.mode === "160000") return "submodule";
  return old.hash === state.hash ? "mode" : "modified";
}

/** A file that went away while one of the same content came is renamed. */
function moved(
  deleted: readonly string[],
  added: readonly string[],
  { before, now, root }: { readonly before: FileStates; readonly now: FileStates; readonly root: string },
): readonly FileChange[] {
  const byHash = new Map<string, string[]>();
  for (const path of deleted) {
    const hash = before.get(path)?.hash ?? "";
    byHash.set(hash, [...(byHash.get(hash) ?? []), path]);
  }
  const taken = new Set<string>();
  const came = added.map((path): FileChange => {
    const state = now.get(path) ?? null;
    const from = byHash.get(state?.hash ?? "")?.find((old) => !taken.has(old)) ?? null;
    if (from !== null) taken.add(from);
    const old = from === null ? null : (before.get(from) ?? null);
    return { root, path, kind: from === null ? "added" : "renamed", from, cosmetic: false, before: old, now: state };
  });
  const went = deleted
    .filter((path) => !taken.has(path))
    .map((path): FileChange => {
      const old = before.get(path) ?? null;
      return { root, path, kind: "deleted", from: null, cosmetic: false, before: old, now: null };
    });
  return [...came, ...went];
}

/** Beyond this many changed files nobody reformatted by accident, and reading them all is not cheap. */
export const maxCompared = 2_000;

export const isEdit = ({ kind, before, now }: FileChange): boolean => kind === "modified" && before?.mode === now?.mode;
