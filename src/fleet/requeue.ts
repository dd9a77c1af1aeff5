import type { Job } from "bullmq";
import { now } from "../lib/time/clock.js";
import { pause } from "../lib/time/pause.js";
import type { TaskJob } from "./terms.js";
import type { WorkerOptions } from "./worker-terms.js";

/** For how long a job is put off that this worker may not work on. */
const leaveMs = 200;
const restMs = 10_000;
const leavesBeforeRest = 4;
const maxLeft = 10_000;

/** Puts jobs back for later or for others. BullMQ learns of it by an error, so none of these returns. */
export class Requeue {
  readonly #options: WorkerOptions;
  /** How often a job was left to others. */
  readonly #left = new Map<string, number>();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  get #bullmq() {
    return this.#options.connection.bullmq;
  }

  /** Not tried again: whoever wrote it may write anything. */
  refuse(job: Job<TaskJob>, why: string): never {
    const text = `job ${JSON.stringify(job.id?.slice(0, 100))} is refused: ${why}`;
    this.#options.tell({ type: "warning", text });
    throw new this.#bullmq.UnrecoverableError(text);
  }

  async putOff(job: Job<TaskJob>, token: string, until: number): Promise<never> {
    await job.moveToDelayed(until, token);
    throw new this.#bullmq.DelayedError();
  }

  async toQueue(job: Job<TaskJob>, token: string): Promise<never> {
    await job.moveToWait(token);
    throw new this.#bullmq.WaitingError();
  }

  /**
   * The slot rests until after the job is back in the queue, so that others are asked before this worker is again. If
   * nobody else takes it, it is put off for longer now and then. `why` is told, unless it was.
   */
  async toOthers(job: Job<TaskJob>, token: string, why: string | null): Promise<never> {
    const times = (this.#left.get(job.id ?? "") ?? 0) + 1;
    if (this.#left.size >= maxLeft) this.#left.clear();
    this.#left.set(job.id ?? "", times);
    if (times === 1 && why !== null) this.#options.tell({ type: "warning", text: why });
    await job.moveToDelayed(now() + (times % leavesBeforeRest === 0 ? restMs : leaveMs), token);
    await pause(leaveMs * (this.#options.slots + 1));
    throw new this.#bullmq.DelayedError();
  }
}

/** The job is back in the queue already. */
export const isRequeued = (error: unknown): boolean =>
  error instanceof Error && (error.name === "WaitingError" || error.name === "DelayedError");
