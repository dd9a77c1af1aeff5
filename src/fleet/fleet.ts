import type { Job, Queue } from "bullmq";
import { now } from "../lib/time/clock.js";
import { Board } from "./board.js";
import type { Standing } from "./board-terms.js";
import type { LostWork } from "./compare-branch.js";
import type { Connection } from "./connect.js";
import { endLine } from "./end-record.js";
import { jobName, newProgress, queueName, taskField } from "./names.js";
import type { Pause } from "./pause.js";
import { lastRound } from "./repository-state.js";
import {
  type FleetLimits,
  type FleetRepository,
  type FleetTask,
  isTaskOver,
  type Submission,
  type TaskJob,
  type TaskProgress,
  type TaskStatus,
} from "./terms.js";

/** How often a job that failed is tried again, such as one whose repository could not be reached. */
const maxAttempts = 4;
export const isLastAttempt = ({ attemptsMade }: Job<TaskJob>): boolean => attemptsMade + 1 >= maxAttempts;
const firstRetryMs = 5_000;
const noLimit = 1_000_000;

/** How many jobs are added at once: one message to Redis each time. */
const batch = 500;

/** The queue of a fleet with its submissions. */
export class Fleet {
  readonly board: Board;
  readonly queue: Queue<TaskJob>;

  constructor(connection: Connection) {
    this.board = new Board(connection);
    this.queue = new connection.bullmq.Queue<TaskJob>(queueName, {
      connection: connection.redis as never,
      prefix: connection.prefix,
      defaultJobOptions: {
        // Counted by the worker, so that what becomes of the task is known to others.
        attempts: noLimit,
        backoff: { type: "exponential", delay: firstRetryMs },
        // The board knows what became of a task; failed jobs are kept to be looked at.
        removeOnComplete: { age: 3_600, count: 1_000 },
        removeOnFail: { count: 1_000 },
      },
    });
    this.queue.on("error", () => undefined); // Said by the connection.
  }

  async submit(submission: Submission): Promise<void> {
    await this.#endPauses(submission, ({ until }) => until <= now());
    await this.board.add(submission);
    await this.enqueue(submission);
  }

  /** Adds a job for every task that waits. Jobs that already exist are not added again. */
  async enqueue(submission: Submission): Promise<void> {
    const progress = await this.board.progress(submission.id);
    const waiting = submission.repositories.flatMap(({ tasks }, repository) =>
      tasks.flatMap(({ id: task }) => {
        const found = progress.get(taskField(repository, task));
        return found?.status === "waiting" ? [this.#makeJob(submission, { repository, task, round: found.round })] : [];
      }),
    );
    for (let at = 0; at < waiting.length; at += batch) await this.queue.addBulk(waiting.slice(at, at + batch));
  }

  /** What was noted about its repositories is of the past: patience with them begins anew. */
  async #endPauses({ repositories }: Submission, isPast: (pause: Pause) => boolean): Promise<void> {
    const end = async ({ url }: FleetRepository): Promise<void> => {
      const pause = await this.board.notices.pauseOf(url);
      if (pause && isPast(pause)) await this.board.notices.endPause(url);
    };
    await Promise.all(repositories.map(end));
  }

  #makeJob(
    { id: submission, priority }: Submission,
    { repository, task, round }: { repository: number; task: string | null; round: number },
  ) {
    const jobId = jobName(submission, repository, task, round);
    return { name: "task", data: { version: 1, submission, repository, task } as const, opts: { jobId, priority } };
  }

  /**
   * What follows from the end of a task: those that waited for it can start, or never will; after the last one, the
   * repository is finished. Done again after a crash, it does nothing twice.
   */
  async follow(submission: Submission, repository: number, ended: string): Promise<void> {
    const { tasks = [] } = submission.repositories[repository] ?? {};
    const open = [ended];
    for (const task of open) {
      const waiting = tasks.filter(({ after }) => after.includes(task));
      for (const next of waiting) if (await this.#release(submission, repository, next)) open.push(next.id);
    }
    await this.#finishIfOver(submission, repository);
  }

  async #finishIfOver(submission: Submission, repository: number): Promise<void> {
    const standing = await this.board.standing(submission.id, repository);
    if (standing?.countOpen(repository) !== 0) return;
    const round = await this.#lastRound(submission, repository);
    const { name, data, opts } = this.#makeJob(submission, { repository, task: null, round });
    await this.queue.add(name, data, opts);
  }

  /** Puts a task that waited for others into the queue if it can start. True if it is over since it never can. */
  async #release(submission: Submission, repository: number, { id: task, title, after }: FleetTask): Promise<boolean> {
    const progress = await this.board.progressIn(submission.id, repository, [task, ...after]);
    const own = progress.get(task);
    if (own === undefined) return false;
    const next = own.status === "held" ? afterOthers(own, after, (id) => progress.get(id)?.status) : own;
    if (next === null) return false;
    const open = isTaskOver(next.status) ? -1 : 0;
    const line = open === 0 ? null : endLine({ submission: submission.id, task, title, end: next, last: null });
    if (next !== own)
      await this.board.move(
        { submission: submission.id, repository, task },
        { from: "held", to: next, open, records: line === null ? [] : [line] },
      );
    if (next.status === "waiting") {
      const { name, data, opts } = this.#makeJob(submission, { repository, task, round: next.round });
      await this.queue.add(name, data, opts);
    }
    return isTaskOver(next.status) && next.status !== "done";
  }

  async #lastRound({ id, repositories }: Submission, repository: number): Promise<number> {
    const names = (repositories[repository]?.tasks ?? []).map((task) => task.id);
    const progress = await this.board.progressIn(id, repository, names);
    return lastRound(progress.values());
  }

  /** Tasks that nobody works on yet are over at once; workers see the others stop. */
  async cancel(submission: Submission): Promise<number> {
    await this.board.cancel(submission.id);
    const why = "the submission was cancelled";
    const open = (await this.listTasks(submission)).filter(
      ({ progress: { status } }) => status === "waiting" || status === "held",
    );
    let count = 0;
    const touched = new Set<number>();
    for (let at = 0; at < open.length; at += batch) {
      const some = open.slice(at, at + batch);
      const ended = await this.board.endMany(
        submission.id,
        some.map(({ repository, task, title, progress }) => ({
          ...{ repository, task, from: progress.status },
          to: { ...progress, status: "cancelled", why, at: nowText() },
          record: endLine({ ...cancelled(submission.id, why), task, title }) ?? "",
        })),
      );
      count += ended.length;
      for (const index of ended) touched.add(some[index]?.repository ?? 0);
      await Promise.all(ended.map((index) => this.#removeJob(submission.id, some[index])));
    }
    for (const repository of touched) await this.#finishIfOver(submission, repository);
    return count;
  }

  /** A job that a worker has just taken stays: the worker finds its task cancelled. */
  async #removeJob(submission: string, ended: ListedTask | undefined): Promise<void> {
    if (!ended) return;
    const { repository, task, progress } = ended;
    await this.queue.remove(jobName(submission, repository, task, progress.round)).catch(() => undefined);
  }

  /** Puts tasks that are over and not done into the queue again. */
  async retry(submission: Submission, limits: FleetLimits, only: ReadonlySet<TaskStatus>): Promise<number> {
    await this.#endPauses(submission, () => true);
    await this.board.reopen(submission.id, limits);
    let count = 0;
    const tasks = await this.listTasks(submission);
    const rounds = submission.repositories.map(() => 0);
    for (const { repository, progress } of tasks)
      rounds[repository] = Math.max(rounds[repository] ?? 0, progress.round);
    for (const { repository, task, progress } of tasks) {
      if (!only.has(progress.status)) continue;
      const after = submission.repositories[repository]?.tasks.find(({ id }) => id === task)?.after ?? [];
      const status = after.length > 0 ? "held" : "waiting";
      const to = {
        ...newProgress,
        status,
        at: nowText(),
        iterations: progress.iterations,
        // Later than any before it: how the repository ended then says nothing of this one.
        round: (rounds[repository] ?? 0) + 1,
      } as const;
      const hold = { submission: submission.id, repository, task };
      if (await this.board.move(hold, { from: progress.status, to, open: 1 })) count++;
    }
    await this.enqueue(submission);
    for (const [repository, { tasks }] of submission.repositories.entries())
      for (const task of tasks) if (task.after.length > 0) await this.#release(submission, repository, task);
    if (count === 0)
      for (const repository of submission.repositories.keys()) await this.#finishIfOver(submission, repository);
    return count;
  }

  async listTasks({ id, repositories }: Submission): Promise<readonly ListedTask[]> {
    const progress = await this.board.progress(id);
    return repositories.flatMap(({ tasks }, repository) =>
      tasks.map(({ id: task, title }) => ({
        repository,
        task,
        title,
        progress: progress.get(taskField(repository, task)) ?? { ...newProgress, status: "held", at: "" },
      })),
    );
  }

  async listTasksOf(submission: Submission, repository: number): Promise<readonly ListedTask[]> {
    const { tasks = [] } = submission.repositories[repository] ?? {};
    const names = tasks.map(({ id }) => id);
    const progress = await this.board.progressIn(submission.id, repository, names);
    return tasks.map(({ id: task, title }) => ({
      ...{ repository, task, title },
      progress: progress.get(task) ?? { ...newProgress, status: "held", at: "" },
    }));
  }

  /** A task that is done no longer: its work is not on the branch any more. */
  async takeBackDone(
    { id }: Submission,
    { task: { repository, task, title, progress }, why, last }: LostWork,
  ): Promise<void> {
    const to = { ...progress, status: "set-aside", why, at: nowText() } as const;
    const line = endLine({ submission: id, task, title, end: to, last });
    const records = line === null ? [] : [line];
    await this.board.move({ submission: id, repository, task }, { from: "done", to, open: 0, records });
  }

  async close(): Promise<void> {
    await this.queue.close();
  }
}

export interface ListedTask {
  readonly repository: number;
  readonly task: string;
  readonly title: string;
  readonly progress: TaskProgress;
}

const cancelled = (submission: string, why: string) => ({
  ...{ submission, end: { status: "cancelled", why } as const, last: null },
});

const nowText = (): string => new Date(now()).toISOString();

/** What becomes of a task that waits for others; null if it waits on. */
export function afterOthers(
  own: TaskProgress,
  after: readonly string[],
  statusOf: (task: string) => TaskStatus | undefined,
): TaskProgress | null {
  const statuses = after.map((task) => ({ task, status: statusOf(task) }));
  const never = statuses.find(({ status }) => status !== undefined && status !== "done" && isTaskOver(status));
  if (never?.status) {
    const why = `it waits for task ${never.task}, which ${describe[never.status] ?? never.status}`;
    return { ...own, status: never.status, why, at: nowText() };
  }
  return statuses.every(({ status }) => status === "done" || status === undefined)
    ? { ...own, status: "waiting", at: nowText() }
    : null;
}

const describe: Partial<Record<TaskStatus, string>> = {
  ...{ "set-aside": "is set aside", stopped: "was stopped", cancelled: "was cancelled", failed: "failed" },
};

export type { Standing };
