import type { Task } from "../../decide/tasks.js";
import { UserError } from "../../lib/errors.js";
import { exists } from "../../lib/files/disk.js";
import { pathJoin } from "../../lib/files/folder.js";
import type { Repository } from "../../lib/git/git.js";
import { openRepository } from "../../lib/git/git.js";
import { sleepUntil } from "../../lib/process/signals.js";
import { branchName } from "../git/checkpoints.js";
import { makeWorktree, removeWorktree, type Worktree } from "../git/git-worktree.js";
import { isIn } from "../git/merge.js";
import { type UnitRecord, unitName } from "../records/unit-record.js";

interface WorktreesContext {
  readonly run: string;
  /** Where the worktrees are. */
  readonly folder: string;
  readonly project: Repository;
  readonly trunk: Worktree;
  readonly stop: AbortSignal;
}

const maxTries = 5;

/** The worktrees and branches of the units of a run. */
export class UnitWorktrees {
  readonly #context: WorktreesContext;
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: WorktreesContext) {
    this.#context = context;
  }

  branchOf = (task: Task): string => branchName(`${this.#context.run}-${unitName(task)}`);

  #rootOf = (task: Task): string => pathJoin(this.#context.folder, this.branchOf(task).replace(/^.*\//, ""));

  /**
   * The unit's worktree as it was left, or a new one. One that no turn has begun in is made whole. `from`: the commit that
   * the unit was to go on from.
   */
  async enter(task: Task, { base, baseline }: UnitRecord, from: string | null): Promise<Repository> {
    const root = this.#rootOf(task);
    const isThere = exists(pathJoin(root, ".git"));
    if (baseline === null || !isThere) await this.#make(root, { branch: this.branchOf(task), start: base });
    const repository = await openRepository(root);
    if (!repository.ok) throw brokenWorktree(repository.why, root);
    // Killed after the decision to go on from the merged work, and before it was checked out.
    if (from !== null && !(await isIn(repository, from, "HEAD")))
      await repository.ask(["reset", "-q", "--hard", from], { writes: true });
    return repository;
  }

  /** Tries again for a while: a git of a loop that was killed may still be making the same worktree. */
  async #make(root: string, { branch, start }: { readonly branch: string; readonly start: string }) {
    const { project, stop } = this.#context;
    const [folder, name] = [root.slice(0, root.lastIndexOf("/")), root.slice(root.lastIndexOf("/") + 1)];
    for (let at = 1; ; at++)
      try {
        return await this.#inTurn(async () => {
          await removeWorktree(project, root);
          return makeWorktree(project, { folder, name, branch, start });
        });
      } catch (error) {
        if (at === maxTries || stop.aborted) throw error;
        await sleepUntil(1, stop);
      }
  }

  /** The unit has ended. What is not merged stays on its branch. */
  async leave(task: Task, root: string, isMerged: boolean): Promise<void> {
    const { project } = this.#context;
    await this.#inTurn(() => removeWorktree(project, root));
    if (isMerged) await project.ask(["branch", "-D", this.branchOf(task)], { writes: true });
  }

  /** Removes what an earlier start of the run left. */
  async discard(task: Task): Promise<void> {
    const { project, trunk } = this.#context;
    await removeWorktree(project, this.#rootOf(task));
    const branch = this.branchOf(task);
    const tip = await project.commitAt(`refs/heads/${branch}`);
    // What was never merged may be all there is of it.
    if (tip !== null && (await isIn(project, tip, `refs/heads/${trunk.branch}`)))
      await project.ask(["branch", "-D", branch], { writes: true });
  }

  /** Git's list of worktrees is changed by one unit at a time. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

const brokenWorktree = (why: string, root: string): UserError =>
  new UserError({
    what: `the worktree of a task cannot be used: ${why}`,
    where: root,
    fix: "remove it (git worktree remove --force), then untildone run --resume",
  });
