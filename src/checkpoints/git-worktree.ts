import { UserError } from "../base/errors.js";
import { makeFolder, replaceFile } from "../system/disk.js";
import { pathJoin } from "../system/folder.js";
import type { Repository } from "../system/git.js";

/** A separate checkout for the run, on its own branch. */
export interface Worktree {
  /** Its root folder. */
  readonly root: string;
  readonly branch: string;
}

/** The commands to merge the work and to remove the worktree. */
export interface WorktreeAdvice extends Worktree {
  readonly merge: string;
  readonly remove: string;
}

/** The commit a worktree starts from. */
export async function worktreeStart(repository: Repository): Promise<string> {
  const head = await repository.head();
  if (head !== null) return head;
  throw new UserError({
    what: "a worktree needs a commit to start from, and there is none yet",
    where: repository.root,
    fix: "make a first commit, or run without --worktree",
  });
}

/** Creates a worktree at the last commit, in a folder that git ignores, so that nobody commits it by accident. */
export async function makeWorktree(
  repository: Repository,
  { folder, name, branch }: { readonly folder: string; readonly name: string; readonly branch: string },
): Promise<Worktree> {
  const head = await worktreeStart(repository);
  makeFolder(folder);
  replaceFile(pathJoin(folder, ".gitignore"), "*\n");
  const root = pathJoin(folder, name);
  const made = await repository.ask(["worktree", "add", "--no-track", "-b", branch, root, head], { writes: true });
  if (made.ok) return { root, branch };
  throw new UserError({
    what: `git could not create the worktree: ${made.why}`,
    where: root,
    fix: "fix what git reports, or run without --worktree",
  });
}

/** Removes an unused worktree. */
export async function dropWorktree(repository: Repository, { root, branch }: Worktree): Promise<void> {
  await repository.ask(["worktree", "remove", "--force", root], { writes: true });
  await repository.ask(["branch", "-D", branch], { writes: true });
}

export function adviseOn({ root, branch }: Worktree): WorktreeAdvice {
  return {
    root,
    branch,
    merge: `git merge ${branch}`,
    remove: `git worktree remove ${quoted(root)} && git branch -d ${branch}`,
  };
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
