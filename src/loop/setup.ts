import type { Agent } from "../agents/agent.js";
import type { AgentRunner } from "../agents/run-agent.js";
import type { Checkpoints } from "../checkpoints/checkpoints.js";
import type { Policy } from "../core/policy.js";
import type { SettingsPatch } from "../core/settings.js";
import type { Baseline } from "../evidence/baseline.js";
import type { CheckPlan } from "../evidence/plan.js";
import type { WorkspaceState } from "../evidence/workspace/state.js";
import type { PolicySpec } from "../policies/policies.js";
import type { FolderGuard } from "../store/guard.js";
import type { Store } from "../store/store.js";
import type { Tracker } from "../trackers/tracker.js";
import type { Protocol } from "./protocol.js";
import type { RunEvent } from "./run-event.js";
import type { RunWork } from "./run-work.js";
import type { Stop } from "./stop.js";

/** A part of an iteration with a prompt of its own (seed 001). */
export interface Phase {
  readonly name: string;
  /** null: the run's own prompt and template. */
  readonly template: string | null;
}

export interface TurnLimits {
  readonly timeoutSeconds: number;
  readonly idleTimeoutSeconds: number;
  /** Between asking an agent to stop and making it. */
  readonly graceSeconds: number;
  /** The first wait before an agent that could not reach its model is asked again; each next one is three times as long. */
  readonly retrySeconds: number;
  readonly retries: number;
  /** Added to a stated reset. */
  readonly limitMarginSeconds: number;
}

/** Everything a run is made of. The loop itself knows no file, no process and no clock but through this. */
export interface LoopSetup {
  readonly cwd: string;
  readonly run: string;
  /** The run may have ended, and goes on. */
  readonly resumed: boolean;
  readonly store: Store;
  readonly guard: FolderGuard;
  readonly agents: readonly Agent[];
  readonly runAgent: AgentRunner;
  readonly tracker: Tracker;
  readonly tasksFile: string | null;
  /** Folders in the workspace that are our own: what is written there is nobody's work. */
  readonly own: readonly string[];
  readonly plans: readonly CheckPlan[];
  readonly baseline: Baseline;
  /** The workspace as the first iteration finds it: of a resumed run, not as the run began. */
  readonly workspace: WorkspaceState;
  /** Resolved once, for all who ask. */
  readonly policy: Policy;
  /** What it was resolved from, for the record. */
  readonly spec: string | PolicySpec;
  readonly settings: SettingsPatch;
  readonly work: RunWork;
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
  emit(event: RunEvent): void;
  now(): number;
  /** Seconds since the run began, by a clock that nobody can set. */
  elapsed(): number;
  /** A word that nobody can guess, for one turn. */
  newNonce(): string;
  /** Resolves after so long, or at once when the signal is aborted. */
  sleep(seconds: number, signal: AbortSignal): Promise<void>;
  /** Where the logs of an iteration go. */
  logFile(iteration: number, name: string): string;
  saveResponse(text: string): void;
  /** The text of the task list as it is; null where it is no file. */
  readList(): string | null;
}
