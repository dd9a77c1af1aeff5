import { UserError } from "../../lib/errors.js";
import { exists, isPipe } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { pathFrom, pathJoin, pathResolve, realPath } from "../../lib/files/folder.js";
import { isGitInstalled } from "../../lib/git/ask-git.js";
import type { Repository } from "../../lib/git/git.js";
import { openRepository } from "../../lib/git/git.js";
import type { Store } from "../../store/store.js";
import type { GitOptions, RunOptions } from "../start/options.js";
import { branchName, type Checkpoints, gitCheckpoints } from "./checkpoints.js";
import { type GitRecord, readGitRecord } from "./git-record.js";
import { dropWorktree, makeWorktree, type Worktree, worktreeStart } from "./git-worktree.js";
import { mergesTrees } from "./merge.js";
import { bringCommits, type CloneBase, dropOwnClone, makeOwnClone } from "./own-clone.js";

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
  /** Of a clone: its commits become the branch here. In words why not, null when done. Absent elsewhere. */
  bringBack?(): Promise<string | null>;
}

interface RunPlace {
  readonly id: string;
  readonly resumed: boolean;
  readonly store: Store;
  readonly logs: string;
  /** Paths that the agent must not find in the history either, from the project's folder; it gets a clone without them. */
  readonly without: readonly string[];
  warn(text: string): void;
}

/** Creates the worktree of a run, or enters the existing one. */
export async function openWorkFolder({ cwd, git }: RunOptions, place: RunPlace): Promise<WorkFolder> {
  const saved = place.resumed ? loadGitRecord(place.logs) : null;
  const branch = branchName(place.id);
  if (saved?.worktree) return enter(saved.worktree, { cwd, branch, ...(saved.clone ? { clone: saved.clone } : {}) });
  if (place.without.length > 0) {
    const project = await openRepository(cwd);
    if (project.ok && (await project.head()) !== null) return openClone(project, branch, place);
  }
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

/** A clone takes the place of a worktree. */
async function openClone(project: Repository, branch: string, place: RunPlace): Promise<WorkFolder> {
  const folder = pathResolve(place.store.folder, "worktrees", branch.replace(/^.*\//, ""));
  const without = place.without.map((path) => pathJoin(project.inside, path));
  const base = await worktreeStart(project);
  const clone = await makeOwnClone(project, { folder, branch, base, without });
  saveGitRecord(place, { version: 1, dirty: null, worktree: folder, clone });
  const dirty = await dirtyNow(project, [...ownIn(project, [place.store.folder]), ...without]);
  if (dirty.length > 0)
    place.warn(`the agent's clone starts at the last commit, without the uncommitted changes of ${formatPaths(dirty)}`);
  return {
    cwd: pathResolve(folder, project.inside),
    worktree: { root: folder, branch, isClone: true },
    abandon: () => dropOwnClone(project, folder, branch),
    bringBack: () => bringCommits(project, { folder, branch, clone }),
  };
}

/** The folder of a current or past run. */
export async function findWorkFolder(cwd: string, { logs, run }: { logs: string; run: string }): Promise<string> {
  const worktree = loadGitRecord(logs)?.worktree;
  return worktree ? (await enter(worktree, { cwd, branch: branchName(run) })).cwd : cwd;
}

interface Entered {
  readonly cwd: string;
  readonly branch: string;
  readonly clone?: CloneBase;
}

async function enter(root: string, { cwd: from, branch, clone }: Entered): Promise<WorkFolder> {
  if (!exists(root))
    throw new UserError({
      what: "the worktree of the run is gone",
      where: root,
      fix: `git worktree prune && git worktree add ${root} ${branch}, or leave --resume out to start a new run`,
    });
  const project = await openRepository(from);
  const cwd = pathResolve(root, project.ok ? project.inside : "");
  const abandon = async (): Promise<void> => undefined;
  if (!clone || !project.ok) return { cwd, worktree: { root, branch }, abandon };
  const bringBack = () => bringCommits(project, { folder: root, branch, clone });
  return { cwd, worktree: { root, branch, isClone: true }, abandon, bringBack };
}

/** A worktree starts at the last commit, so files that were never committed are missing. */
export function refuseUncommitted(names: readonly (string | null)[], { from, to }: { from: string; to: string }) {
  for (const name of names)
    if (name !== null && exists(pathResolve(from, name)) && !exists(pathResolve(to, name)))
      throw new UserError({
        what: `${name} was never committed, so it is not in the worktree`,
        where: "--worktree",
        fix: `git add ${name} && git commit -m "Add ${name}"; or run without --worktree`,
      });
}

interface CheckpointPlace extends Omit<RunPlace, "without"> {
  readonly work: WorkFolder;
  /** Where the records of the project's runs are. */
  readonly privateFolder: string;
  /** Paths of hidden checks, whose files are away. */
  readonly away: readonly string[];
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
  const own = ownIn(repository, [
    store.folder,
    pathResolve(work.cwd, config.stateFolder),
    place.privateFolder,
    ...place.away,
  ]);
  const saved = resumed ? loadGitRecord(logs) : null;
  const dirtyBefore = saved?.dirty ?? (await dirtyNow(repository, own));
  saveGitRecord(place, { version: 1, dirty: dirtyBefore, worktree: work.worktree?.root ?? null, ...keptClone(logs) });
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

const keptClone = (logs: string): Pick<GitRecord, "clone"> => {
  const clone = loadGitRecord(logs)?.clone;
  return clone ? { clone } : {};
};

function loadGitRecord(logs: string): GitRecord | null {
  const json = readIfThere(gitRecordFile(logs));
  return json === null ? null : readGitRecord(json);
}

const saveGitRecord = ({ store, logs }: Pick<RunPlace, "store" | "logs">, record: GitRecord): void =>
  store.writeRunFile(gitRecordFile(logs), JSON.stringify(record));
