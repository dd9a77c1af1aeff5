import { UserError } from "../base/errors.js";
import type { SetAside } from "../core/decision.js";
import { isOver } from "../core/dependencies.js";
import type { DoneSoFar } from "../core/observe.js";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import { runLoop } from "../loop/loop.js";
import { readList } from "../loop/select.js";
import type { LoopSetup } from "../loop/setup.js";
import { FolderGuard } from "../store/guard.js";
import type { DecisionRecord } from "../store/record.js";
import { emptyRunState, enterRun, type RunState } from "../store/run-state.js";
import { Store } from "../store/store.js";
import { now } from "../system/clock.js";
import { pathResolve } from "../system/folder.js";
import { removeFolder } from "../system/temporary-folder.js";
import { refuseWithoutGit } from "./git.js";
import { makeRecord } from "./make-record.js";
import { markEnded } from "./open-runs.js";
import type { RunHost, RunOptions } from "./options.js";
import { prepareWorktree } from "./prepare-worktree.js";
import { openPrivateFolder } from "./private-folder.js";
import { type OpenedRun, openRun, prepareLoop } from "./run.js";
import { openAt, resolveIn } from "./task-run.js";

export interface EndTerms {
  /** The run that all tasks belong to. */
  readonly run: string;
  /** A checkout of what was submitted. */
  readonly start: string;
  /** The commit that everything was merged into. */
  readonly tip: string;
  /** The tasks that are over and not done. */
  readonly setAside: readonly SetAside[];
  /** Of all tasks. */
  readonly iterations: number;
  readonly done: DoneSoFar;
}

export interface JudgedEnd {
  readonly record: DecisionRecord;
  /** Tasks that the list of what was merged does not have as done. */
  readonly open: readonly string[];
}

/**
 * How a run ends whose tasks were worked on elsewhere: the loop's own decision about what was merged, measured from the
 * start of the run. Where the rules would let an agent go on, a person has to look at it.
 */
export async function judgeEnd(options: RunOptions, host: RunHost, terms: EndTerms): Promise<JudgedEnd> {
  await refuseWithoutGit(options);
  const parts = await resolveIn(options, terms.start);
  const list = await readList(parts.tracker);
  const privateFolder = openPrivateFolder(options.cwd, options);
  const folder = pathResolve(options.cwd, options.config.stateFolder);
  const store = Store.open({ folder, command: "fleet worker", now: now(), patienceMs: 0 });
  try {
    const { project } = privateFolder;
    const context = { id: terms.run, project, stateFolder: folder, parts, gitSettings: null };
    const asked = { ...options, resume: makeRecord(options, context) };
    const opened = await openRun(store, asked, { parts, list, host, privateFolder, notifier: null });
    return await decide(opened, terms);
  } finally {
    markEnded(privateFolder, terms.run);
    store.close();
    removeFolder(privateFolder.path);
  }
}

async function decide(opened: OpenedRun, terms: EndTerms): Promise<JudgedEnd> {
  const { options, host, logs } = opened;
  const { cwd } = options;
  const guard = new FolderGuard(null, []);
  try {
    const logFile = `${logs}/baseline/setup.log`;
    await prepareWorktree({ setup: options.git.setup, cwd, logFile, signal: host.stop.now });
    const prepared = await prepareLoop(opened, guard, () => undefined);
    const moved = await (await openAt(cwd)).ask(["reset", "-q", "--hard", terms.tip], { writes: true });
    if (!moved.ok) throw new UserError({ what: `git: ${moved.why}`, where: cwd, fix: "see what git reports" });
    const list = await readList(prepared.tracker);
    const open = list.is === "tasks" ? list.tasks.filter((task) => !isOver(task)).map(({ id }) => id) : [];
    const { last } = await runLoop(await endSetup(prepared, terms));
    return { record: last, open };
  } finally {
    guard.close();
  }
}

/** The loop of a run whose last task is over, with no agent to go on. */
async function endSetup(prepared: LoopSetup, terms: EndTerms): Promise<LoopSetup> {
  const { cwd, own, baseline, store } = prepared;
  return {
    ...prepared,
    restarts: false,
    checkpoints: null,
    workspace: await lookAtWorkspace(cwd, { ignore: own, start: baseline.state }),
    withoutAgent: true,
    runAgent: () => Promise.reject(new Error("the end of a run starts no agent")),
    store: {
      runState: stateAtEnd(terms),
      record: (record) => ({ version: 1, n: 0, ...record }),
      writeRunFile: (path, text) => store.writeRunFile(path, text),
    },
  };
}

function stateAtEnd({ run: id, setAside, iterations, done }: EndTerms): RunState {
  const { run } = enterRun(emptyRunState, { id, at: now(), resumed: false });
  return { ...emptyRunState, run: { ...run, ...done, setAside, iterations, gained: true } };
}
