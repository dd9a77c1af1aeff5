import type { Repository } from "../lib/git/git.js";
import { commitTree, openRepository } from "../lib/git/git.js";
import type { CommitTree } from "../lib/git/object-cache.js";
import type { Baseline, BaselineOptions } from "./baseline.js";
import { verifyCommandsIn } from "./checks/criteria/read-criteria.js";
import { lookAtWorkspace } from "./workspace/state.js";
import type { RootState } from "./workspace/workspace-state.js";

/**
 * A start where nobody took one: the last commit, or the one `since` names. For judging by hand what came after it. Null
 * where there is no such commit to compare with.
 */
export async function baselineFromCommit(
  cwd: string,
  options: Pick<BaselineOptions, "ignore" | "tasksFile"> & { readonly since?: string } = {},
): Promise<Baseline | null> {
  const repository = await openRepository(cwd);
  if (!repository.ok) return null;
  const since = options.since === undefined ? null : await repository.commitAt(options.since);
  if (options.since !== undefined && since === null) return null;
  const now = await lookAtWorkspace(cwd, options);
  const root = now.roots.find(({ git }) => git);
  const commit = since ?? root?.commit ?? null;
  const held = commit === null ? null : await repository.tree(commit);
  if (!root || !held) return null;
  const name = options.tasksFile ? [repository.inside, options.tasksFile].filter(Boolean).join("/") : null;
  const hash = name === null ? undefined : held.get(name)?.hash;
  const tasks = hash === undefined ? null : ((await repository.blobs([hash])).get(hash)?.toString("utf8") ?? null);
  const { refs: _, head: __, ...known } = root; // Which tags and branches there were then nobody knows.
  const start = {
    ...{ ...known, commit, files: await unchangedConversions(root, held), gone: root.sparse ?? [] },
    ignored: { git: true, excludes: root.ignored?.excludes ?? "", folders: await ignoreFilesIn(repository, held) },
  };
  return {
    version: 1,
    state: { version: 1, roots: [start], snapshot: null, notes: [] },
    checks: [],
    texts: {},
    tasks,
    verify: verifyCommandsIn(tasks ?? ""),
    artifacts: {},
    notes: [],
  };
}

/** The `.gitignore` files of a commit. */
async function ignoreFilesIn(repository: Repository, held: CommitTree): Promise<Readonly<Record<string, string>>> {
  const files = [...held].filter(([path, { mode }]) => /(?:^|\/)\.gitignore$/.test(path) && mode.startsWith("100"));
  const blobs = await repository.blobs(files.map(([, { hash }]) => hash));
  return Object.fromEntries(
    files.map(([path, { hash }]) => [path.slice(0, -".gitignore".length), blobs.get(hash)?.toString("utf8") ?? ""]),
  );
}

/** Files whose bytes differ from what git holds, as a checkout makes them, and that the commit holds as they are now. */
async function unchangedConversions(root: RootState, held: CommitTree): Promise<RootState["files"]> {
  const now = root.commit === null ? null : await commitTree(root.path, root.commit);
  const same = Object.entries(root.files).filter(
    ([path, { committed }]) => committed && held.get(path)?.hash === now?.get(path)?.hash,
  );
  return Object.fromEntries(same);
}
