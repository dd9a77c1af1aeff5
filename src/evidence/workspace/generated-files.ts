import { pathJoin } from "../../lib/files/folder.js";
import { commitTree } from "../../lib/git/git.js";
import type { RootState, WorkspaceState } from "./workspace-state.js";

/**
 * Files that commands generate as they run: that came (or, before any agent was there, changed) between two looks and that
 * no commit holds. What git holds is left out, since an agent may well have to edit that too.
 */
export async function generatedFiles(
  before: WorkspaceState,
  now: WorkspaceState,
  which: "new" | "changed",
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const root of now.roots) {
    const old = before.roots.find(({ path }) => path === root.path);
    if (old && old.commit === root.commit) found.push(...(await generatedIn(old, root, which)));
  }
  return found;
}

async function generatedIn(old: RootState, root: RootState, which: "new" | "changed"): Promise<readonly string[]> {
  const changed = Object.keys(root.files).filter((name) => old.files[name]?.hash !== root.files[name]?.hash);
  // Without git every file is listed, so one that was there before may be anybody's.
  const isSure = which === "changed" && root.git;
  const own = isSure ? changed : changed.filter((name) => !Object.hasOwn(old.files, name));
  if (own.length === 0) return [];
  const held = root.commit === null ? null : await commitTree(root.path, root.commit);
  return own.filter((name) => !held?.has(name)).map((name) => pathJoin(root.path, name));
}
