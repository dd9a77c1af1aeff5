import { UserError } from "../base/errors.js";
import { branchName, type Checkpoints, gitCheckpoints } from "../checkpoints/checkpoints.js";
import { type GitRecord, readGitRecord } from "../checkpoints/git-record.js";
import { dropWorktree, makeWorktree, type Worktree, worktreeStart } from "../checkpoints/git-worktree.js";
import { mergesTrees } from "../checkpoints/merge.js";
import type { Store } from "../store/store.js";
import { exists, isPipe } from "../system/disk.js";
import { readIfThere } from "../system/files.js";
import { pathFrom, pathResolve, realPath } from "../system/folder.js";
import { isGitInstalled, openRepository, type Repository } from "../system/git.js";
import type { GitOptions, RunOptions } from "./options.js";

/** What a run needs to know about git. Guarded like all state files. */
export const gitRecordFile = (logs: string): string => `${logs}/git.json`;

/** Fails early if git is missing or has no commit. */
export async function refuseWithoutGit({ cwd, git }: RunOptions): Promise<void> {
  if (git.checkpoint === null && !git.worktree) return;
  const repository = await repositoryAt(cwd, git);
  refusePipe(`${repository.root}/.gitignore`);
  if (git.worktree) await worktreeStart(repository);
  if (git.parallel > 1) await refuseOldGit(repository);
}

/** Merges are made without a work tree, which older versions of git cannot do. */
async function refuseOldGit(repository: Repository): Promise<void> {
  if (await mergesTrees(repository)) return;
  throw new UserError({
    what: "--parallel needs git 2.38 or later",
    where: repository.root,
    fix: "update git, or run without --parallel",
  });
}

/** Git would wait for whoever writes to it. */
function refusePipe(path: string): void {
  if (!isPipe(path)) return;
  throw new UserError({
    what: "it is a pipe, and git would wait for it",
    where: path,
    fix: "remove it, or run without --checkpoint and --worktree",
  });
}

async function repositoryAt(cwd: string, git: GitOptions): Promise<Repository> {
  const repository = await openRepository(cwd);
  if (repository.ok) return repository;
  const flag = flagOf(git);
  const hasGit = !repository.noGit && (await isGitInstalled(cwd));
  throw new UserError({
    what: hasGit ? `${flag} needs a git repository: ${repository.why}` : `${flag} needs git, which is not installed`,
    where: cwd,
    fix: !hasGit ? `install git, or run without ${flag}` : `git init, or run without ${flag}`,
  });
}

const flagOf = ({ parallel, worktree }: GitOptions): string =>
  parallel > 1 ? "--parallel" : worktree ? "--worktree" : "--checkpoint";

/** Where a run works: the project, or its worktree. */
export interface WorkFolder {
  readonly cwd: string;
  readonly worktree: Worktree | null;
  /** Removes the worktree if it was just created and is unused. */
  abandon(): Promise<void>;
}

interface RunPlace {
  readonly id: string;
  readonly resumed: boolean;
  readonly store: Store;
  readonly logs: string;
  warn(text: string): void;
}

/** Creates the worktree of a run, or enters the existing one. */
export async function openWorkFolder({ cwd, git }: RunOptions, place: RunPlace): Promise<WorkFolder> {
  const saved = place.resumed ? loadGitRecord(place.logs) : null;
  const branch = branchName(place.id);
  if (saved?.worktree) return enter(saved.worktree, { cwd, branch });
  if (!git.worktree) return { cwd, worktree: null, abandon: async () => undefined };
  if (place.resumed)
    throw new UserError({
      what: "the run to resume was not started in a worktree",
      where: flagOf(git),
      fix: `resume it without ${flagOf(git)}, or leave --resume out to start a new run`,
    });
  const repository = await repositoryAt(cwd, git);
  const folder = pathResolve(place.store.folder, "worktrees");
  const worktree = await makeWorktree(repository, { folder, name: branch.replace(/^.*\//, ""), branch });
  saveGitRecord(place, { version: 1, dirty: null, worktree: worktree.root });
  const dirty = await dirtyNow(repository, ownIn(repository, [place.store.folder]));
  if (dirty.length > 0)
    place.warn(`the worktree starts at the last commit, without the uncommitted changes of ${formatPaths(dirty)}`);
  return {
    cwd: pathResolve(worktree.root, repository.inside),
    worktree,
    abandon: () => dropWorktree(repository, worktree),
  };
}

/** The folder of a current or past run. */
export async function findWorkFolder(cwd: string, { logs, run }: { logs: string; run: string }): Promise<string> {
  const worktree = loadGitRecord(logs)?.worktree;
  return worktree ? (await enter(worktree, { cwd, branch: branchName(run) })).cwd : cwd;
}

async function enter(root: string, { cwd: from, branch }: { cwd: string; branch: string }): Promise<WorkFolder> {
  if (!exists(root))
    throw new UserError({
      what: "the worktree of the run is gone",
      where: root,
      fix: `git worktree prune && git worktree add ${root} ${branch}, or leave --resume out to start a new run`,
    });
  const project = await openRepository(from);
  const cwd = pathResolve(root, project.ok ? project.inside : "");
  return { cwd, worktree: { root, branch }, abandon: async () => undefined };
}

/** A worktree starts at the last commit, so files that were never committed are missing. */
export function refuseUncommitted(names: readonly (string | null)[], { from, to }: { from: string; to: string }) {
  for (const name of names)
    if (name !== null && exists(pathResolve(from, name)) && !exists(pathResolve(to, name)))
      throw new UserError({
        what: `${name} was never committed, so it is not in the worktree`,
        where: "--worktree",
        fix: "commit it, or run without --worktree",
      });
}

interface CheckpointPlace extends RunPlace {
  readonly work: WorkFolder;
  /** Where the records of the project's runs are. */
  readonly privateFolder: string;
}

/** The checkpoints of a run. They exclude files that were uncommitted when it began. */
export async function openCheckpoints(
  { config, git }: RunOptions,
  place: CheckpointPlace,
): Promise<Checkpoints | null> {
  const { work, id, logs, resumed, store } = place;
  // In a worktree every iteration is committed: its branch belongs to the run, and only commits can be merged.
  const kind = work.worktree ? "commit" : git.checkpoint;
  if (kind === null) return null;
  const repository = await repositoryAt(work.cwd, git);
  const own = ownIn(repository, [store.folder, pathResolve(work.cwd, config.stateFolder), place.privateFolder]);
  const saved = resumed ? loadGitRecord(logs) : null;
  const dirtyBefore = saved?.dirty ?? (await dirtyNow(repository, own));
  saveGitRecord(place, { version: 1, dirty: dirtyBefore, worktree: work.worktree?.root ?? null });
  if (dirtyBefore.length > 0)
    place.warn(`${formatPaths(dirtyBefore)} had uncommitted changes before the run; checkpoints leave these files out`);
  const attached = await repository.ask(["symbolic-ref", "-q", "HEAD"]);
  if (kind === "commit" && !attached.ok) place.warn("HEAD is detached: the checkpoints will be on no branch");
  return gitCheckpoints({ repository, kind, run: id, dirtyBefore, own });
}

/** untildone's folders relative to the root, if they are inside it. */
export const ownIn = (repository: Repository, folders: readonly string[]): readonly string[] =>
  folders
    .map((folder) => pathFrom(realPath(repository.root), realPath(folder)))
    .filter((path) => path !== "" && !path.startsWith(".."));

async function dirtyNow(repository: Repository, own: readonly string[]): Promise<readonly string[]> {
  const dirty = await repository.dirty("by-commit");
  if ("why" in dirty)
    throw new UserError({
      what: `git cannot list uncommitted changes: ${dirty.why}`,
      where: repository.root,
      fix: "fix what git reports, or run without --checkpoint and --worktree",
    });
  const paths = dirty.map(({ path }) => path);
  return [...new Set(paths)].filter((path) => !own.some((ours) => path === ours || path.startsWith(`${ours}/`)));
}

const formatPaths = (paths: readonly string[]): string =>
  paths.length > 3 ? `${paths.slice(0, 2).join(", ")} and ${paths.length - 2} more files` : paths.join(", ");

function loadGitRecord(logs: string): GitRecord | null {
  const json = readIfThere(gitRecordFile(logs));
  return json === null ? null : readGitRecord(json);
}

const saveGitRecord = ({ store, logs }: Pick<RunPlace, "store" | "logs">, record: GitRecord): void =>
  store.writeRunFile(gitRecordFile(logs), JSON.stringify(record));
