import { UserError } from "../base/errors.js";
import type { Worktree } from "../checkpoints/git-worktree.js";
import { RefusedStart } from "../loop/refuse-start.js";
import type { LoopSetup } from "../loop/setup.js";
import { LimitGate } from "../parallel/limit-gate.js";
import { LinkedStop } from "../parallel/linked-stop.js";
import { runUnits } from "../parallel/run-units.js";
import { type GuardedWrite, RunWriter } from "../parallel/run-writer.js";
import { eachRecordBackwards } from "../store/load.js";
import type { DecisionRecord } from "../store/record.js";
import type { Store } from "../store/store.js";
import { openRepository } from "../system/git.js";
import type { RunHost, RunOptions } from "./options.js";
import type { PrivateFolder } from "./private-folder.js";
import { WorktreeUnits } from "./units.js";

/** Whether several tasks are worked on at once, or were at the start of the run: what is open is then finished first. */
export const isParallel = ({ git, resume }: Pick<RunOptions, "git" | "resume">): boolean =>
  git.parallel > 1 || Number(resume?.flags["parallel"] ?? 1) > 1;

/** What several tasks at once need, said before anything starts. */
export function refuseParallel(options: RunOptions): void {
  if (!isParallel(options)) return;
  const { tasks, config, forceComplete } = options;
  const { grantedBy } = config.resolved.settings;
  if (tasks === "none") throw refuse("a task list", "name one with --tasks");
  if (grantedBy !== "facts")
    throw refuse(`checked tasks, and policy ${config.resolved.name} trusts the list`, "use --policy standard");
  if (forceComplete) throw refuse("no --force-complete", "accept the task instead: untildone accept TASK");
}

const refuse = (needs: string, fix: string): UserError =>
  new UserError({ what: `--parallel needs ${needs}`, where: "--parallel", fix: `${fix}, or run without --parallel` });

interface ParallelRun {
  readonly options: RunOptions;
  readonly host: RunHost;
  /** That of the run's own worktree. */
  readonly setup: LoopSetup;
  readonly store: Store;
  readonly logs: string;
  readonly trunk: Worktree;
  readonly privateFolder: PrivateFolder;
  readonly write: GuardedWrite;
}

interface ParallelEnd {
  /** The decision that ended the run; null if the loop has to decide about what is left. */
  readonly last: DecisionRecord | null;
  /** For that loop. */
  readonly setup: LoopSetup;
}

/** Works on several tasks at once until none can start. */
export async function runParallel(run: ParallelRun): Promise<ParallelEnd> {
  const { options, setup, store, write } = run;
  const project = await openRepository(options.cwd);
  if (!project.ok) throw new UserError({ what: project.why, where: options.cwd, fix: "check the git repository" });
  const writer = new RunWriter(setup, write);
  const stop = new LinkedStop(run.host.stop);
  const places = new WorktreeUnits({ ...run, project, writer, stop, gate: new LimitGate(setup.now) });
  const readRecord = (n: number): DecisionRecord | null => findRecord(store, n);
  const most = Math.max(1, options.git.parallel);
  if (setup.restarts) await commitList(run);
  try {
    const last = await runUnits({ setup, writer, places, stop, most, readRecord });
    return { last, setup: await writer.close() };
  } catch (error) {
    if (error instanceof RefusedStart && options.resume === null) await places.discardAll();
    throw error;
  } finally {
    await places.leaveAll();
  }
}

/** Units start from what is committed: a mark or a person's edit that is not yet would be missing in their lists. */
async function commitList({ setup, store }: ParallelRun): Promise<void> {
  const last = findRecord(store, null);
  const made = last?.run === setup.run ? await setup.checkpoints?.make(last) : null;
  if (made?.commit) setup.emit({ type: "checkpoint-made", ...made });
}

/** A decision by its number, or the last one. */
function findRecord({ folder }: Store, n: number | null): DecisionRecord | null {
  let found: DecisionRecord | null = null;
  eachRecordBackwards(folder, (record) => {
    if (record.kind === "decision" && (n === null || record.n === n)) found = record;
    return found === null && (n === null || record.n > n) ? "more" : "enough";
  });
  return found;
}
