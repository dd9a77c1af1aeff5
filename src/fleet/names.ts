import { digest } from "../lib/files/folder.js";
import type { TaskProgress } from "./terms.js";

/** The queue of BullMQ that the jobs are in. */
export const queueName = "tasks";

/** Fields of the hash of a submission, and of that of its tasks. */
export const openField = (repository: number): string => `open:${repository}`;
export const roundField = (repository: number): string => `ended:${repository}`;
export const endField = (repository: number): string => `end:${repository}`;
export const taskField = (repository: number, task: string): string => `${repository}/${task}`;

/** BullMQ allows no colon in the name of a job, and a task may have any. */
export const jobName = (submission: string, repository: number, task: string | null, round: number): string =>
  `${submission}.${repository}.${task === null ? "end" : digest(task).slice(0, 16)}.${round}`;

export const newProgress: Omit<TaskProgress, "status" | "at"> = {
  ...{ why: "", worker: null, iterations: 0, takeovers: 0, round: 0 },
};

/** Where everything is in Redis. */
export class BoardKeys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  key = (...names: readonly string[]): string => [this.#prefix, ...names].join(":");
  /** The lock that BullMQ keeps for a job. */
  lock = (job: string): string => this.key(queueName, job, "lock");
  submissions = (): string => this.key("submissions");
  submission = (id: string): string => this.key("submission", id);
  /** Apart from what changes: it may be long, and is read once. */
  terms = (id: string): string => this.key("submission", id, "terms");
  tasks = (id: string): string => this.key("submission", id, "tasks");
  journal = (id: string): string => this.key("submission", id, "journal");
  /** Written by the scripts beside the journal. */
  entries = (id: string, repository: number): string => `${this.journal(id)}:${repository}`;
  state = (job: string): string => this.key("state", job);
  moves = (id: string, repository: number): string => this.key("submission", id, "moves", String(repository));
  limit = (account: string, agent: string): string => this.key("limit", account, agent);
  pause = (url: string): string => this.key("pause", digest(url));
  /** "" for the beginning of all of them. */
  worker = (name: string): string => this.key("worker", name);
}
