import { runAgent } from "../agents/run-agent.js";
import { UserError } from "../base/errors.js";
import { branchName, gitCheckpoints } from "../checkpoints/checkpoints.js";
import { makeWorktree, removeWorktree, type Worktree } from "../checkpoints/git-worktree.js";
import { isIn } from "../checkpoints/merge.js";
import type { Task } from "../core/tasks.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import { allAgents } from "../loop/agent-roles.js";
import { feedbackForNextTurn } from "../loop/loop.js";
import { RefusedStart } from "../loop/refuse-start.js";
import type { RunEvent } from "../loop/run-event.js";
import { RunWork } from "../loop/run-work.js";
import type { LoopSetup } from "../loop/setup.js";
import type { LimitGate } from "../parallel/limit-gate.js";
import type { LinkedStop } from "../parallel/linked-stop.js";
import type { RunWriter } from "../parallel/run-writer.js";
import type { Unit, UnitPlaces } from "../parallel/unit.js";
import { unitStore } from "../parallel/unit-store.js";
import { runInSandbox } from "../sandbox/run-in-sandbox.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import { FolderGuard } from "../store/guard.js";
import { eachRecordBackwards } from "../store/load.js";
import type { DecisionRecord } from "../store/record.js";
import { findRun } from "../store/run-state.js";
import type { Store } from "../store/store.js";
import { findUnit, type UnitState } from "../store/units.js";
import { exists } from "../system/disk.js";
import { pathJoin, pathResolve } from "../system/folder.js";
import { openRepository, type Repository } from "../system/git.js";
import { KeptFile } from "../system/kept-file.js";
import { sleepUntil } from "../system/signals.js";
import { listFile } from "../trackers/find-list.js";
import { openTracker } from "../trackers/open-tracker.js";
import { emptyList } from "../work/list-ledger.js";
import { newLedger, type WorkLedger } from "../work/work-ledger.js";
import { blockedIn } from "./blocked-report.js";
import { ownIn } from "./git.js";
import { resumeLedger, saveLedger } from "./ledger.js";
import type { RunHost, RunOptions } from "./options.js";
import { readListText } from "./parts.js";
import { prepareWorktree } from "./prepare-worktree.js";
import type { PrivateFolder } from "./private-folder.js";
import { refuseUnrunnable } from "./refuse-checks.js";
import { ledgerFile } from "./run-record.js";
import { openRunSandbox } from "./sandbox.js";
import {
  listUnits,
  readUnit,
  removeUnit,
  saveUnit,
  type UnitRecord,
  unitFile,
  unitKey,
  unitName,
} from "./unit-record.js";
import { WorktreeUnit } from "./worktree-unit.js";

/** What the units of a run share. */
export interface UnitsContext {
  readonly options: RunOptions;
  readonly host: RunHost;
  /** That of the run's own worktree, where everything is merged. */
  readonly setup: LoopSetup;
  readonly store: Store;
  readonly logs: string;
  readonly privateFolder: PrivateFolder;
  /** The run's own worktree, and the project it belongs to. */
  readonly trunk: Worktree;
  readonly project: Repository;
  readonly writer: RunWriter;
  readonly gate: LimitGate;
  readonly stop: LinkedStop;
}

/** Each unit in a worktree beside that of the run, on a branch of its own. */
export class WorktreeUnits implements UnitPlaces {
  readonly #context: UnitsContext;
  /** Guards and sandboxes that are open. */
  readonly #open = new Set<() => Promise<void>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: UnitsContext) {
    this.#context = context;
  }

  left(): readonly Task[] {
    const { privateFolder, setup } = this.#context;
    return listUnits(privateFolder, setup.run).map(({ task }) => task);
  }

  branchOf = (task: Task): string => branchName(`${this.#context.setup.run}-${unitName(task)}`);

  async discard(task: Task): Promise<void> {
    const { privateFolder, project, setup } = this.#context;
    await removeWorktree(project, this.#rootOf(task));
    const branch = this.branchOf(task);
    const tip = await project.commitAt(`refs/heads/${branch}`);
    // What was never merged may be all there is of it.
    if (tip !== null && (await isIn(project, tip, `refs/heads/${this.#context.trunk.branch}`)))
      await project.ask(["branch", "-D", branch], { writes: true });
    removeUnit(privateFolder, unitKey(setup.run, task));
  }

  async open(task: Task): Promise<Unit> {
    const { privateFolder, setup, project, trunk } = this.#context;
    const key = unitKey(setup.run, task);
    const saved = readUnit(privateFolder, key);
    const base = saved?.base ?? (await project.commitAt(`refs/heads/${trunk.branch}`)) ?? "";
    const record: UnitRecord = saved ?? { task, base, baseline: null };
    if (!saved) saveUnit(privateFolder, key, record); // Before the worktree, which is then never forgotten.
    const repository = await this.#enterWorktree(task, record);
    const cwd = pathResolve(repository.root, project.inside);
    const emit = (event: RunEvent): void => setup.emit({ ...event, unit: task.id });
    emit({ type: "worktree-entered", root: repository.root, branch: this.branchOf(task) });
    const opened = { key, cwd, repository, emit };
    const sandbox = await this.#enterSandbox(task, cwd);
    const guard = new FolderGuard(null, [unitFile(privateFolder, key), ledgerFile(privateFolder, key)]);
    const leave = async (): Promise<void> => {
      this.#open.delete(leave);
      guard.close();
      await sandbox?.close();
    };
    this.#open.add(leave);
    const whole = await this.#takeBaseline(record, opened);
    const unitSetup = await this.#makeSetup(whole, { ...opened, sandbox, guard });
    const isResumed = saved?.baseline != null;
    const unit = new WorktreeUnit({
      ...{ record: whole, setup: unitSetup, repository, trunk },
      branch: this.branchOf(task),
      leftOut: [...ownIn(repository, unitSetup.own), ...listPaths(repository, cwd, this.#context.options)],
      listPaths: listPaths(repository, cwd, this.#context.options),
      feedback: isResumed ? this.#lastFeedback(task) : null,
      save: (changed) => saveUnit(privateFolder, key, changed),
      close: async (isMerged) => {
        await leave();
        await this.#inTurn(() => removeWorktree(project, repository.root));
        if (isMerged) await project.ask(["branch", "-D", this.branchOf(task)], { writes: true });
        removeUnit(privateFolder, key);
      },
    });
    const { base: latest } = this.#stateOf(task);
    if (latest !== null && latest !== whole.base) await unit.measureFrom(latest);
    return unit;
  }

  /** What a unit holds besides its worktree is given back, whatever became of it. */
  async leaveAll(): Promise<void> {
    for (const leave of this.#open) await leave();
  }

  /** Nothing was done in any of them. */
  async discardAll(): Promise<void> {
    await this.leaveAll();
    for (const task of this.left()) await this.discard(task);
  }

  #rootOf = (task: Task): string =>
    pathJoin(this.#context.store.folder, "worktrees", this.branchOf(task).replace(/^.*\//, ""));

  /** The unit's worktree as it was left, or a new one. One that no turn has begun in is made whole. */
  async #enterWorktree(task: Task, { base, baseline }: UnitRecord): Promise<Repository> {
    const root = this.#rootOf(task);
    const branch = this.branchOf(task);
    const isThere = exists(pathJoin(root, ".git"));
    if (baseline === null || !isThere) await this.#makeWorktree(root, { branch, start: base });
    const repository = await openRepository(root);
    if (!repository.ok) throw brokenWorktree(repository.why, root);
    const { from } = this.#stateOf(task);
    // Killed after the decision to go on from the merged work, and before it was checked out.
    if (from !== null && !(await isIn(repository, from, "HEAD")))
      await repository.ask(["reset", "-q", "--hard", from], { writes: true });
    return repository;
  }

  /** Git's list of worktrees is changed by one unit at a time. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Tries again for a while: a git of a loop that was killed may still be making the same worktree. */
  async #makeWorktree(root: string, { branch, start }: { readonly branch: string; readonly start: string }) {
    const { project, stop } = this.#context;
    const [folder, name] = [root.slice(0, root.lastIndexOf("/")), root.slice(root.lastIndexOf("/") + 1)];
    for (let at = 1; ; at++)
      try {
        return await this.#inTurn(async () => {
          await removeWorktree(project, root);
          return makeWorktree(project, { folder, name, branch, start });
        });
      } catch (error) {
        if (at === maxTries || stop.now.aborted) throw error;
        await sleepUntil(1, stop.now);
      }
  }

  #stateOf(task: Task): UnitState {
    const { writer, setup } = this.#context;
    return findUnit(findRun(writer.runState, setup.run)?.units, task.id);
  }

  /** The feedback of the last decision about a task, for the turn that did not happen. */
  #lastFeedback({ id }: Task): readonly string[] {
    const { store, setup } = this.#context;
    let feedback: readonly string[] = [];
    eachRecordBackwards(store.folder, (record) => {
      if (record.run !== setup.run) return "enough";
      if (record.kind !== "decision" || (record.unit !== id && record.about?.unit !== id)) return "more";
      feedback = feedbackForNextTurn(record);
      return "enough";
    });
    return feedback;
  }

  async #enterSandbox(task: Task, cwd: string): Promise<Sandbox | null> {
    const { options, setup, store, privateFolder } = this.#context;
    const opened = await openRunSandbox(options, {
      run: `${setup.run}-${unitName(task)}`,
      cwd,
      own: [store.folder, pathResolve(cwd, options.config.stateFolder), pathResolve(privateFolder.path, "..")],
      tasksFile: setup.tasksFile,
      agents: allAgents(options.agents),
    });
    return opened?.sandbox ?? null;
  }

  async #takeBaseline(record: UnitRecord, { key, cwd }: OpenedUnit): Promise<StartedUnit> {
    const { options, setup, stop, privateFolder } = this.#context;
    const { baseline: saved } = record;
    if (saved !== null) return { ...record, baseline: saved };
    const logDirectory = `${this.#logsOf(record.task)}/baseline`;
    const signal = stop.now;
    await prepareWorktree({ setup: options.git.setup, cwd, logFile: `${logDirectory}/setup.log`, signal });
    const { plans, tasksFile } = setup;
    const { retries } = this.#context.options.config.resolved.settings;
    const { baseline } = await takeBaseline({
      ...{ cwd, plans, tasksFile, ignore: this.#ownOf(cwd), signal, logDirectory, retries },
    });
    if (!signal.aborted) this.#refuseUnrunnable(cwd, baseline);
    const whole = { ...record, baseline };
    if (!signal.aborted) saveUnit(privateFolder, key, whole);
    return whole;
  }

  /** Once a turn was judged the run has begun: what was done by then stays, and can be resumed. */
  #refuseUnrunnable(cwd: string, baseline: Baseline): void {
    const { options, setup, writer } = this.#context;
    const { grantedBy } = options.config.resolved.settings;
    const place = { cwd, isCopy: true, setup: options.git.setup };
    try {
      refuseUnrunnable(setup.plans, baseline, { place, grantedBy });
    } catch (error) {
      const hasBegun = (findRun(writer.runState, setup.run)?.judged ?? 0) > 0;
      throw hasBegun && error instanceof RefusedStart ? new UserError(error) : error;
    }
  }

  #logsOf = (task: Task): string => `${this.#context.logs}/${unitName(task)}`;

  #ownOf(cwd: string): readonly string[] {
    const { store, options, privateFolder } = this.#context;
    return [store.folder, pathResolve(cwd, options.config.stateFolder), privateFolder.path];
  }

  /** The setup of the run, in another place, for one task. */
  async #makeSetup({ task, baseline }: StartedUnit, opened: GuardedUnit): Promise<LoopSetup> {
    const { options, host, setup, store, writer, gate, stop } = this.#context;
    const { key, cwd, repository, emit, sandbox, guard } = opened;
    const { env, tasks, config } = options;
    const { optionalSections, taskMarks } = config.resolved.settings;
    const own = this.#ownOf(cwd);
    const runner = host.runAgent ?? runAgent;
    const logs = this.#logsOf(task);
    return {
      ...setup,
      ...unitStore(writer, {
        run: setup.run,
        unit: task.id,
        writeRunFile: (path, text) => store.writeRunFile(path, text),
      }),
      ...{ cwd, own, baseline, emit, stop, only: task },
      ...(setup.outside ? { outside: await setup.outside.fork() } : {}),
      restarts: false,
      isOver: isUnitOver,
      guard: {
        remember: () => guard.remember(),
        restore: () => [...setup.guard.restore(), ...guard.restore()],
        release: () => guard.release(), // The run's own files are guarded as long as any loop is at work.
      },
      runAgent: gate.wrap(sandbox ? runInSandbox(sandbox, runner) : runner),
      tracker: await openTracker(tasks, { cwd, env, optionalSections, taskMarks }),
      // Only the run marks the list, once the work is merged.
      policy: { ...setup.policy, marksTasks: false },
      workspace: await lookAtWorkspace(cwd, { ignore: own, start: baseline.state }),
      work: this.#openWork(key, { task, baseline }, emit),
      checkpoints: gitCheckpoints({
        ...{ repository, kind: "commit", run: setup.run, dirtyBefore: [] },
        own: [...ownIn(repository, own), ...listPaths(repository, cwd, options)],
      }),
      logFile: (iteration, name) => {
        store.makeFolder(logs);
        return `${logs}/${String(iteration).padStart(4, "0")}-${name}`;
      },
      takeBlocked: blockedIn(cwd, options),
      readList: () => readListText(tasks, cwd),
      ...(setup.tasksFile === null ? {} : { list: new KeptFile(pathResolve(cwd, setup.tasksFile)) }),
    };
  }

  #openWork(key: string, { task, baseline }: StartedTask, emit: LoopSetup["emit"]): RunWork {
    const { options, privateFolder } = this.#context;
    const isThere = exists(ledgerFile(privateFolder, key));
    const { checks, writtenByChecks = [] } = baseline;
    const ledger = isThere ? resumeLedger(privateFolder, key) : newLedger(checks, writtenByChecks);
    const save = (changed: WorkLedger): void => {
      const failed = saveLedger(privateFolder, key, changed);
      if (failed !== null) emit({ type: "warning", text: failed });
    };
    return openUnitWork(ledger, { save, task, options });
  }
}

interface UnitWork {
  readonly save: (ledger: WorkLedger) => void;
  readonly task: Task;
  readonly options: RunOptions;
}

/** What is known about the work of one task: others are not its business. */
export function openUnitWork(ledger: WorkLedger, { save, task, options }: UnitWork): RunWork {
  const { acceptListEdits } = options.config.resolved.settings;
  save(ledger);
  return new RunWork(ledger, {
    ...{ save, isListGiven: false },
    // The run knows that it is not done, whatever another agent has ticked in this worktree by now.
    listBefore: { ...emptyList, owed: [task.title, `${task.id} ${task.title}`] },
    acceptsEdits: acceptListEdits,
    resumed: ledger.list.asked.length > 0,
  });
}

const maxTries = 5;

interface OpenedUnit {
  readonly key: string;
  readonly cwd: string;
  readonly repository: Repository;
  readonly emit: LoopSetup["emit"];
}

interface GuardedUnit extends OpenedUnit {
  readonly sandbox: Sandbox | null;
  readonly guard: FolderGuard;
}

type StartedTask = Pick<StartedUnit, "task" | "baseline">;

/** A decision after which the loop of a unit ends although it says continue. */
export const isUnitOver = ({ decision }: DecisionRecord): boolean =>
  decision.taskDone !== null || decision.setAside !== null;

export type StartedUnit = UnitRecord & { readonly baseline: Baseline };

/** The task list's paths from the root of a repository, if it is in it. */
export function listPaths(
  repository: Repository,
  cwd: string,
  { tasks }: Pick<RunOptions, "tasks">,
): readonly string[] {
  const file = listFile(tasks);
  return file === null ? [] : ownIn(repository, [pathResolve(cwd, file)]);
}

const brokenWorktree = (why: string, root: string): UserError =>
  new UserError({
    what: `the worktree of a task cannot be used: ${why}`,
    where: root,
    fix: "remove it (git worktree remove --force), then untildone run --resume",
  });
