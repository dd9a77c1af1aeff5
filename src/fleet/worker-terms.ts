import type { RunEvent, StopRequest } from "../run.js";
import type { Hold } from "./board-terms.js";
import type { Connection } from "./connect.js";
import type { Fleet } from "./fleet.js";
import type { Patience } from "./pause.js";
import type { TaskSession } from "./session.js";
import type { FleetRepository, RepositoryEnd, Submission } from "./terms.js";
import type { TaskEnd } from "./work-terms.js";

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
  /** This worker leaves the repository to others for a while. */
  | { readonly type: "repository-left"; readonly name: string; readonly why: string; readonly until: string }
  /** Something is wrong with this machine: it takes no more tasks. */
  | { readonly type: "worker-drained"; readonly why: string }
  | { readonly type: "warning"; readonly text: string };
