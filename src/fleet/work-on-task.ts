import type { AgentRunner } from "../agents/run-agent.js";
import { runAgent } from "../agents/run-agent.js";
import { errorMessage } from "../base/errors.js";
import { branchName } from "../checkpoints/checkpoints.js";
import type { Decision } from "../core/decision.js";
import { describeDecisionProof } from "../core/decision-proof.js";
import type { Task } from "../core/tasks.js";
import { isUnusable } from "../core/transcript.js";
import { RefusedStart } from "../loop/refuse-start.js";
import { RunControl } from "../loop/run-control.js";
import type { RunEvent } from "../loop/run-event.js";
import type { StopRequest } from "../loop/stop.js";
import { aboutUnit } from "../parallel/about-unit.js";
import { LimitGate } from "../parallel/limit-gate.js";
import type { Refused } from "../parallel/unit.js";
import type { RunOptions } from "../run/options.js";
import { NothingToDo, openTaskRun, type TaskRun } from "../run/task-run.js";
import { unitName } from "../run/unit-record.js";
import { type DecisionRecord, readDecision } from "../store/record.js";
import { emptyRunState } from "../store/run-state.js";
import { isUnitDone } from "../store/units.js";
import { newRunId, now } from "../system/clock.js";
import { pause } from "../system/pause.js";
import type { Board } from "./board.js";
import { RepositoryFault, WorkerFault } from "./fault.js";
import { findDone } from "./find-done.js";
import type { Mirror } from "./mirror.js";
import { type LeftState, type TaskSession, unpackState } from "./session.js";
import { TaskPlace } from "./task-place.js";
import type { FleetRepository, TaskStatus } from "./terms.js";

/** What a worker brings to a task. */
export interface WorkTools {
  readonly board: Board;
  /** Folders of this worker alone. */
  readonly mirrors: (url: string) => Mirror;
  /** Whether this worker may fetch from a repository. */
  readonly mayFetch: (url: string) => boolean;
  /** Repositories that took a push of this worker. */
  readonly pushed: Set<string>;
  readonly places: string;
  /** Where decisions and logs stay when a task is over. */
  readonly kept: string;
  /** Whose usage limits the agents of this worker have. */
  readonly account: string;
  /** The options of a run in a folder, as configured on this worker. */
  readonly makeOptions: (place: OptionsPlace) => Promise<RunOptions>;
  readonly runAgent?: AgentRunner | undefined;
  readonly stop: StopRequest;
  emit(event: RunEvent): void;
}

export interface OptionsPlace {
  readonly cwd: string;
  /** A checkout of what was submitted, whose configuration counts. */
  readonly start: string;
  readonly state: string;
  readonly list: string;
}

export interface TaskEnd {
  /** `left`: the worker is leaving, and another goes on. */
  readonly status: TaskStatus | "left";
  readonly why: string;
  readonly record: Omit<DecisionRecord, "n" | "version"> | null;
  /** A decision of the task's own says it in the journal already. */
  readonly isRecorded?: true;
}

/** The branch that all tasks of a submission are merged into, in each repository. */
export const commonBranch = (submission: string): string => branchName(submission);
export const taskBranch = (submission: string, task: string): string =>
  branchName(`${submission}-${unitName({ id: task })}`);

/** How often work that cannot be merged goes back to its agent before it is set aside, as in `run --parallel`. */
const maxSentBack = 2;
/** How often others may be first when the work is published. Each time, one of them was: there is progress. */
const maxRaces = 50;
/** For how long finished work waits for a remote that is away. */
const holdOnMs = 300_000;

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
  #place: TaskPlace | null = null;
  #run: TaskRun | null = null;
  #sentBack = 0;
  #hasProbed = false;
  /** Where the branch of the task is at the remote. */
  #pushed: string | null = null;

  constructor(session: TaskSession, repository: FleetRepository, tools: WorkTools) {
    this.#session = session;
    this.#repository = repository;
    this.#tools = tools;
    this.#mirror = tools.mirrors(repository.url);
  }

  async run(): Promise<TaskEnd> {
    const left = await this.#findLeft();
    this.#sentBack = left?.sentBack ?? 0;
    try {
      this.#run = await this.#open(left);
    } catch (error) {
      if (error instanceof NothingToDo) return this.#endFound(error.tasks);
      // Another worker may have what is missing here: it is tried again, and says what to do about it.
      throw error instanceof RefusedStart ? new Error(`${error.what}\nfix: ${error.fix ?? ""}`) : error;
    }
    return this.#workOn(this.#run, findUnmerged(left, this.#session.hold.task));
  }

  /** The list says done: a worker published the work and was lost before it wrote that down, or somebody else did it. */
  async #endFound(tasks: readonly Task[]): Promise<TaskEnd> {
    const { hold } = this.#session;
    const done = await findDone(this.#tools.board, hold);
    if (done === null) return { status: "done", why: "it was done already", record: null };
    const commit = await this.#mirror.fetch(commonBranch(hold.submission));
    const about = { unit: hold.task, is: "merged", commit } as const;
    const verdict = { reason: `task ${hold.task} is merged`, taskDone: hold.task };
    const record = aboutUnit(done, about, verdict, { runState: emptyRunState, tasks, now: now() });
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
    const gate = new LimitGate(now, this.#tools.board.limitsOf(this.#tools.account));
    const runner = gate.wrap(this.#tools.runAgent ?? runAgent);
    const host = {
      ...{ stop, emit, ask: null, control: new RunControl(stop, emit) },
      runAgent: (async (agent, request, turn) => {
        await this.#probe();
        await this.#save();
        await this.#session.mayGoOn();
        return runner(agent, request, turn);
      }) satisfies AgentRunner,
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
      const unusable = findUnusable(record);
      if (unusable !== null) {
        await this.#session.count((await run.readState()).journal);
        throw new WorkerFault(unusable);
      }
      await this.#save();
      if (!isUnitDone(record, task)) return this.#endUndone(run, record);
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
    const commit = await this.#place.takeCheckpoint();
    await this.#patiently(() => this.#push(commit));
    await this.#session.save({ ...state, commit, sentBack: this.#sentBack });
  }

  /** The branch belongs to whoever has the task: what a worker that was frozen pushed late is replaced. */
  async #push(commit: string): Promise<void> {
    this.#pushed ??= await this.#mirror.remoteCommit(this.#branch);
    while (commit !== this.#pushed) {
      await this.#session.fence();
      if (await this.#mirror.push(this.#branch, { to: commit, from: this.#pushed })) this.#pushed = commit;
      else this.#pushed = await this.#mirror.remoteCommit(this.#branch);
    }
  }

  /** A remote that takes no push is told before the first turn is paid, and again after it took none. */
  async #probe(): Promise<void> {
    if (this.#hasProbed) return;
    this.#hasProbed = true;
    const { url } = this.#repository;
    const isKnown = this.#tools.pushed.has(url) && (await this.#tools.board.pauseOf(url)) === null;
    if (!isKnown) await this.#mirror.probe();
    this.#tools.pushed.add(url);
  }

  /** Work that is paid is not given up because the remote is away for a moment. */
  async #patiently<T>(act: () => Promise<T>): Promise<T> {
    const until = now() + holdOnMs;
    for (let waitMs = 1_000; ; waitMs = Math.min(2 * waitMs, 20_000))
      try {
        return await act();
      } catch (error) {
        const isAway = error instanceof RepositoryFault && error.is !== "read-only";
        if (!isAway || now() + waitMs > until || this.#tools.stop.now.aborted) throw error;
        this.#tools.emit({ type: "warning", text: `${error.message}: the work waits for it` });
        await pause(waitMs);
        await this.#session.fence();
      }
  }

  async #deliver(
    run: TaskRun,
    record: DecisionRecord,
  ): Promise<{ readonly is: "end"; readonly end: TaskEnd } | { readonly is: "refused"; readonly refused: Refused }> {
    const place = this.#place as TaskPlace;
    for (let races = 0; races < maxRaces; races++) {
      await this.#patiently(() => place.refreshTrunk());
      const published = await place.isPublished(run.run);
      if (published !== null) return { is: "end", end: await this.#endDone(run, record, published) };
      const delivery = await run.deliver(record);
      if (delivery.is === "refused") return { is: "refused", refused: delivery };
      const { commit, problem } = await run.mark(record);
      if (problem !== null)
        this.#tools.emit({ type: "warning", text: `task ${run.task.id} could not be marked: ${problem}` });
      await this.#session.fence();
      if (await this.#patiently(() => place.publishTrunk(commit)))
        return { is: "end", end: await this.#endDone(run, record, commit) };
    }
    throw new Error(`others were first ${maxRaces} times`);
  }

  async #endDone(run: TaskRun, done: DecisionRecord, commit: string): Promise<TaskEnd> {
    const { task } = this.#session.hold;
    await this.#dropBranch();
    const about = { unit: task, is: "merged", commit } as const;
    const verdict = { reason: `task ${task} is merged`, taskDone: task };
    const record = await run.conclude(done, about, verdict);
    return { status: "done", why: writeProof(record.decision), record };
  }

  /** Its work is part of the common branch. */
  async #dropBranch(): Promise<void> {
    await this.#session.fence();
    try {
      const at = this.#pushed ?? (await this.#mirror.remoteCommit(this.#branch));
      if (at !== "") await this.#mirror.push(this.#branch, { to: "", from: at });
    } catch (error) {
      this.#tools.emit({ type: "warning", text: `${this.#branch} could not be removed: ${errorMessage(error)}` });
    }
  }

  async #setAside(run: TaskRun, record: DecisionRecord, { why }: Refused): Promise<TaskEnd> {
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
    const refused = { why: `nothing was done for it: ${decision.reason}` } as Refused;
    return this.#setAside(run, record, refused);
  }
}

/** What the agent of this worker lacks, and that of another may not. */
function findUnusable({ decision, observation }: DecisionRecord): string | null {
  const failure = observation.turn?.report.failure;
  return decision.rule === "agent-unusable" && failure && isUnusable(failure.kind) ? decision.reason : null;
}

/** For the status of the fleet and the pull request: what proves it, or why nothing does. */
function writeProof(decision: Decision): string {
  const told = describeDecisionProof(decision);
  if (told === null) return "";
  return told.provedBy === null ? `not proven: ${told.notProven}` : `proved by ${told.provedBy}`;
}

const leaving: TaskEnd = { status: "left", why: "its worker was stopped", record: null };

/** The decision that a task is done, if its worker was lost before the work was merged. */
export function findUnmerged(left: LeftState | null, task: string): DecisionRecord | null {
  if (left === null || left.feedback !== null) return null;
  const last = left.journal.split("\n").findLast((line) => line !== "");
  const record = last === undefined ? null : readDecision(last);
  return record && isUnitDone(record, task) ? record : null;
}
