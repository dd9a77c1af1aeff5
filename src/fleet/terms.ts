import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import type { Evidence, Outcome } from "../run.js";

/** One repository of a submission, with its list. */
export interface FleetRepository {
  readonly name: string;
  readonly url: string;
  /** The branch that the work starts from, and its commit then. */
  readonly from: string;
  readonly base: string;
  /** The task list, as seen from the root of the repository. */
  readonly list: string;
  /** The tasks that are worked on, in the order of the list. */
  readonly tasks: readonly FleetTask[];
}

export interface FleetTask {
  readonly id: string;
  readonly title: string;
  /** Tasks of the same list that have to be done first. */
  readonly after: readonly string[];
}

/** What a whole submission may use; null for no limit. */
export interface FleetLimits {
  readonly iterations: number | null;
  readonly usd: number | null;
  readonly tokens: number | null;
  /** The time by which it has to end, in milliseconds since 1970. */
  readonly until: number | null;
}

export interface Submission {
  readonly version: 1;
  readonly id: string;
  readonly at: string;
  readonly repositories: readonly FleetRepository[];
  readonly limits: FleetLimits;
  /** 1 is worked on first. */
  readonly priority: number;
  /** Open a pull request for each repository when all of its tasks are over. */
  readonly pullRequest: boolean;
}

/** What a job says: names only. What is run is the worker's business. */
export interface TaskJob {
  readonly version: 1;
  readonly submission: string;
  readonly repository: number;
  /** Null for the last job of a repository, once its tasks are over. */
  readonly task: string | null;
}

/** `waiting`: in the queue. `held`: for tasks that come first. `stopped`: a budget was spent. */
export const taskStatuses = [
  "held",
  "waiting",
  "working",
  "done",
  "set-aside",
  "stopped",
  "cancelled",
  "failed",
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export interface TaskProgress {
  readonly status: TaskStatus;
  /** In words; empty while all is well. */
  readonly why: string;
  readonly at: string;
  readonly worker: string | null;
  readonly iterations: number;
  /** How often a worker was lost while it worked on it. */
  readonly takeovers: number;
  /** Counted up by a retry, so that its job has a new name. */
  readonly round: number;
}

/** How a repository of a submission ended, once its tasks are over. */
export interface RepositoryEnd {
  /** That of the task that was retried most: after a retry it ends again. */
  readonly round: number;
  readonly at: string;
  readonly outcome: Outcome;
  readonly reason: string;
  /** What was checked: the branch that all tasks were merged into. Null if nothing was merged. */
  readonly commit: string | null;
  /** The required checks on it. */
  readonly checks: readonly EndCheck[];
  readonly pullRequest: string | null;
}

export type EndCheck = Pick<Evidence, "name" | "state" | "detail">;

/** Null if it is damaged, or there is none. */
export function readEnd(text: string | undefined): RepositoryEnd | null {
  const value = tryParseJson(text ?? "");
  if (!isRecord(value)) return null;
  const { round, at, outcome, reason, commit, checks, pullRequest } = value;
  if (!isIndex(round) || typeof at !== "string" || typeof outcome !== "string" || typeof reason !== "string")
    return null;
  const isPlaced = commit === null || (typeof commit === "string" && isCommit(commit));
  const isOpened = pullRequest === null || typeof pullRequest === "string";
  return isPlaced && isOpened && Array.isArray(checks) && checks.every(isRecord)
    ? (value as unknown as RepositoryEnd)
    : null;
}

const over: ReadonlySet<TaskStatus> = new Set(["done", "set-aside", "stopped", "cancelled", "failed"]);
export const isTaskOver = (status: TaskStatus): boolean => over.has(status);

/** Whoever can write to Redis can write jobs: nothing in one is taken without a look. Null if it is not one of ours. */
export function readTaskJob(value: unknown): TaskJob | null {
  if (!isRecord(value) || value["version"] !== 1) return null;
  const { submission, repository, task } = value;
  if (typeof submission !== "string" || !isSubmissionId(submission)) return null;
  if (!isIndex(repository) || !(task === null || isLine(task, 300))) return null;
  return { version: 1, submission, repository, task };
}

/** A job or a submission that a later version of this program wrote. */
export const isNewer = (value: unknown): boolean => {
  const version = isRecord(value) ? value["version"] : null;
  return Number.isSafeInteger(version) && Number(version) > 1;
};

export const isSubmissionId = (id: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(id);

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isShort = (value: unknown, most: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= most;

/** Null if it is damaged or of another version. */
export function readSubmission(text: string): Submission | null {
  const value = tryParseJson(text);
  if (!isRecord(value) || value["version"] !== 1) return null;
  const { id, at, repositories, limits, priority, pullRequest } = value;
  if (typeof id !== "string" || !isSubmissionId(id) || typeof at !== "string") return null;
  if (!Array.isArray(repositories) || !repositories.every(isRepository) || !isLimits(limits)) return null;
  if (!isIndex(priority) || typeof pullRequest !== "boolean") return null;
  return { version: 1, id, at, repositories, limits, priority, pullRequest };
}

function isRepository(value: unknown): value is FleetRepository {
  if (!isRecord(value)) return false;
  const { name, url, from, base, list, tasks } = value;
  if (!isLine(name, 200) || !isLine(url, 2_000) || !isLine(from, 250) || !isLine(list, 1_000)) return false;
  if (!isBranchName(from) || refuseListName(list) !== null) return false;
  return typeof base === "string" && isCommit(base) && Array.isArray(tasks) && tasks.every(isTask);
}

/** Without anything that could end a line or hide in one. */
const isLine = (value: unknown, most: number): value is string => isShort(value, most) && !/[\0-\x1f\x7f]/.test(value);

/** As git allows it, but for what could be taken for something else in a list of refs. */
const isBranchName = (name: string): boolean => !/^[-/.]|[\s~^:?*[\\]|\.\.|@\{|\/$/.test(name);

/**
 * A list has to be a file of the repository: it is marked in the commit that merges the work, once. Null if it can be;
 * otherwise what is wrong with it.
 */
export function refuseListName(list: string): string | null {
  if (/^[a-z]+:/i.test(list)) return "it is not a file of the repository";
  return list.startsWith("/") || list.split("/").includes("..") ? "it is outside of the repository" : null;
}

export const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

function isTask(value: unknown): value is FleetTask {
  if (!isRecord(value)) return false;
  const { id, title, after } = value;
  const isNamed = isLine(id, 300) && typeof title === "string" && title.length <= 2_000;
  return isNamed && Array.isArray(after) && after.every((each) => typeof each === "string");
}

function isLimits(value: unknown): value is FleetLimits {
  if (!isRecord(value)) return false;
  return ["iterations", "usd", "tokens", "until"].every((name) => {
    const limit = value[name];
    return limit === null || (typeof limit === "number" && Number.isFinite(limit) && limit >= 0);
  });
}

/** Null if it is damaged. */
export function readLimits(text: string): FleetLimits | null {
  const value = tryParseJson(text);
  return isLimits(value) ? value : null;
}

/** Null if it is damaged. */
export function readProgress(text: string): TaskProgress | null {
  const value = tryParseJson(text);
  if (!isRecord(value)) return null;
  const { status, why, at, worker, iterations, takeovers, round } = value;
  if (!isStatus(status) || typeof why !== "string" || typeof at !== "string") return null;
  if (!(worker === null || typeof worker === "string") || ![iterations, takeovers, round].every(isIndex)) return null;
  return value as unknown as TaskProgress;
}

const isStatus = (value: unknown): value is TaskStatus => (taskStatuses as readonly unknown[]).includes(value);
