import { resolve } from "node:path";
import { UserError } from "../base/errors.js";
import { suggest } from "../base/nearest.js";
import type { Checkpoints } from "../checkpoints/checkpoints.js";
import { branchName, type CheckpointKind, checkpointKinds, gitCheckpoints } from "../checkpoints/checkpoints.js";
import { type GitRecord, readGitRecord } from "../checkpoints/git-record.js";
import { dropWorktree, makeWorktree, type Worktree } from "../checkpoints/git-worktree.js";
import type { Config } from "../config/load.js";
import type { Store } from "../store/store.js";
import { exists } from "../system/disk.js";
import { readIfThere } from "../system/files.js";
import { pathFrom, realPath } from "../system/folder.js";
import { openRepository, type Repository } from "../system/git.js";
import type { Io, ParsedArgs } from "./command.js";

/** Where a run keeps what it must know of git. Guarded like all that only we write. */
export const gitRecordFile = (logs: string): string => `${logs}/git.json`;

/** Refuses what git cannot be asked for here, before anything is begun. */
export async function refuseWithoutGit(args: ParsedArgs, io: Io): Promise<void> {
  const kind = checkpointKind(args);
  if (kind === null && !args.flag("worktree")) return;
  const repository = await repositoryAt(io.cwd, args);
  if (args.flag("worktree") && (await repository.head()) === null)
    throw new UserError({
      what: "a worktree needs a commit to begin at, and there is none yet",
      where: repository.root,
      fix: "make a first commit, or run without --worktree",
    });
}

/** In a worktree every iteration is committed: the branch there is the run's own, and only commits can be merged. */
function checkpointKind(args: ParsedArgs): CheckpointKind | null {
  const word = args.text("checkpoint");
  if (word === undefined) return null;
  const found = checkpointKinds.find((kind) => kind === word);
  if (found) return found;
  throw new UserError({
    what: `there is no checkpoint ${JSON.stringify(word)}`,
    where: "--checkpoint",
    fix: suggest(word, checkpointKinds),
  });
}

async function repositoryAt(cwd: string, args: ParsedArgs): Promise<Repository> {
  const repository = await openRepository(cwd);
  if (repository.ok) return repository;
  const flag = args.flag("worktree") ? "--worktree" : "--checkpoint";
  throw new UserError({
    what: `${flag} needs a git repository: ${repository.why}`,
    where: cwd,
    fix: repository.noGit ? `install git, or run without ${flag}` : `git init, or run without ${flag}`,
  });
}

/** Where a run works: the project itself, or its worktree. */
export interface WorkFolder {
  readonly cwd: string;
  readonly worktree: Worktree | null;
  /** Takes it away again, where it was made just now and nothing was done in it. */
  abandon(): Promise<void>;
}

interface OfRun {
  readonly id: string;
  readonly resumed: boolean;
  readonly store: Store;
  readonly logs: string;
  warn(text: string): void;
}

/** Makes the worktree of a run, or enters the one it has. */
export async function openWorkFolder(args: ParsedArgs, io: Io, of: OfRun): Promise<WorkFolder> {
  const kept = of.resumed ? loadGitRecord(of.logs) : null;
  const branch = branchName(of.id);
  if (kept?.worktree) return enter(kept.worktree, { io, branch });
  if (!args.flag("worktree")) return { cwd: io.cwd, worktree: null, abandon: async () => undefined };
  if (of.resumed)
    throw new UserError({
      what: "the run to resume was not begun in a worktree",
      where: "--worktree",
      fix: "resume it without --worktree, or leave --resume out to begin a new run",
    });
  const repository = await repositoryAt(io.cwd, args);
  const folder = resolve(of.store.folder, "worktrees");
  const worktree = await makeWorktree(repository, { folder, name: branch.replace(/^.*\//, ""), branch });
  saveGitRecord(of, { version: 1, dirty: null, worktree: worktree.root });
  const dirty = await dirtyNow(repository, ownIn(repository, [of.store.folder]));
  if (dirty.length > 0)
    of.warn(`the worktree begins at the last commit: it has no uncommitted changes of ${formatPaths(dirty)}`);
  return {
    cwd: resolve(worktree.root, repository.inside),
    worktree,
    abandon: () => dropWorktree(repository, worktree),
  };
}

async function enter(root: string, { io, branch }: { io: Io; branch: string }): Promise<WorkFolder> {
  if (!exists(root))
    throw new UserError({
      what: "the worktree of the run is gone",
      where: root,
      fix: `git worktree prune && git worktree add ${root} ${branch}, or leave --resume out to begin a new run`,
    });
  const project = await openRepository(io.cwd);
  const cwd = resolve(root, project.ok ? project.inside : "");
  return { cwd, worktree: { root, branch }, abandon: async () => undefined };
}

/** A worktree begins at the last commit: a file that was never committed is not in it. */
export function refuseUncommitted(names: readonly (string | undefined)[], { from, to }: { from: string; to: string }) {
  for (const name of names)
    if (name !== undefined && exists(resolve(from, name)) && !exists(resolve(to, name)))
      throw new UserError({
        what: `${name} was never committed, so it is not in the worktree`,
        where: "--worktree",
        fix: "commit it, or run without --worktree",
      });
}

interface ForCheckpoints extends OfRun {
  readonly given: ParsedArgs;
  readonly config: Config;
  readonly work: WorkFolder;
}

/** The checkpoints of a run, with what is uncommitted now, or was when it began, kept out of them. */
export async function openCheckpoints(of: ForCheckpoints): Promise<Checkpoints | null> {
  const { given: args, config, work, id, logs, resumed, store } = of;
  const kind = work.worktree ? "commit" : checkpointKind(args);
  if (kind === null) return null;
  const repository = await repositoryAt(work.cwd, args);
  const own = ownIn(repository, [store.folder, resolve(work.cwd, config.stateFolder)]);
  const kept = resumed ? loadGitRecord(logs) : null;
  const dirtyBefore = kept?.dirty ?? (await dirtyNow(repository, own));
  saveGitRecord(of, { version: 1, dirty: dirtyBefore, worktree: work.worktree?.root ?? null });
  if (dirtyBefore.length > 0)
    of.warn(`${formatPaths(dirtyBefore)} had uncommitted changes: no checkpoint will hold them`);
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
      fix: "mend what git says, or run without --checkpoint",
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

const saveGitRecord = ({ store, logs }: Pick<OfRun, "store" | "logs">, record: GitRecord): void =>
  store.writeRunFile(gitRecordFile(logs), JSON.stringify(record));
