import type { Job, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { now } from "../lib/time/clock.js";
import { AtWork } from "./at-work.js";
import { LastJobs } from "./last-jobs.js";
import { queueName } from "./names.js";
import { Requeue } from "./requeue.js";
import { TaskJobs } from "./task-jobs.js";
import { isNewer, readTaskJob, type TaskJob } from "./terms.js";
import { Troubles } from "./troubles.js";
import type { WorkerOptions } from "./worker-terms.js";

/** Takeovers are counted by us, and the task is then set aside with a reason. */
const noLimit = 1_000_000;
const newer = "is of a newer version of untildone: left to other workers, update this one";

/** Works on the tasks of a fleet until it is closed. */
export class FleetWorker {
  readonly #options: WorkerOptions;
  /**
   * One for each slot: BullMQ keeps one lock per job and worker, and a slot may take over what another slot of this
   * process has just lost.
   */
  readonly #slots: readonly Worker<TaskJob>[];
  readonly #atWork = new AtWork();
  readonly #requeue: Requeue;
  readonly #troubles: Troubles;
  readonly #taskJobs: TaskJobs;
  readonly #lastJobs: LastJobs;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#requeue = new Requeue(options);
    this.#troubles = new Troubles(options, () => void this.close(1).catch(() => undefined));
    const around = { atWork: this.#atWork, requeue: this.#requeue, troubles: this.#troubles };
    this.#taskJobs = new TaskJobs(options, around);
    this.#lastJobs = new LastJobs(options, around);
    const redis = options.connection.duplicate();
    this.#slots = Array.from({ length: options.slots }, () => this.#makeSlot(redis));
  }

  #makeSlot(redis: Redis): Worker<TaskJob> {
    const { connection, lockMs, name } = this.#options;
    const slot = new connection.bullmq.Worker<TaskJob>(queueName, (job, token) => this.#process(job, token ?? ""), {
      ...{ connection: redis as never, prefix: connection.prefix, name },
      lockDuration: lockMs,
      // A lost job is seen at one look and taken at the next: with what that takes, after the lock at most half of it more.
      stalledInterval: Math.max(400, Math.round(lockMs / 5)),
      maxStalledCount: noLimit,
      runRetryDelay: 2_000,
      autorun: false,
    });
    slot.on("error", (error) => void this.#troubles.complain(error));
    return slot;
  }

  /** Ends when the worker is closed. */
  async run(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.run()));
  }

  /** Takes no more tasks. Those at work end after their iteration, or at once; others go on with them. */
  async close(level: 1 | 2): Promise<void> {
    this.#atWork.leave(level);
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  get active(): number {
    return this.#atWork.size;
  }

  /** What is wrong with this machine; null if nothing is. */
  get fault(): string | null {
    return this.#troubles.ofMachine;
  }

  async #process(job: Job<TaskJob>, token: string): Promise<void> {
    const { fleet, trade } = this.#options;
    this.#troubles.redisAnswers();
    const terms = readTaskJob(job.data);
    if (terms === null) {
      if (isNewer(job.data)) return this.#requeue.toOthers(job, token, `a job ${newer}`);
      return this.#requeue.refuse(job, "it is not one of a fleet");
    }
    const submission = await fleet.board.find(terms.submission);
    const target = submission?.repositories[terms.repository];
    if (submission === null && (await fleet.board.isOfNewer(terms.submission)))
      return this.#requeue.toOthers(job, token, `submission ${terms.submission} ${newer}`);
    if (!submission || !target) return this.#requeue.refuse(job, "its submission was removed, or cannot be read");
    const why = trade.refuse(target);
    if (why !== null) return this.#requeue.toOthers(job, token, why);
    const pause = await fleet.board.notices.pauseOf(target.url);
    if (pause && pause.until > now()) return this.#requeue.putOff(job, token, pause.until);
    if (this.fault !== null) return this.#requeue.toQueue(job, token);
    if (this.#troubles.isLeft(target)) return this.#requeue.toOthers(job, token, null);
    const { task, repository } = terms;
    if (task === null) return this.#lastJobs.finish({ submission, repository, target, job, token });
    const names = { submission: submission.id, repository, task, name: target.name };
    await this.#taskJobs.work({ job: job.id ?? "", token, ...names }, { job, repository: target });
    await fleet.follow(submission, repository, task);
  }
}
