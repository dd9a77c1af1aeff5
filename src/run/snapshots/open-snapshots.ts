import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { namesIn, realPath } from "../../lib/files/folder.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import { openRepository } from "../../lib/git/git.js";
import { now } from "../../lib/time/clock.js";
import { FolderSnapshots } from "./folder-snapshots.js";
import { GitSnapshots, removeSnapshots } from "./git-snapshots.js";
import type { Snapshots } from "./snapshot.js";

/** What the loop does with them. Trouble with a snapshot is told once, and stops no run. */
export interface TurnSnapshots {
  before(iteration: number, state: WorkspaceState): Promise<void>;
  after(iteration: number, state: WorkspaceState): Promise<void>;
}

export interface SnapshotPlace {
  /** Where the run works. */
  readonly cwd: string;
  readonly run: string;
  /** Where the records of the project's runs are. */
  readonly privateFolder: string;
}

const folderOf = (privateFolder: string, run: string): string => `${privateFolder}/${run}.snapshots`;

/** The snapshots of a run, in its repository or beside its records. */
export async function openSnapshots({ cwd, run, privateFolder }: SnapshotPlace): Promise<Snapshots> {
  const repository = await openRepository(cwd);
  if (repository.ok) return new GitSnapshots(repository, run);
  return new FolderSnapshots(realPath(cwd), folderOf(privateFolder, run));
}

const maxAgeSeconds = 14 * 24 * 3600;
const maxRunsWithoutGit = 10;

/** Takes a snapshot around each turn of a run, and removes those of runs that are long over. */
export async function startSnapshots(
  place: SnapshotPlace,
  warn: (text: string) => void,
): Promise<{ readonly snapshots: TurnSnapshots }> {
  const snapshots = await openSnapshots(place);
  await removeOld(place);
  let isTold = false;
  const save = async (name: Parameters<Snapshots["save"]>[0], state: WorkspaceState): Promise<void> => {
    const why = await snapshots.save(name, state);
    if (why === null || isTold) return;
    isTold = true;
    warn(`no snapshot of turn ${name.iteration}, so untildone diff, undo and bisect may not know it: ${why}`);
  };
  return {
    snapshots: {
      before: (iteration, state) => save({ iteration, side: "before" }, state),
      after: (iteration, state) => save({ iteration, side: "after" }, state),
    },
  };
}

async function removeOld({ cwd, run, privateFolder }: SnapshotPlace): Promise<void> {
  const repository = await openRepository(cwd);
  const oldest = now() / 1000 - maxAgeSeconds;
  if (repository.ok) await removeSnapshots(repository, (of, seconds) => of !== run && seconds < oldest);
  const folders = namesIn(privateFolder).filter((name) => name.endsWith(".snapshots") && name !== `${run}.snapshots`);
  for (const name of folders.toSorted().slice(0, -maxRunsWithoutGit)) removeFolder(`${privateFolder}/${name}`);
}

/** All snapshots of these runs. */
export async function forgetSnapshots(
  { cwd, privateFolder }: Omit<SnapshotPlace, "run">,
  runs: readonly string[],
): Promise<void> {
  const repository = await openRepository(cwd);
  if (repository.ok) await removeSnapshots(repository, (run) => runs.includes(run));
  for (const run of runs) removeFolder(folderOf(privateFolder, run));
}
