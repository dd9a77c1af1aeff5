import type { AgentRunner, DecisionRecord, RunEvent, RunOptions, StopRequest } from "../run.js";
import type { Board } from "./board.js";
import type { Mirror } from "./mirror.js";
import type { TaskStatus } from "./terms.js";

/** What a worker brings to a task. */
export interface WorkTools {
  readonly board: Board;
  /** Folders of this worker alone. */
  readonly mirrors: (url: string) => Mirror;
  /** Whether this worker may fetch from a repository. */
  readonly mayFetch: (url: string) => boolean;
  /** Repositories that took a push of this worker. */
  readonly pushed: Set<string>;
  readonly places: string;
  /** Where decisions and logs stay when a task is over. */
  readonly kept: string;
  /** Whose usage limits the agents of this worker have. */
  readonly account: string;
  /** For how long finished work waits for a remote that is away. */
  readonly holdOnMs: number;
  /** The options of a run in a folder, as configured on this worker. */
  readonly makeOptions: (place: OptionsPlace) => Promise<RunOptions>;
  readonly runAgent?: AgentRunner | undefined;
  readonly stop: StopRequest;
  emit(event: RunEvent): void;
}

export interface OptionsPlace {
  readonly cwd: string;
  /** A checkout of what was submitted, whose configuration counts. */
  readonly start: string;
  readonly state: string;
  readonly list: string;
}

export interface TaskEnd {
  /** `left`: the worker is leaving, and another goes on. */
  readonly status: TaskStatus | "left";
  readonly why: string;
  readonly record: Omit<DecisionRecord, "n" | "version"> | null;
  /** A decision of the task's own says it in the journal already. */
  readonly isRecorded?: true;
}
