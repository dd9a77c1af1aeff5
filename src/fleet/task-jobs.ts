import type { Job } from "bullmq";
import { now } from "../lib/time/clock.js";
import type { AtWork } from "./at-work.js";
import type { Hold } from "./board-terms.js";
import type { Fault } from "./fault.js";
import { findUnmerged } from "./find-done.js";
import { isLastAttempt } from "./fleet.js";
import { jobName } from "./names.js";
import type { Pause } from "./pause.js";
import { isRequeued, type Requeue } from "./requeue.js";
import { findHalt, Halt, type LeftState, Lost, TaskSession, unpackState } from "./session.js";
import { type FleetRepository, isTaskOver, type TaskJob, type TaskProgress } from "./terms.js";
import type { Troubles } from "./troubles.js";
import { watchTask } from "./watch-task.js";
import type { TaskEnd } from "./work-terms.js";
import type { WorkerOptions } from "./worker-terms.js";

/** A task whose worker is lost this often without one finished iteration takes its workers down. */
const maxTakeovers = 2;

interface JobOf {
  readonly job: Job<TaskJob>;
  readonly repository: FleetRepository;
}

interface Around {
  readonly atWork: AtWork;
  readonly requeue: Requeue;
  readonly troubles: Troubles;
}

/** The jobs of tasks: takes one, has it worked on, and writes down what became of it. */
export class TaskJobs {
  readonly #options: WorkerOptions;
  readonly #around: Around;

  constructor(options: WorkerOptions, around: Around) {
    this.#options = options;
    this.#around = around;
  }

  async work(hold: Hold, { job, repository }: JobOf): Promise<void> {
    const { fleet, name, tell, connection } = this.#options;
    const progress = await fleet.board.progressOf(hold);
    if (progress === null || isTaskOver(progress.status)) return;
    const { submission, repository: index, task } = hold;
    // Somebody else's job for the same task: only ours has its lock, and a name that is safe in a path.
    if (hold.job !== jobName(submission, index, task, progress.round))
      throw new connection.bullmq.UnrecoverableError("this job was not made by untildone");
    const left = unpackState(await fleet.board.readState(hold.job));
    const { title = "" } = repository.tasks.find(({ id }) => id === task) ?? {};
    const session = new TaskSession(fleet.board, hold, {
      ...{ progress, left, title },
      warn: (text) => tell({ type: "warning", text }),
    });
    tell({ type: "task-taken", hold, isTakeover: progress.status === "working" });
    try {
      await session.begin(name);
      const end = await this.#run(session, repository, left);
      await this.#around.troubles.answered(repository);
      if (end.status === "left") return await this.#giveBack(session, job);
      await session.end({ ...end, status: end.status });
      tell({ type: "task-over", hold, end });
    } catch (error) {
      await this.#handle(error, session, { job, repository });
    }
  }

  async #run(session: TaskSession, repository: FleetRepository, left: LeftState | null): Promise<TaskEnd> {
    const { fleet, trade } = this.#options;
    const { hold, progress } = session;
    // Work that is done has only to be merged, and may be merged already: it is given up much later.
    const isDone = findUnmerged(left, hold.task) !== null;
    if (progress.takeovers > maxTakeovers * (isDone ? 4 : 1))
      return { status: "set-aside", why: tooOften(progress), record: null };
    const standing = await fleet.board.standing(hold.submission, hold.repository);
    const halt = standing && findHalt(standing, now());
    // A merge costs no turn, and the work may be on the common branch already.
    if (halt && !isDone) throw halt;
    return this.#around.atWork.run(async (stop) => {
      const watch = watchTask(fleet.board, hold, stop);
      try {
        const end = await trade.work(session, repository, stop);
        if (end.status === "left") await watch.why(); // Lost or cancelled, rather than left.
        return end;
      } finally {
        watch.end();
      }
    });
  }

  async #giveBack(session: TaskSession, job: Job<TaskJob>): Promise<never> {
    await session.giveBack("its worker was stopped: the next one goes on");
    return this.#around.requeue.toQueue(job, session.hold.token);
  }

  async #handle(error: unknown, session: TaskSession, { job, repository }: JobOf): Promise<void> {
    const { tell } = this.#options;
    const { hold } = session;
    const { troubles } = this.#around;
    if (isRequeued(error)) throw error;
    if (error instanceof Lost) {
      tell({ type: "task-lost", hold });
      await troubles.tellIfGone(hold, repository);
      throw error;
    }
    if (error instanceof Halt) {
      const end = { status: error.status, why: error.message, record: null };
      await session.end(end);
      tell({ type: "task-over", hold, end });
      return;
    }
    if (troubles.complain(error)) throw error;
    const fault = await troubles.find(error, repository);
    if (await this.#endFailed(fault, session, { job, repository })) throw error;
  }

  /** True if it is one of the task's tries, and there are more. */
  async #endFailed(fault: Fault, session: TaskSession, { job, repository }: JobOf): Promise<boolean> {
    const { name, tell } = this.#options;
    const { troubles, requeue } = this.#around;
    const { hold } = session;
    const { why } = fault;
    if (fault.of === "worker") {
      troubles.drain(why);
      // Counted only where the task may be what filled it: a worker without an agent fails every task it takes.
      const isLeft = fault.mayBeTask && session.hadTurn;
      await session.giveBack(`left by ${name}: ${why}`, { isLeft });
      return requeue.toQueue(job, hold.token);
    }
    const pause = fault.of === "repository" ? await troubles.pause(repository, fault) : null;
    if (pause) {
      await session.giveBack(`${why} (tried again at ${timeOf(pause)})`);
      return requeue.putOff(job, hold.token, pause.until);
    }
    const left = fault.of === "place" ? troubles.leave(repository, fault) : null;
    if (left) {
      await session.giveBack(`left by ${name} until ${timeOf(left)}: ${why}`);
      return requeue.toOthers(job, hold.token, null);
    }
    const isLast = isLastAttempt(job) || fault.of !== "task";
    tell({ type: "task-failed", hold, why, isLast });
    if (isLast) await session.end({ status: "failed", why, record: null });
    else await session.giveBack(`${why} (tried again)`);
    return !isLast;
  }
}

const timeOf = ({ until }: Pause): string => `${new Date(until).toISOString().slice(11, 19)} UTC`;

const tooOften = ({ takeovers, why }: TaskProgress): string =>
  `its worker was lost ${takeovers} times in a row before an iteration was finished${why === "" ? "" : `; the last time: ${why}`}`;
