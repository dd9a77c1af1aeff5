import { UserError } from "../base/errors.js";
import { gitCheckpoints } from "../checkpoints/checkpoints.js";
import type { Worktree } from "../checkpoints/git-worktree.js";
import type { Task } from "../core/tasks.js";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import { allAgents } from "../loop/agent-roles.js";
import { readList } from "../loop/select.js";
import type { LoopSetup } from "../loop/setup.js";
import { aboutUnit } from "../parallel/about-unit.js";
import type { Delivery, Refused } from "../parallel/unit.js";
import { enterSandbox } from "../sandbox/run-in-sandbox.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import { FolderGuard } from "../store/guard.js";
import { journalName } from "../store/load.js";
import type { DecisionRecord, UnitResult } from "../store/record.js";
import { Store } from "../store/store.js";
import { now } from "../system/clock.js";
import { replaceOwnFile } from "../system/disk.js";
import { readIfThere } from "../system/files.js";
import { pathResolve } from "../system/folder.js";
import { openRepository, type Repository } from "../system/git.js";
import { removeFolder } from "../system/temporary-folder.js";
import { openTracker } from "../trackers/open-tracker.js";
import type { Tracker } from "../trackers/tracker.js";
import type { WorkLedger } from "../work/work-ledger.js";
import { ownIn, refuseWithoutGit } from "./git.js";
import { readLedger, saveLedger } from "./ledger.js";
import { makeRecord } from "./make-record.js";
import { markEnded, openRunFile } from "./open-runs.js";
import type { RunHost, RunOptions } from "./options.js";
import { type Parts, resolveParts } from "./parts.js";
import { prepareWorktree } from "./prepare-worktree.js";
import { openPrivateFolder, type PrivateFolder } from "./private-folder.js";
import { refuseUnusable } from "./probe-agents.js";
import { lastFeedback } from "./recall.js";
import { refuseUnusableList } from "./refuse-list.js";
import { type OpenedRun, openRun, prepareLoop, refuseEndless, startSandbox, withSandbox } from "./run.js";
import { guardedFiles } from "./run-files.js";
import { ledgerFile, recordFile } from "./run-record.js";
import { refuseSandbox } from "./sandbox.js";
import { isUnitOver, listPaths, openUnitWork } from "./units.js";
import { WorktreeUnit } from "./worktree-unit.js";

/** All that is needed to go on with a task in another place: the commit, the decisions and what is known of the work. */
export interface TaskState {
  readonly run: string;
  /** The commit that its work is measured from. */
  readonly base: string;
  /** The last checkpoint. */
  readonly commit: string;
  /** The lines of its journal. */
  readonly journal: string;
  readonly ledger: WorkLedger;
  /** For the next turn, if not that of the last decision: its work could not be merged. */
  readonly feedback: readonly string[] | null;
}

export interface TaskTerms {
  /** The id of the task. */
  readonly task: string;
  /** A checkout of what was submitted: checks are planned and the prompt is read there, where no agent has been. */
  readonly start: string;
  /** A checkout of the branch that all tasks are merged into. */
  readonly trunk: Worktree;
  /** The commit to measure from, which is checked out in the run's folder. */
  readonly base: string;
  /** Where another place left off; null for a new start. */
  readonly left: TaskState | null;
}

/** The list says that the task is done. */
export class NothingToDo extends Error {
  readonly tasks: readonly Task[];

  constructor(task: Task, tasks: readonly Task[]) {
    super(`task ${task.id} is ${task.status}`);
    this.tasks = tasks;
  }
}

/**
 * One task in a clone of its own, as `run --parallel` works on it in a worktree. Whoever opens it takes its state after
 * every iteration, and gives it to the next place if this one is lost.
 */
export class TaskRun {
  readonly run: string;
  readonly task: Task;
  readonly #parts: OpenParts;
  readonly #unit: WorktreeUnit;
  #base: string;
  #feedback: readonly string[] | null;

  constructor(parts: OpenParts) {
    this.#parts = parts;
    const { opened, setup, task, repository, terms } = parts;
    const { left } = terms;
    this.run = opened.id;
    this.task = task;
    this.#base = terms.base;
    this.#feedback = left?.feedback ?? null;
    const paths = listPaths(repository, setup.cwd, opened.options);
    this.#unit = new WorktreeUnit({
      ...{ setup, repository, trunk: terms.trunk, branch: parts.branch, listPaths: paths },
      record: { task, base: terms.base, baseline: setup.baseline },
      leftOut: [...ownIn(repository, setup.own), ...paths],
      feedback: left && (left.feedback ?? lastFeedback(opened.store, opened.id)),
      save: () => undefined, // Its state is all that is kept.
      close: async () => undefined,
    });
  }

  /** Works on the task until a decision ends it. */
  async work(): Promise<DecisionRecord> {
    const record = await this.#unit.work();
    this.#feedback = null;
    return record;
  }

  /** Merges work that is done into the checkout of the common branch, and checks it again if others have changed it. */
  deliver = (done: DecisionRecord): Promise<Delivery> => this.#unit.deliver(done);

  /** Goes on from work that could not be merged. */
  async takeBack(refused: Refused): Promise<void> {
    await this.#unit.takeBack(refused);
    this.#base = refused.base;
    this.#feedback = refused.feedback;
  }

  /** Marks the task in the checkout of the common branch, and commits that. Returns the commit to publish. */
  async mark(record: DecisionRecord): Promise<{ readonly commit: string; readonly problem: string | null }> {
    const { trunkRepository: trunk, trunkTracker: tracker, opened } = this.#parts;
    const list = await readList(tracker);
    const tasks = list.is === "tasks" ? list.tasks : [];
    const isDone = tasks.find(({ id }) => id === this.task.id)?.status === "done";
    const marking = isDone ? null : await tracker.mark(this.task.id, "done");
    const checkpoints = gitCheckpoints({ repository: trunk, kind: "commit", run: opened.id, dirtyBefore: [], own: [] });
    const about = { unit: this.task.id, is: "merged", commit: null } as const;
    await checkpoints.make({ ...record, about });
    const commit = await trunk.head();
    if (commit === null) throw gone(trunk.root);
    return { commit, problem: marking?.is === "refused" ? marking.why : null };
  }

  /** What is decided about its work, as a line of the journal of all tasks. */
  async conclude(record: DecisionRecord, about: UnitResult, verdict: Parameters<typeof aboutUnit>[2]) {
    const { trunkTracker, opened } = this.#parts;
    const list = await readList(trunkTracker);
    const position = { runState: opened.store.runState, tasks: list.is === "tasks" ? list.tasks : [], now: now() };
    return aboutUnit(record, about, verdict, position);
  }

  /** As it is after the last iteration. */
  async readState(): Promise<TaskState> {
    const { opened, repository } = this.#parts;
    const commit = await repository.head();
    const ledger = readLedger(opened.privateFolder, this.run);
    if (commit === null || ledger === null) throw gone(repository.root);
    const journal = readIfThere(`${opened.store.folder}/${journalName}`) ?? "";
    return { run: this.run, base: this.#base, commit, journal, ledger, feedback: this.#feedback };
  }

  async close(): Promise<void> {
    const { opened, guard, sandbox } = this.#parts;
    guard.close();
    await sandbox?.close();
    markEnded(opened.privateFolder, this.run);
    opened.store.close();
    removeFolder(opened.privateFolder.path);
  }
}

interface OpenParts {
  readonly opened: OpenedRun;
  readonly setup: LoopSetup;
  readonly task: Task;
  readonly branch: string;
  readonly repository: Repository;
  readonly trunkRepository: Repository;
  readonly trunkTracker: Tracker;
  readonly terms: TaskTerms;
  readonly guard: FolderGuard;
  readonly sandbox: Sandbox | null;
}

/** Opens a task in its clone, where its base is checked out on a branch. Takes the baseline, then what was left. */
export async function openTaskRun(options: RunOptions, host: RunHost, terms: TaskTerms): Promise<TaskRun> {
  refuseEndless(options.config);
  await refuseWithoutGit(options);
  await refuseSandbox(options);
  const parts = await resolveIn(options, terms.start);
  const list = await readList(parts.tracker);
  refuseUnusableList(options, list);
  const privateFolder = openPrivateFolder(options.cwd, options);
  const folder = pathResolve(options.cwd, options.config.stateFolder);
  const store = openStore(folder, terms);
  try {
    const asked = { ...options, isClone: true, resume: resumeAt(options, { terms, parts, privateFolder, folder }) };
    const opened = await openRun(store, asked, { parts, list, host, privateFolder, notifier: null });
    return await openUnit(opened, terms);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** As planned at the start, with the list as it is now. */
export async function resolveIn(options: RunOptions, start: string): Promise<Parts> {
  const { cwd, env, tasks, config } = options;
  const { optionalSections, taskMarks } = config.resolved.settings;
  const tracker = await openTracker(tasks, { cwd, env, optionalSections, taskMarks });
  return { ...(await resolveParts(options, start)), tracker };
}

/** With the decisions that were made elsewhere. */
function openStore(folder: string, { left }: TaskTerms): Store {
  const opening = { folder, command: "fleet worker", now: now(), patienceMs: 0 };
  if (left === null) return Store.open(opening);
  Store.open(opening).close(); // Makes the folder.
  replaceOwnFile(`${folder}/${journalName}`, left.journal);
  return Store.open(opening);
}

interface Resumed {
  readonly terms: TaskTerms;
  readonly parts: Parts;
  readonly privateFolder: PrivateFolder;
  readonly folder: string;
}

/** The checks are planned again, from what was submitted. */
function resumeAt(options: RunOptions, { terms: { left }, parts, privateFolder, folder }: Resumed) {
  const { project } = privateFolder;
  return left && makeRecord(options, { id: left.run, project, stateFolder: folder, parts, gitSettings: null });
}

async function openUnit(opened: OpenedRun, terms: TaskTerms): Promise<TaskRun> {
  const { options, store, privateFolder, id, host, logs } = opened;
  const [repository, trunkRepository] = [await openAt(options.cwd), await openAt(terms.trunk.root)];
  const sandbox = await startSandbox(opened);
  const guard = new FolderGuard(`${store.folder}/${journalName}`, [
    ...guardedFiles(store.folder, options.cwd, logs),
    ...[recordFile(privateFolder, id), openRunFile(privateFolder, id), ledgerFile(privateFolder, id)],
  ]);
  try {
    const agents = allAgents(options.agents);
    await refuseUnusable(agents, options.cwd, (probe) => (sandbox ? enterSandbox(sandbox, probe, {}) : probe));
    const inside = sandbox ? withSandbox(opened, sandbox) : opened;
    const logFile = `${logs}/baseline/setup.log`;
    await prepareWorktree({ setup: options.git.setup, cwd: options.cwd, logFile, signal: host.stop.now });
    const prepared = await prepareLoop(inside, guard, () => undefined);
    const { optionalSections, taskMarks } = options.config.resolved.settings;
    const trunkTracker = await openTracker(options.tasks, {
      ...{ cwd: pathResolve(terms.trunk.root, repository.inside), env: options.env, optionalSections, taskMarks },
    });
    const task = await findTask(prepared.tracker, terms.task);
    if (terms.left) await repository.ask(["reset", "-q", "--hard", terms.left.commit], { writes: true });
    const setup = await unitSetup(prepared, { opened, task, repository, left: terms.left });
    const branch = await nameBranch(repository);
    const places = { repository, trunkRepository, trunkTracker, branch };
    return new TaskRun({ ...places, opened, setup, task, terms, guard, sandbox });
  } catch (error) {
    guard.close();
    await sandbox?.close();
    throw error;
  }
}

interface UnitContext {
  readonly opened: OpenedRun;
  readonly task: Task;
  readonly repository: Repository;
  readonly left: TaskState | null;
}

/** The loop of a run, for one task: it neither marks the list nor commits it. */
async function unitSetup(prepared: LoopSetup, context: UnitContext): Promise<LoopSetup> {
  const { opened, task, repository, left } = context;
  const { options, privateFolder, id, host } = opened;
  const { cwd, own, baseline } = prepared;
  const save = (ledger: WorkLedger): void => {
    const failed = saveLedger(privateFolder, id, ledger);
    if (failed !== null) host.emit({ type: "warning", text: failed });
  };
  const started = readLedger(privateFolder, id);
  const ledger = left?.ledger ?? started;
  if (ledger === null) throw gone(cwd);
  return {
    ...prepared,
    ...{ only: task, isOver: isUnitOver, restarts: false },
    policy: { ...prepared.policy, marksTasks: false },
    work: openUnitWork(ledger, { save, task, options }),
    workspace: left ? await lookAtWorkspace(cwd, { ignore: own, start: baseline.state }) : prepared.workspace,
    checkpoints: gitCheckpoints({
      ...{ repository, kind: "commit", run: id, dirtyBefore: [] },
      own: [...ownIn(repository, own), ...listPaths(repository, cwd, options)],
    }),
  };
}

async function findTask(tracker: Tracker, id: string): Promise<Task> {
  const list = await readList(tracker);
  if (list.is !== "tasks")
    throw new UserError({ what: "the task list cannot be used", where: tracker.name, fix: "see untildone tasks" });
  const task = list.tasks.find((each) => each.id === id);
  if (!task)
    throw new UserError({ what: `there is no task ${id} in the list`, where: tracker.name, fix: "submit it again" });
  if (task.status === "done" || task.status === "skipped") throw new NothingToDo(task, list.tasks);
  return task;
}

export async function openAt(cwd: string): Promise<Repository> {
  const repository = await openRepository(cwd);
  if (repository.ok) return repository;
  throw new UserError({ what: repository.why, where: cwd, fix: "check the git repository" });
}

async function nameBranch(repository: Repository): Promise<string> {
  const answer = await repository.ask(["symbolic-ref", "-q", "--short", "HEAD"]);
  if (answer.ok) return answer.out.toString("utf8").trim();
  throw gone(repository.root);
}

const gone = (where: string): UserError =>
  new UserError({ what: "the place where a task is worked on is gone", where, fix: "start the worker again" });
