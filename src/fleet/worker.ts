import type { Job, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { errorMessage } from "../base/errors.js";
import type { RunEvent } from "../loop/run-event.js";
import { StopRequest } from "../loop/stop.js";
import { now } from "../system/clock.js";
import { pause } from "../system/pause.js";
import { type Board, type Hold, jobName, queueName } from "./board.js";
import type { Connection } from "./connect.js";
import { type Fault, findFault } from "./fault.js";
import { type Fleet, maxAttempts } from "./fleet.js";
import { nextPause, type Patience, type Pause } from "./pause.js";
import { explainRefusal } from "./redis-refusal.js";
import { lastRound } from "./repository-state.js";
import { findHalt, Halt, type LeftState, Lost, TaskSession, unpackState } from "./session.js";
import {
  type FleetRepository,
  isTaskOver,
  type RepositoryEnd,
  readTaskJob,
  type Submission,
  type TaskJob,
  type TaskProgress,
} from "./terms.js";
import { commonBranch, findUnmerged, type TaskEnd } from "./work-on-task.js";

/** What a worker does with a task. */
export interface Trade {
  /** Null if this worker may work on a repository; otherwise why not. */
  refuse(repository: FleetRepository): string | null;
  work(session: TaskSession, repository: FleetRepository, stop: StopRequest): Promise<TaskEnd>;
  /** Throws if this machine cannot work. */
  tryMachine(repository: FleetRepository): Promise<void>;
  /** All tasks of a repository are over: how it ended. */
  finish(submission: Submission, repository: number, last: LastJob): Promise<RepositoryEnd | null>;
}

/** The job of a repository whose tasks are over. */
export interface LastJob extends Pick<Hold, "job" | "token"> {
  readonly stop: StopRequest;
  /** Throws if the job is no longer ours. */
  fence(): Promise<void>;
}

export interface WorkerOptions {
  readonly connection: Connection;
  readonly fleet: Fleet;
  readonly name: string;
  readonly slots: number;
  /** How long a worker may be silent before another takes over its tasks. */
  readonly lockMs: number;
  /** For how long a repository is tried that cannot be reached. */
  readonly patience: Patience;
  readonly trade: Trade;
  tell(event: WorkerEvent): void;
}

/** What a worker says about what it does. */
export type WorkerEvent =
  | { readonly type: "task-taken"; readonly hold: Hold; readonly isTakeover: boolean }
  | { readonly type: "task-over"; readonly hold: Hold; readonly end: TaskEnd }
  | { readonly type: "task-lost"; readonly hold: Hold }
  | { readonly type: "task-failed"; readonly hold: Hold; readonly why: string; readonly isLast: boolean }
  | { readonly type: "task-event"; readonly hold: Hold; readonly event: RunEvent }
  | {
      readonly type: "repository-over";
      readonly submission: string;
      readonly name: string;
      readonly end: RepositoryEnd | null;
    }
  | { readonly type: "pull-request-open"; readonly name: string; readonly url: string }
  /** The repository is left alone for a while. */
  | { readonly type: "repository-paused"; readonly name: string; readonly why: string; readonly until: string }
  /** Something is wrong with this machine: it takes no more tasks. */
  | { readonly type: "worker-drained"; readonly why: string }
  | { readonly type: "warning"; readonly text: string };

/** A task whose worker is lost this often without one finished iteration takes its workers down. */
const maxTakeovers = 2;
/** For how long a job is put off that this worker may not work on. */
const leaveMs = 200;
const restMs = 10_000;
const leavesBeforeRest = 4;
const maxLeft = 10_000;
const watchMs = 1_000;
/** Takeovers are counted by us, and the task is then set aside with a reason. */
const noLimit = 1_000_000;

/** Works on the tasks of a fleet until it is closed. */
export class FleetWorker {
  readonly #options: WorkerOptions;
  /**
   * One for each slot: BullMQ keeps one lock per job and worker, and a slot may take over what another slot of this
   * process has just lost.
   */
  readonly #slots: readonly Worker<TaskJob>[];
  readonly #stops = new Set<StopRequest>();
  #isLeaving = false;
  /** What is wrong with this machine; null if nothing is. */
  fault: string | null = null;
  /** How often a job was left to others. */
  readonly #left = new Map<string, number>();
  /** Submissions of which it was said that Redis has lost them. */
  readonly #gone = new Set<string>();
  /** The last that was said about Redis. */
  #complaint = "";

  constructor(options: WorkerOptions) {
    this.#options = options;
    const redis = options.connection.duplicate();
    this.#slots = Array.from({ length: options.slots }, () => this.#makeSlot(redis));
  }

  #makeSlot(redis: Redis): Worker<TaskJob> {
    const { connection, lockMs, name } = this.#options;
    const slot = new this.#bullmq.Worker<TaskJob>(queueName, (job, token) => this.#process(job, token ?? ""), {
      ...{ connection: redis as never, prefix: connection.prefix, name },
      lockDuration: lockMs,
      // A lost job is seen at one look and taken at the next: after the lock, at most half of it more.
      stalledInterval: Math.max(500, Math.round(lockMs / 4)),
      maxStalledCount: noLimit,
      runRetryDelay: 2_000,
      autorun: false,
    });
    slot.on("error", (error) => void this.#complain(error));
    return slot;
  }

  /** What Redis refuses is said once. Its absence is said by the connection, all else by the task it concerns. */
  #complain(error: unknown): boolean {
    const refusal = explainRefusal(error, this.#options.connection.address.shown);
    if (refusal === null) return false;
    const text = `${refusal.what}: waiting until that is over (${refusal.fix})`;
    if (text !== this.#complaint) this.#options.tell({ type: "warning", text });
    this.#complaint = text;
    return true;
  }

  /** Ends when the worker is closed. */
  async run(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.run()));
  }

  /** Takes no more tasks. Those at work end after their iteration, or at once; others go on with them. */
  async close(level: 1 | 2): Promise<void> {
    this.#isLeaving = true;
    for (const stop of this.#stops) stop.raise(level);
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  get active(): number {
    return this.#stops.size;
  }

  async #process(job: Job<TaskJob>, token: string): Promise<void> {
    const { fleet } = this.#options;
    this.#complaint = "";
    const terms = readTaskJob(job.data);
    if (terms === null) return this.#refuse(job, "it is not one of a fleet, or of another version");
    const submission = await fleet.board.find(terms.submission);
    const repository = submission?.repositories[terms.repository];
    if (!submission || !repository)
      return this.#refuse(job, "its submission was removed, is of another version or cannot be read");
    const why = this.#options.trade.refuse(repository);
    if (why !== null) return this.#leaveToOthers(job, token, why);
    const pause = await fleet.board.pauseOf(repository.url);
    if (pause && pause.until > now()) return this.#putOff(job, token, pause);
    if (this.fault !== null) return this.#backToQueue(job, token);
    if (terms.task === null) return this.#finish(submission, terms.repository, { job, token });
    const { task, repository: index } = terms;
    const names = { submission: submission.id, repository: index, task, name: repository.name };
    const hold = { job: job.id ?? "", token, ...names };
    await this.#work(hold, { job, repository });
    await fleet.follow(submission, index, task);
  }

  get #bullmq() {
    return this.#options.connection.bullmq;
  }

  /** Not tried again: whoever wrote it may write anything. */
  #refuse(job: Job<TaskJob>, why: string): never {
    const text = `job ${JSON.stringify(job.id?.slice(0, 100))} is refused: ${why}`;
    this.#options.tell({ type: "warning", text });
    throw new this.#bullmq.UnrecoverableError(text);
  }

  /**
   * The slot rests until after the job is back in the queue, so that others are asked before this worker is again. If
   * nobody else takes it, it is put off for longer now and then.
   */
  async #leaveToOthers(job: Job<TaskJob>, token: string, why: string): Promise<never> {
    const times = (this.#left.get(job.id ?? "") ?? 0) + 1;
    if (this.#left.size >= maxLeft) this.#left.clear();
    this.#left.set(job.id ?? "", times);
    if (times === 1) this.#options.tell({ type: "warning", text: why });
    await job.moveToDelayed(now() + (times % leavesBeforeRest === 0 ? restMs : leaveMs), token);
    await pause(leaveMs * (this.#options.slots + 1));
    throw new this.#bullmq.DelayedError();
  }

  async #work(hold: Hold, { job, repository }: { job: Job<TaskJob>; repository: FleetRepository }): Promise<void> {
    const { fleet, name, tell } = this.#options;
    const progress = await fleet.board.progressOf(hold);
    if (progress === null || isTaskOver(progress.status)) return;
    const { submission, repository: index, task } = hold;
    // Somebody else's job for the same task: only ours has its lock, and a name that is safe in a path.
    if (hold.job !== jobName(submission, index, task, progress.round))
      throw new this.#bullmq.UnrecoverableError("this job was not made by untildone");
    const left = unpackState(await fleet.board.readState(hold.job));
    const { title = "" } = repository.tasks.find(({ id }) => id === task) ?? {};
    const session = new TaskSession(fleet.board, hold, { progress, left, title });
    tell({ type: "task-taken", hold, isTakeover: progress.status === "working" });
    try {
      await session.begin(name);
      const end = await this.#runTask(session, repository, left);
      await this.#answered(repository);
      if (end.status === "left") return await this.#giveBack(session, job);
      await session.end({ ...end, status: end.status });
      tell({ type: "task-over", hold, end });
    } catch (error) {
      await this.#handle(error, session, { job, repository });
    }
  }

  /** The repository can be reached: what was noted about it is over. */
  async #answered({ url }: FleetRepository): Promise<void> {
    if (await this.#options.fleet.board.pauseOf(url)) await this.#options.fleet.board.endPause(url);
  }

  /** Back into the queue until the repository is tried again. That is none of the task's tries. */
  async #putOff(job: Job<TaskJob>, token: string, { until }: Pause): Promise<never> {
    await job.moveToDelayed(until, token);
    throw new this.#bullmq.DelayedError();
  }

  async #backToQueue(job: Job<TaskJob>, token: string): Promise<never> {
    await job.moveToWait(token);
    throw new this.#bullmq.WaitingError();
  }

  /** Redis was emptied: what is on the branches is all that is left of the submission. */
  async #tellIfGone({ submission }: Hold, { name, url }: FleetRepository): Promise<void> {
    const { fleet, tell } = this.#options;
    const isGone = await fleet.board.standing(submission).then(
      (standing) => standing === null,
      () => false,
    );
    if (!isGone || this.#gone.has(`${submission} ${url}`)) return;
    this.#gone.add(`${submission} ${url}`);
    const branch = commonBranch(submission);
    const again = `untildone fleet submit --repo ${url} --from ${branch}`;
    tell({
      type: "warning",
      text: `${name}: Redis no longer knows submission ${submission}: its journal and what it used are lost. Merged work is on ${branch}, unfinished work on ${branch}-TASK. To go on: ${again}`,
    });
  }

  /** Null if patience has run out. */
  async #pause({ name, url }: FleetRepository, fault: Extract<Fault, { of: "repository" }>): Promise<Pause | null> {
    const { fleet, patience, tell } = this.#options;
    const known = await fleet.board.pauseOf(url);
    const pause = nextPause(known, fault, { now: now(), patience });
    // The next trouble is another one.
    if (pause === null) await fleet.board.endPause(url);
    if (pause === null || pause === known) return pause;
    await fleet.board.pause(url, pause);
    tell({ type: "repository-paused", name, why: fault.why, until: new Date(pause.until).toISOString() });
    return pause;
  }

  /** Takes no more tasks: each would fail here, and not by its own fault. Others end after their iteration. */
  #drain(why: string): void {
    if (this.fault !== null) return;
    this.fault = why;
    this.#options.tell({ type: "worker-drained", why });
    void this.close(1).catch(() => undefined);
  }

  async #runTask(session: TaskSession, repository: FleetRepository, left: LeftState | null): Promise<TaskEnd> {
    const { fleet, trade } = this.#options;
    const { hold, progress } = session;
    // Work that is done has only to be merged, and may be merged already: it is given up much later.
    const isDone = findUnmerged(left, hold.task) !== null;
    if (progress.takeovers > maxTakeovers * (isDone ? 4 : 1))
      return { status: "set-aside", why: tooOften(progress), record: null };
    const standing = await fleet.board.standing(hold.submission);
    const halt = standing && findHalt(standing, now());
    // A merge costs no turn, and the work may be on the common branch already.
    if (halt && !isDone) throw halt;
    const stop = new StopRequest();
    this.#stops.add(stop);
    if (this.#isLeaving) stop.raise(2);
    const watch = watchTask(fleet.board, hold, stop);
    try {
      const end = await trade.work(session, repository, stop);
      if (end.status === "left") await watch.why(); // Lost or cancelled, rather than left.
      return end;
    } finally {
      watch.end();
      this.#stops.delete(stop);
    }
  }

  /** Before a task is blamed, the machine is tried: not every error says what it comes from. */
  async #findFault(error: unknown, repository: FleetRepository | undefined): Promise<Fault> {
    const fault = findFault(error);
    if (fault.of !== "task" || !repository) return fault;
    return this.#options.trade.tryMachine(repository).then(
      () => fault,
      (of) => (findFault(of).of === "worker" ? findFault(of) : fault),
    );
  }

  async #giveBack(session: TaskSession, job: Job<TaskJob>): Promise<never> {
    await session.giveBack("its worker was stopped: the next one goes on");
    await job.moveToWait(session.hold.token);
    throw new this.#bullmq.WaitingError();
  }

  async #handle(
    error: unknown,
    session: TaskSession,
    { job, repository }: { readonly job: Job<TaskJob>; readonly repository: FleetRepository },
  ): Promise<void> {
    const { tell } = this.#options;
    const { hold } = session;
    if (isOfQueue(error)) throw error;
    if (error instanceof Lost) {
      tell({ type: "task-lost", hold });
      await this.#tellIfGone(hold, repository);
      throw error;
    }
    if (error instanceof Halt) {
      const end = { status: error.status, why: error.message, record: null };
      await session.end(end);
      tell({ type: "task-over", hold, end });
      return;
    }
    if (this.#complain(error)) throw error;
    const fault = await this.#findFault(error, repository);
    if (fault.of === "worker") {
      this.#drain(fault.why);
      await session.giveBack(`left by ${this.#options.name}: ${fault.why}`, { isLeft: true });
      return await this.#backToQueue(job, hold.token);
    }
    const pause = fault.of === "repository" ? await this.#pause(repository, fault) : null;
    if (pause) {
      await session.giveBack(`${fault.why} (tried again at ${new Date(pause.until).toISOString().slice(11, 19)} UTC)`);
      return await this.#putOff(job, hold.token, pause);
    }
    const { why } = fault;
    const isLast = isLastAttempt(job) || fault.of === "repository";
    tell({ type: "task-failed", hold, why, isLast });
    if (!isLast) {
      await session.giveBack(`${why} (tried again)`);
      throw error;
    }
    await session.end({ status: "failed", why, record: null });
  }

  async #finish(
    submission: Submission,
    repository: number,
    { job, token }: { job: Job<TaskJob>; token: string },
  ): Promise<void> {
    const { fleet, trade, tell } = this.#options;
    const hold = { job: job.id ?? "", token };
    const fence = async (): Promise<void> => {
      if (!(await fleet.board.holds(hold))) throw new Lost();
    };
    const { name = "" } = submission.repositories[repository] ?? {};
    const stop = new StopRequest();
    this.#stops.add(stop);
    let end: RepositoryEnd | null;
    try {
      end = await trade.finish(submission, repository, { ...hold, stop, fence });
    } catch (error) {
      if (stop.now.aborted) return await this.#backToQueue(job, token);
      if (isOfQueue(error) || error instanceof Lost || this.#complain(error)) throw error;
      const target = submission.repositories[repository];
      const fault = await this.#findFault(error, target);
      if (fault.of === "worker") {
        this.#drain(fault.why);
        return await this.#backToQueue(job, token);
      }
      const pause = fault.of === "repository" && target ? await this.#pause(target, fault) : null;
      if (pause) return await this.#putOff(job, token, pause);
      const isLast = isLastAttempt(job) || fault.of === "repository";
      tell({ type: "warning", text: `${name}: ${errorMessage(error)}${isLast ? "" : "; tried again in a while"}` });
      if (isLast) await this.#endUnchecked(submission, repository, { ...hold, why: errorMessage(error) });
      throw isLast ? new this.#bullmq.UnrecoverableError(errorMessage(error)) : error;
    } finally {
      this.#stops.delete(stop);
    }
    const target = submission.repositories[repository];
    if (target) await this.#answered(target);
    tell({ type: "repository-over", submission: submission.id, name, end });
  }

  /** What could not be looked at is not completed: a person has to. */
  async #endUnchecked(
    submission: Submission,
    repository: number,
    { job, token, why }: Pick<Hold, "job" | "token"> & { readonly why: string },
  ): Promise<void> {
    const { board } = this.#options.fleet;
    const tasks = await this.#options.fleet.listTasksOf(submission, repository);
    const round = lastRound(tasks.map(({ progress }) => progress));
    // It was looked at, and what came after that failed: its branches, or its pull request.
    const known = (await board.standing(submission.id))?.endOf(repository);
    if (known && known.round >= round) return;
    const at = new Date(now()).toISOString();
    const reason = `what was merged could not be checked: ${why}`;
    const end = { round, at, outcome: "needs-review", reason, commit: null, checks: [], pullRequest: null } as const;
    await board.end({ job, token }, { submission: submission.id, repository, end }, []);
  }
}

const isLastAttempt = ({ attemptsMade }: Job<TaskJob>): boolean => attemptsMade + 1 >= maxAttempts;

const isOfQueue = (error: unknown): boolean =>
  error instanceof Error && (error.name === "WaitingError" || error.name === "DelayedError");

const tooOften = ({ takeovers }: TaskProgress): string =>
  `its worker was lost ${takeovers} times in a row before an iteration was finished`;

/** Stops the work as soon as the task is somebody else's, or cancelled. */
function watchTask(board: Board, hold: Hold, stop: StopRequest) {
  let isOver = false;
  const look = async (): Promise<void> => {
    if (!(await board.holds(hold))) throw new Lost();
    const standing = await board.standing(hold.submission);
    if (standing?.cancelled !== false) throw new Halt("cancelled", "the submission was cancelled");
  };
  const watch = async (): Promise<void> => {
    while (!isOver) {
      await new Promise((done) => setTimeout(done, watchMs).unref());
      const isBad = await look().then(
        () => false,
        (error) => error instanceof Lost || error instanceof Halt,
      );
      if (isBad && !isOver) stop.raise(2);
    }
  };
  void watch();
  return {
    why: look,
    end: () => {
      isOver = true;
    },
  };
}
