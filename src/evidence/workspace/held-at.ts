import type { Repository } from "../../lib/git/git.js";
import { commitTree, openRepository, type TreeEntry } from "../../lib/git/git.js";
import type { CommitTree } from "../../lib/git/object-cache.js";
import type { IsLeftOut } from "./changes.js";
import type { RootState } from "./workspace-state.js";

export async function heldAt(root: string, commit: string | null, isNobodys: IsLeftOut): Promise<CommitTree | null> {
  const held = commit === null ? new Map<string, TreeEntry>() : await commitTree(root, commit);
  return held && new Map([...held].filter(([name]) => !isNobodys(name)));
}

/** For what the trees alone do not say. */
export async function openRoot({ path, commit }: RootState): Promise<Repository | null> {
  const opened = commit === null ? null : await openRepository(path);
  return opened?.ok ? opened : null;
}
