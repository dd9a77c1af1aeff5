import { errorMessage } from "../lib/errors.js";
import { newRunId, now } from "../lib/time/clock.js";
import {
  type Decision,
  type DecisionRecord,
  describeDecisionProof,
  findUnusableAgent,
  isTaskDone,
  NothingToDo,
  openTaskRun,
  RefusedStart,
  type RefusedWork,
  type RunEvent,
  recordTaskEnd,
  type Task,
  type TaskRun,
} from "../run.js";
import { commonBranch, taskBranch } from "./branches.js";
import { speaksOfMachine, WorkerFault } from "./fault.js";
import { findDone, findUnmerged } from "./find-done.js";
import type { Mirror } from "./mirror.js";
import { type LeftState, type TaskSession, unpackState } from "./session.js";
import { TaskPlace } from "./task-place.js";
import { TaskRemote } from "./task-remote.js";
import type { FleetRepository } from "./terms.js";
import type { TaskEnd, WorkTools } from "./work-terms.js";

/** How often work that cannot be merged goes back to its agent before it is set aside, as in `run --parallel`. */
const maxSentBack = 2;
/** How often others may be first when the work is published. Each time, one of them was: there is progress. */
const maxRaces = 50;
/** Works on a task from where it was left until it is over. Everything others see is done through the session. */
export async function workOnTask(
  session: TaskSession,
  repository: FleetRepository,
  tools: WorkTools,
): Promise<TaskEnd> {
  const work = new TaskWork(session, repository, tools);
  try {
    return await work.run();
  } finally {
    await work.close();
  }
}

class TaskWork {
  readonly #session: TaskSession;
  readonly #repository: FleetRepository;
  readonly #tools: WorkTools;
  readonly #mirror: Mirror;
  readonly #remote: TaskRemote;
  #place: TaskPlace | null = null;
  #run: TaskRun | null = null;
  #sentBack = 0;

  constructor(session: TaskSession, repository: FleetRepository, tools: WorkTools) {
    this.#session = session;
    this.#repository = repository;
    this.#tools = tools;
    this.#mirror = tools.mirrors(repository.url);
    this.#remote = new TaskRemote(session, repository, tools);
  }

  async run(): Promise<TaskEnd> {
    const left = await this.#findLeft();
    this.#sentBack = left?.sentBack ?? 0;
    try {
      this.#run = await this.#open(left);
    } catch (error) {
      if (error instanceof NothingToDo) return this.#endFound(error.tasks);
      throw error;
    }
    return this.#workOn(this.#run, findUnmerged(left, this.#session.hold.task));
  }

  /** The list says done: a worker published the work and was lost before it wrote that down, or somebody else marked it. */
  async #endFound(tasks: readonly Task[]): Promise<TaskEnd> {
    const { hold } = this.#session;
    const done = await findDone(this.#tools.board.journal, hold);
    const common = commonBranch(hold.submission);
    if (done === null) return { status: "set-aside", why: describeForeignMark(common), record: null };
    const commit = await this.#mirror.fetch(common);
    const about = { unit: hold.task, is: "merged", commit } as const;
    const verdict = { reason: `task ${hold.task} is merged`, taskDone: hold.task };
    const record = recordTaskEnd({ run: hold.submission, tasks, about, verdict, last: done, now: now() });
    return { status: "done", why: writeProof(record.decision), record };
  }

  /** What became of the task does not depend on it. */
  async close(): Promise<void> {
    try {
      await this.#run?.close();
      await this.#place?.drop();
      this.#place?.close(this.#tools.kept);
    } catch (error) {
      this.#tools.emit({ type: "warning", text: `its folder could not be removed: ${errorMessage(error)}` });
    }
  }

  /** What another worker left, if its commit is still to be had. */
  async #findLeft(): Promise<LeftState | null> {
    const { hold } = this.#session;
    await this.#mirror.fetch(this.#repository.from);
    const left = unpackState(await this.#tools.board.readState(hold.job));
    if (left === null) return null;
    await this.#mirror.fetch(this.#branch);
    await this.#mirror.fetch(commonBranch(hold.submission));
    return (await this.#mirror.has(left.commit)) && (await this.#mirror.has(left.base)) ? left : null;
  }

  get #branch(): string {
    return taskBranch(this.#session.hold.submission, this.#session.hold.task);
  }

  async #open(left: LeftState | null): Promise<TaskRun> {
    const { submission, task, job } = this.#session.hold;
    const common = commonBranch(submission);
    // A new start begins with what others have merged by now.
    const base = left?.base ?? (await this.#mirror.fetch(common)) ?? this.#repository.base;
    // Never one that was there before: a session that is lost may still be at work in it, or its agent.
    const folder = `${this.#tools.places}/${job}.${newRunId(now())}`;
    const first = this.#repository.base;
    const terms = {
      mirror: this.#mirror,
      folder,
      first,
      base,
      commit: left?.commit ?? base,
      branch: this.#branch,
      common,
      mayFetch: this.#tools.mayFetch,
    };
    const place = await TaskPlace.open(terms);
    this.#place = place;
    if (place.problem !== null) this.#tools.emit({ type: "warning", text: place.problem });
    const { cwd, start, stateFolder: state } = place;
    const options = await this.#tools.makeOptions({ cwd, start, state, list: this.#repository.list });
    const { stop } = this.#tools;
    const emit = (event: RunEvent): void => this.#tools.emit({ ...event, unit: task });
    const host = {
      ...{
        stop,
        emit,
        limits: this.#tools.board.notices.limitsOf(this.#tools.account),
        runAgent: this.#tools.runAgent,
      },
      beforeTurn: async () => {
        await this.#remote.probe();
        await this.#save();
        await this.#session.mayGoOn();
      },
    };
    return openTaskRun(options, host, { task, start, trunk: place.trunk, base, left });
  }

  async #workOn(run: TaskRun, done: DecisionRecord | null): Promise<TaskEnd> {
    const { task } = this.#session.hold;
    for (let record = done; ; record = null) {
      record ??= await run.work().catch((error) => {
        // Its agent does not even start here.
        throw error instanceof RefusedStart ? new WorkerFault(`${error.what}; ${error.fix ?? ""}`) : error;
      });
      const unusable = findUnusableAgent(record);
      if (unusable !== null) {
        await this.#session.count((await run.readState()).journal);
        throw new WorkerFault(unusable);
      }
      await this.#save();
      if (!isTaskDone(record, task)) return this.#endUndone(run, record);
      const delivered = await this.#deliver(run, record);
      if (delivered.is === "end") return delivered.end;
      if (this.#tools.stop.now.aborted) return leaving;
      const { refused } = delivered;
      if (this.#sentBack === maxSentBack) return this.#setAside(run, record, refused);
      this.#sentBack++;
      await run.takeBack(refused);
      await this.#save("always");
    }
  }

  /** Pushes the last checkpoint and writes down the state, so that another worker can go on from here. */
  async #save(when: "if-new" | "always" = "if-new"): Promise<void> {
    if (!this.#run || !this.#place) return;
    const state = await this.#run.readState();
    if (when === "if-new" && this.#session.isSent(state.journal)) return;
    await this.#session.count(state.journal);
    await this.#demandCheckpoint(this.#run);
    const commit = await this.#place.takeCheckpoint();
    await this.#remote.push(commit);
    await this.#session.save({ ...state, commit, sentBack: this.#sentBack });
  }

  /** On a machine that cannot commit, what was done is nowhere but here. */
  async #demandCheckpoint({ problem }: TaskRun): Promise<void> {
    if (problem === null) return;
    if (speaksOfMachine(problem))
      throw new WorkerFault(`the work of task ${this.#session.hold.task} cannot be committed: ${problem}`);
    await this.#mirror.tryMachine();
  }

  async #deliver(
    run: TaskRun,
    record: DecisionRecord,
  ): Promise<
    { readonly is: "end"; readonly end: TaskEnd } | { readonly is: "refused"; readonly refused: RefusedWork }
  > {
    const place = this.#place as TaskPlace;
    for (let races = 0; races < maxRaces; races++) {
      await this.#remote.patiently(() => place.refreshTrunk());
      const published = await place.isPublished(run.run);
      if (published !== null) return { is: "end", end: await this.#endDone(run, record, published) };
      const delivery = await run.deliver(record);
      if (delivery.is === "refused") return { is: "refused", refused: delivery };
      const { commit, problem } = await run.mark(record);
      if (problem !== null)
        this.#tools.emit({ type: "warning", text: `task ${run.task.id} could not be marked: ${problem}` });
      await this.#session.announce({ from: place.tip, to: commit });
      if (await this.#remote.patiently(() => place.publishTrunk(commit)))
        return { is: "end", end: await this.#endDone(run, record, commit) };
    }
    throw new Error(`others were first ${maxRaces} times`);
  }

  async #endDone(run: TaskRun, done: DecisionRecord, commit: string): Promise<TaskEnd> {
    const { task } = this.#session.hold;
    await this.#remote.drop();
    const about = { unit: task, is: "merged", commit } as const;
    const verdict = { reason: `task ${task} is merged`, taskDone: task };
    const record = await run.conclude(done, about, verdict);
    return { status: "done", why: writeProof(record.decision), record };
  }

  async #setAside(run: TaskRun, record: DecisionRecord, { why }: RefusedWork): Promise<TaskEnd> {
    const { task } = this.#session.hold;
    const reason = `its work on ${this.#branch} could not be merged: ${why}`;
    const setAside = { task, outcome: "needs-review", reason, rule: "merge" } as const;
    const about = { unit: task, is: "set-aside", commit: null } as const;
    const verdict = { reason: `task ${task} is set aside: ${reason}`, setAside };
    return { status: "set-aside", why: reason, record: await run.conclude(record, about, verdict) };
  }

  async #endUndone(run: TaskRun, record: DecisionRecord): Promise<TaskEnd> {
    const { decision } = record;
    if (decision.setAside)
      return { status: "set-aside", why: decision.setAside.reason, record: null, isRecorded: true };
    if (decision.outcome === "interrupted") return leaving;
    if (decision.rule === "budget-spent") return { status: "stopped", why: decision.reason, record: null };
    if (decision.outcome === "aborted") return { status: "failed", why: decision.reason, record: null };
    // The last task that is left is judged as the run would be: a person has to look at it.
    if (decision.outcome !== "completed") return { status: "set-aside", why: decision.reason, record: null };
    const refused = { why: `nothing was done for it: ${decision.reason}` } as RefusedWork;
    return this.#setAside(run, record, refused);
  }
}

/** For the status of the fleet and the pull request: what proves it, or why nothing does. */
function writeProof(decision: Decision): string {
  const told = describeDecisionProof(decision);
  if (told === null) return "";
  return told.provedBy === null ? `not proven: ${told.notProven}` : `proved by ${told.provedBy}`;
}

const describeForeignMark = (common: string): string =>
  `the list on ${common} has it as done, and no worker of this fleet merged it: somebody else marked it`;

const leaving: TaskEnd = { status: "left", why: "its worker was stopped", record: null };
