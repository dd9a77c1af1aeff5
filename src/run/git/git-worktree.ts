import { UserError } from "../../lib/errors.js";
import { makeFolder, replaceFile } from "../../lib/files/disk.js";
import { pathJoin } from "../../lib/files/folder.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import type { Repository } from "../../lib/git/git.js";

/** A separate checkout for the run, on its own branch. */
export interface Worktree {
  /** Its root folder. */
  readonly root: string;
  readonly branch: string;
  /** A clone of its own, whose commits are brought here when the run ends. */
  readonly isClone?: true;
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

interface NewWorktree {
  readonly folder: string;
  readonly name: string;
  readonly branch: string;
  /** The commit to start from, by default the last one. A branch that exists is taken as it is. */
  readonly start?: string;
}

/** Creates a worktree in a folder that git ignores, so that nobody commits it by accident. */
export async function makeWorktree(
  repository: Repository,
  { folder, name, branch, start }: NewWorktree,
): Promise<Worktree> {
  const from = start ?? (await worktreeStart(repository));
  makeFolder(folder);
  replaceFile(pathJoin(folder, ".gitignore"), "*\n");
  const root = pathJoin(folder, name);
  const isThere = start !== undefined && (await repository.commitAt(`refs/heads/${branch}`)) !== null;
  const place = isThere ? [root, branch] : ["--no-track", "-b", branch, root, from];
  const made = await repository.ask(["worktree", "add", "-q", ...place], { writes: true });
  if (made.ok) return { root, branch };
  throw new UserError({
    what: `git could not create the worktree: ${made.why}`,
    where: root,
    fix: "fix what git reports, or run without --worktree",
  });
}

/** Removes a worktree and its branch. */
export async function dropWorktree(repository: Repository, { root, branch }: Worktree): Promise<void> {
  await removeWorktree(repository, root);
  await repository.ask(["branch", "-D", branch], { writes: true });
}

/** Removes a worktree, even one that git has only half made or half removed. Its branch stays. */
export async function removeWorktree(repository: Repository, root: string): Promise<void> {
  // Twice: also where somebody has locked it.
  await repository.ask(["worktree", "remove", "--force", "--force", root], { writes: true });
  removeFolder(root);
  await repository.ask(["worktree", "prune"], { writes: true });
}

export function adviseOn({ root, branch, isClone }: Worktree): WorktreeAdvice {
  return {
    root,
    branch,
    merge: `git merge ${branch}`,
    remove: isClone
      ? `rm -r ${quoted(root)} && git branch -d ${branch}`
      : `git worktree remove ${quoted(root)} && git branch -d ${branch}`,
  };
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
