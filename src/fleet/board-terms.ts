import type { FleetLimits, RepositoryEnd, TaskProgress } from "./terms.js";

/** Which task a worker works on, and the token that BullMQ gave it for that. */
export interface Hold {
  readonly job: string;
  readonly token: string;
  readonly submission: string;
  readonly repository: number;
  /** The name of the repository, for messages. */
  readonly name: string;
  readonly task: string;
}

export type TaskName = Pick<Hold, "submission" | "repository" | "task">;

/** What a submission has used so far, and what it may use. */
export interface Standing {
  readonly cancelled: boolean;
  readonly used: { readonly iterations: number; readonly usd: number; readonly tokens: number };
  readonly limits: FleetLimits;
  /** How often a worker was lost, and another went on. */
  readonly takeovers: number;
  /** Tasks of a repository that are not over. */
  countOpen(repository: number): number;
  /** How a repository ended, in its last round; null if it has not. */
  endOf(repository: number): RepositoryEnd | null;
}

export interface Change {
  readonly progress: TaskProgress;
  /** What another worker needs to go on; null if nobody will. Absent if it is as it was. */
  readonly state?: string | null;
  /** Used since the last change. */
  readonly used?: { readonly iterations: number; readonly usd: number; readonly tokens: number };
  /** It was taken over from a worker that was lost. */
  readonly isTakeover?: boolean;
  /** Lines for the journal of the repository. */
  readonly records?: readonly string[];
  /** The task is over. */
  readonly isOver?: true;
}

/** A change of a task that nobody works on. */
export interface Move {
  /** The status it must have. */
  readonly from: TaskProgress["status"];
  readonly to: TaskProgress;
  /** What is added to the count of open tasks. */
  readonly open: -1 | 0 | 1;
  readonly records?: readonly string[];
}

export interface EndOfMany extends Pick<Hold, "repository" | "task">, Pick<Move, "from" | "to"> {
  readonly record: string;
}

/** A move of the common branch; "" stands for no branch. */
export interface BranchMove {
  readonly from: string;
  readonly to: string;
}

/** `lost`: another worker has the task now, or none. `over`: the task is over already. */
export type Committed = "ok" | "lost" | "over";

/** Which repository ended, and how. */
export interface EndedRepository {
  readonly submission: string;
  readonly repository: number;
  readonly end: RepositoryEnd;
}

/** The journal is most of what a fleet keeps in Redis, so its records are packed, to half of their length. */
export interface JournalEntry {
  readonly id: string;
  readonly repository: number;
  /** A line of JSON; empty if it is damaged. */
  readonly record: string;
}
