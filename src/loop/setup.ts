import type { AgentRunner } from "../agents/run-agent.js";
import type { Checkpoints } from "../checkpoints/checkpoints.js";
import type { Policy } from "../core/policy.js";
import type { Proof } from "../core/proof.js";
import type { SettingsPatch } from "../core/settings.js";
import type { Task } from "../core/tasks.js";
import type { Baseline } from "../evidence/baseline.js";
import type { KeptResults } from "../evidence/kept-results.js";
import type { CheckPlan } from "../evidence/plan.js";
import type { KeptContents } from "../evidence/workspace/kept-contents.js";
import type { WorkspaceState } from "../evidence/workspace/state.js";
import type { PolicySpec } from "../policies/policies.js";
import type { FolderGuard } from "../store/guard.js";
import type { DecisionRecord } from "../store/record.js";
import type { Store } from "../store/store.js";
import type { KeptFile } from "../system/kept-file.js";
import type { Tracker } from "../trackers/tracker.js";
import type { AgentRoles } from "./agent-roles.js";
import type { OutsideWatch } from "./outside.js";
import type { ParkingLot } from "./park-task.js";
import type { Protocol } from "./protocol.js";
import type { RunControl } from "./run-control.js";
import type { RunEvent } from "./run-event.js";
import type { RunWork } from "./run-work.js";
import type { Stop } from "./stop.js";
import type { TaskChoice } from "./task-choice.js";

/** A part of an iteration with its own prompt (doyaken). */
export interface Phase {
  readonly name: string;
  /** null: the run's own prompt and template. */
  readonly template: string | null;
}

export interface TurnLimits {
  readonly timeoutSeconds: number;
  readonly idleTimeoutSeconds: number;
  /** The time between asking an agent to stop and killing it. */
  readonly graceSeconds: number;
  /**
   * The first wait before retrying an agent that could not reach its model; each further wait is three times as long.
   */
  readonly retrySeconds: number;
  readonly retries: number;
  /** Added to a reset time. */
  readonly limitMarginSeconds: number;
}

/** A file with words for the next prompt. */
export interface SteerFile {
  readonly name: string;
  /** Null if there is nothing to say about it. */
  read(): { readonly is: "text"; readonly text: string } | { readonly is: "unusable"; readonly why: string } | null;
  /** Removes it, unless it was changed since it was read. */
  remove(): void;
}

/** Everything a run needs. The loop accesses files, processes and clocks only through this. */
export interface LoopSetup {
  readonly cwd: string;
  readonly run: string;
  /** Continue the run even if it has ended. */
  readonly resumed: boolean;
  /** It was resumed and nothing was done since: tasks set aside are retried, and counts restart. */
  readonly restarts: boolean;
  /** The only task to work on; without it, the list decides. */
  readonly only?: Task;
  /** The tasks that the run is about; absent for all. */
  readonly choice?: TaskChoice;
  /** A decision after which this loop ends although it says continue. */
  readonly isOver?: (record: DecisionRecord) => boolean;
  /** The tasks were worked on elsewhere: only how the run ends is decided. */
  readonly withoutAgent?: true;
  readonly store: Pick<Store, "runState" | "record" | "writeRunFile">;
  /** Writes down what a task that was done before came to when the run ended. */
  recordProof(task: string, proof: Proof): void;
  readonly guard: Pick<FolderGuard, "remember" | "restore" | "release">;
  readonly agents: AgentRoles;
  readonly runAgent: AgentRunner;
  readonly tracker: Tracker;
  readonly tasksFile: string | null;
  /** Folders in the workspace that untildone writes: changes there are not work. */
  readonly own: readonly string[];
  readonly plans: readonly CheckPlan[];
  /** What checks came to, by the content they ran on; absent: every check runs. */
  readonly kept?: KeptResults;
  readonly baseline: Baseline;
  /** The workspace before the first iteration: for a resumed run, not as the run began. */
  readonly workspace: WorkspaceState;
  /** Resolved once. */
  readonly policy: Policy;
  /** What it was resolved from, for the record. */
  readonly spec: string | PolicySpec;
  readonly settings: SettingsPatch;
  readonly work: RunWork;
  /** What files were before a task changed them. */
  readonly contents: KeptContents;
  /** Where the work of tasks that are set aside is kept; absent: it stays in the tree. */
  readonly parking?: ParkingLot;
  readonly origins: Readonly<Record<string, string>>;
  readonly prompt: string;
  readonly template: string | null;
  readonly phases: readonly Phase[];
  readonly protocol: Protocol;
  readonly continueSession: boolean;
  readonly forceComplete: boolean;
  readonly limits: TurnLimits;
  readonly checkpoints: Checkpoints | null;
  readonly stop: Stop;
  /** What a person asks of the run meanwhile. */
  readonly control: RunControl;
  readonly steerFile: SteerFile;
  emit(event: RunEvent): void;
  now(): number;
  /** Seconds since the run began, by a monotonic clock. */
  elapsed(): number;
  /** An unguessable token for one turn. */
  newNonce(): string;
  /** Resolves after the given time, or at once when the signal is aborted. */
  sleep(seconds: number, signal: AbortSignal): Promise<void>;
  /** Where the logs of an iteration go. */
  logFile(iteration: number, name: string): string;
  saveResponse(text: string): void;
  /** What the agent has reported beside its output since then (untildone mcp), as a status block; null for nothing. */
  takeBlocked(since: number): string | null;
  /** The current text of the task list; null if it is not a file. */
  readList(): string | null;
  /** The file of the list, held before each turn; absent where the list is no file. */
  readonly list?: Pick<KeptFile, "remember" | "isGone" | "putBack">;
  /** The person's checkout; absent where the run works in it. */
  readonly outside?: OutsideWatch;
}
