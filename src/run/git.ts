import { UserError } from "../base/errors.js";
import { branchName, type Checkpoints, gitCheckpoints } from "../checkpoints/checkpoints.js";
import { type GitRecord, readGitRecord } from "../checkpoints/git-record.js";
import { dropWorktree, makeWorktree, type Worktree, worktreeStart } from "../checkpoints/git-worktree.js";
import type { Store } from "../store/store.js";
import { exists } from "../system/disk.js";
import { readIfThere } from "../system/files.js";
import { pathFrom, pathResolve, realPath } from "../system/folder.js";
import { isGitInstalled, openRepository, type Repository } from "../system/git.js";
import type { GitOptions, RunOptions } from "./options.js";

/** Where a run keeps what it must know of git. Guarded like all that only we write. */
export const gitRecordFile = (logs: string): string => `${logs}/git.json`;

/** Refuses what git cannot be asked for here, before anything is begun. */
export async function refuseWithoutGit({ cwd, git }: RunOptions): Promise<void> {
  if (git.checkpoint === null && !git.worktree) return;
  const repository = await repositoryAt(cwd, git);
  if (git.worktree) await worktreeStart(repository);
}

async function repositoryAt(cwd: string, { worktree }: GitOptions): Promise<Repository> {
  const repository = await openRepository(cwd);
  if (repository.ok) return repository;
  const flag = worktree ? "--worktree" : "--checkpoint";
  const hasGit = !repository.noGit && (await isGitInstalled(cwd));
  throw new UserError({
    what: hasGit ? `${flag} needs a git repository: ${repository.why}` : `${flag} needs git, which is not installed`,
    where: cwd,
    fix: !hasGit ? `install git, or run without ${flag}` : `git init, or run without ${flag}`,
  });
}

/** Where a run works: the project itself, or its worktree. */
export interface WorkFolder {
  readonly cwd: string;
  readonly worktree: Worktree | null;
  /** Takes it away again, where it was made just now and nothing was done in it. */
  abandon(): Promise<void>;
}

interface RunPlace {
  readonly id: string;
  readonly resumed: boolean;
  readonly store: Store;
  readonly logs: string;
  warn(text: string): void;
}

/** Makes the worktree of a run, or enters the one it has. */
export async function openWorkFolder({ cwd, git }: RunOptions, of: RunPlace): Promise<WorkFolder> {
  const saved = of.resumed ? loadGitRecord(of.logs) : null;
  const branch = branchName(of.id);
  if (saved?.worktree) return enter(saved.worktree, { cwd, branch });
  if (!git.worktree) return { cwd, worktree: null, abandon: async () => undefined };
  if (of.resumed)
    throw new UserError({
      what: "the run to resume was not begun in a worktree",
      where: "--worktree",
      fix: "resume it without --worktree, or leave --resume out to begin a new run",
    });
  const repository = await repositoryAt(cwd, git);
  const folder = pathResolve(of.store.folder, "worktrees");
  const worktree = await makeWorktree(repository, { folder, name: branch.replace(/^.*\//, ""), branch });
  saveGitRecord(of, { version: 1, dirty: null, worktree: worktree.root });
  const dirty = await dirtyNow(repository, ownIn(repository, [of.store.folder]));
  if (dirty.length > 0)
    of.warn(`the worktree begins at the last commit: it has no uncommitted changes of ${formatPaths(dirty)}`);
  return {
    cwd: pathResolve(worktree.root, repository.inside),
    worktree,
    abandon: () => dropWorktree(repository, worktree),
  };
}

/** Where a run works or worked: the project, or the worktree it has. */
export async function findWorkFolder(cwd: string, { logs, run }: { logs: string; run: string }): Promise<string> {
  const worktree = loadGitRecord(logs)?.worktree;
  return worktree ? (await enter(worktree, { cwd, branch: branchName(run) })).cwd : cwd;
}

async function enter(root: string, { cwd: from, branch }: { cwd: string; branch: string }): Promise<WorkFolder> {
  if (!exists(root))
    throw new UserError({
      what: "the worktree of the run is gone",
      where: root,
      fix: `git worktree prune && git worktree add ${root} ${branch}, or leave --resume out to begin a new run`,
    });
  const project = await openRepository(from);
  const cwd = pathResolve(root, project.ok ? project.inside : "");
  return { cwd, worktree: { root, branch }, abandon: async () => undefined };
}

/** A worktree begins at the last commit: a file that was never committed is not in it. */
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
}

/** The checkpoints of a run, with what is uncommitted now, or was when it began, kept out of them. */
export async function openCheckpoints({ config, git }: RunOptions, of: CheckpointPlace): Promise<Checkpoints | null> {
  const { work, id, logs, resumed, store } = of;
  // In a worktree every iteration is committed: the branch there is the run's own, and only commits can be merged.
  const kind = work.worktree ? "commit" : git.checkpoint;
  if (kind === null) return null;
  const repository = await repositoryAt(work.cwd, git);
  const own = ownIn(repository, [store.folder, pathResolve(work.cwd, config.stateFolder)]);
  const saved = resumed ? loadGitRecord(logs) : null;
  const dirtyBefore = saved?.dirty ?? (await dirtyNow(repository, own));
  saveGitRecord(of, { version: 1, dirty: dirtyBefore, worktree: work.worktree?.root ?? null });
  if (dirtyBefore.length > 0)
    of.warn(`${formatPaths(dirtyBefore)} had uncommitted changes before the run; checkpoints leave these files out`);
  const attached = await repository.ask(["symbolic-ref", "-q", "HEAD"]);
  if (kind === "commit" && !attached.ok) of.warn("HEAD is detached: the checkpoints will be on no branch");
  return gitCheckpoints({ repository, kind, run: id, dirtyBefore, own });
}

/** Our own folders as seen from the root, where they lie in it. */
const ownIn = (repository: Repository, folders: readonly string[]): readonly string[] =>
  folders
    .map((folder) => pathFrom(realPath(repository.root), realPath(folder)))
    .filter((path) => path !== "" && !path.startsWith(".."));

async function dirtyNow(repository: Repository, own: readonly string[]): Promise<readonly string[]> {
  const dirty = await repository.dirty("by-commit");
  if ("why" in dirty)
    throw new UserError({
      what: `git cannot tell what is uncommitted: ${dirty.why}`,
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
