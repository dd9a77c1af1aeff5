import type { Job, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { errorMessage } from "../base/errors.js";
import type { RunEvent } from "../loop/run-event.js";
import { StopRequest } from "../loop/stop.js";
import { now } from "../system/clock.js";
import { pause } from "../system/pause.js";
import { type Board, type Hold, jobName, queueName } from "./board.js";
import type { Connection } from "./connect.js";
import { type Fleet, maxAttempts } from "./fleet.js";
import { explainRefusal } from "./redis-refusal.js";
import { findHalt, Halt, type LeftState, Lost, TaskSession, unpackState } from "./session.js";
import {
  type FleetRepository,
  isTaskOver,
  readTaskJob,
  type Submission,
  type TaskJob,
  type TaskProgress,
} from "./terms.js";
import { findUnmerged, type TaskEnd } from "./work-on-task.js";

/** What a worker does with a task. */
export interface Trade {
  /** Null if this worker may work on a repository; otherwise why not. */
  refuse(repository: FleetRepository): string | null;
  work(session: TaskSession, repository: FleetRepository, stop: StopRequest): Promise<TaskEnd>;
  /** All tasks of a repository are over. */
  finish(submission: Submission, repository: number, last: LastJob): Promise<void>;
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
  | { readonly type: "repository-over"; readonly submission: string; readonly name: string }
  | { readonly type: "pull-request-open"; readonly name: string; readonly url: string }
  | { readonly type: "warning"; readonly text: string };

/** A task whose worker is lost this often without one finished iteration takes its workers down. */
const maxTakeovers = 5;
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
  /** How often a job was left to others. */
  readonly #left = new Map<string, number>();
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
      stalledInterval: Math.max(1_000, Math.round(lockMs / 2)),
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
    const session = new TaskSession(fleet.board, hold, { progress, left });
    tell({ type: "task-taken", hold, isTakeover: progress.status === "working" });
    try {
      await session.begin(name);
      const end = await this.#runTask(session, repository, left);
      if (end.status === "left") return await this.#giveBack(session, job);
      await session.end(end.status, end.why, end.record);
      tell({ type: "task-over", hold, end });
    } catch (error) {
      await this.#handle(error, session, job);
    }
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
    if (halt) throw halt;
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

  async #giveBack(session: TaskSession, job: Job<TaskJob>): Promise<never> {
    await session.giveBack("its worker was stopped: the next one goes on");
    await job.moveToWait(session.hold.token);
    throw new this.#bullmq.WaitingError();
  }

  async #handle(error: unknown, session: TaskSession, job: Job<TaskJob>): Promise<void> {
    const { tell } = this.#options;
    const { hold } = session;
    if (isOfQueue(error)) throw error;
    if (error instanceof Lost) {
      tell({ type: "task-lost", hold });
      throw error;
    }
    if (error instanceof Halt) {
      const end = { status: error.status, why: error.message, record: null };
      await session.end(end.status, end.why, null);
      tell({ type: "task-over", hold, end });
      return;
    }
    if (this.#complain(error)) throw error;
    const why = errorMessage(error);
    const isLast = isLastAttempt(job);
    tell({ type: "task-failed", hold, why, isLast });
    if (!isLast) {
      await session.giveBack(`${why} (tried again)`);
      throw error;
    }
    await session.end("failed", why, null);
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
    try {
      await trade.finish(submission, repository, { ...hold, stop, fence });
    } catch (error) {
      if (stop.now.aborted) return await this.#leaveFinish(job, token);
      if (error instanceof Lost || this.#complain(error)) throw error;
      const isLast = isLastAttempt(job);
      tell({ type: "warning", text: `${name}: ${errorMessage(error)}${isLast ? "" : "; tried again in a while"}` });
      throw isLast ? new this.#bullmq.UnrecoverableError(errorMessage(error)) : error;
    } finally {
      this.#stops.delete(stop);
    }
    tell({ type: "repository-over", submission: submission.id, name });
  }

  /** The worker is leaving: another one does it. */
  async #leaveFinish(job: Job<TaskJob>, token: string): Promise<never> {
    await job.moveToWait(token);
    throw new this.#bullmq.WaitingError();
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
