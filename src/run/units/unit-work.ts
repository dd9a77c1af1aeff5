import type { Task } from "../../decide/tasks.js";
import { emptyList } from "../../evidence/ledger/list-ledger.js";
import type { WorkLedger } from "../../evidence/ledger/work-ledger.js";
import { pathResolve } from "../../lib/files/folder.js";
import type { Repository } from "../../lib/git/git.js";
import { listFile } from "../../tasks/find-list.js";
import { type Checkpoints, gitCheckpoints } from "../git/checkpoints.js";
import { ownIn } from "../git/git.js";
import { RunWork } from "../loop/run-work.js";
import { saveLedger } from "../records/ledger.js";
import type { PrivateFolder } from "../records/private-folder.js";
import { makeWarn, type RunHost, type RunOptions } from "../start/options.js";

interface UnitWork {
  readonly task: Task;
  readonly options: RunOptions;
  readonly privateFolder: PrivateFolder;
  /** The name of its file. */
  readonly key: string;
  readonly emit: RunHost["emit"];
}

/** What is known about the work of one task: others are not its business. */
export function openUnitWork(ledger: WorkLedger, { task, options, privateFolder, key, emit }: UnitWork): RunWork {
  const { acceptListEdits } = options.config.resolved.settings;
  const save = (changed: WorkLedger): void => {
    const failed = saveLedger(privateFolder, key, changed);
    if (failed !== null) makeWarn({ emit })(failed);
  };
  save(ledger);
  return new RunWork(ledger, {
    ...{ save, isListGiven: false },
    // The run knows that it is not done, whatever another agent has ticked in this worktree by now.
    listBefore: { ...emptyList, owed: [task.title, `${task.id} ${task.title}`] },
    acceptsEdits: acceptListEdits,
    resumed: ledger.list.asked.length > 0,
  });
}

interface UnitRepository {
  readonly repository: Repository;
  readonly run: string;
  readonly cwd: string;
  readonly own: readonly string[];
  readonly options: Pick<RunOptions, "tasks">;
}

/** Every iteration of a unit is a commit, without the task list: only the run changes that. */
export const unitCheckpoints = ({ repository, run, cwd, own, options }: UnitRepository): Checkpoints =>
  gitCheckpoints({
    ...{ repository, kind: "commit", run, dirtyBefore: [] },
    own: [...ownIn(repository, own), ...listPaths(repository, cwd, options)],
  });

/** The task list's paths from the root of a repository, if it is in it. */
export function listPaths(
  repository: Repository,
  cwd: string,
  { tasks }: Pick<RunOptions, "tasks">,
): readonly string[] {
  const file = listFile(tasks);
  return file === null ? [] : ownIn(repository, [pathResolve(cwd, file)]);
}
