import type { Agent } from "../../agents/agent.js";
import type { AgentRunner } from "../../agents/start/run-agent.js";
import type { CheckSetting } from "../../config/check-settings.js";
import type { Config } from "../../config/load.js";
import { now } from "../../lib/time/clock.js";
import type { CheckpointKind } from "../git/checkpoints.js";
import type { TurnLimits } from "../loop/agent-port.js";
import type { AgentRoles } from "../loop/agent-roles.js";
import type { Protocol } from "../loop/protocol.js";
import type { RunControl } from "../loop/run-control.js";
import type { RunEvent } from "../loop/run-event.js";
import type { Stop } from "../loop/stop.js";
import type { SpendingPlace } from "../records/day-spending.js";
import type { RunRecord } from "../records/run-record.js";
import type { TaskWish } from "./choose-tasks.js";

export interface RunOptions {
  /** The project's folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home, or "" where there is none. */
  readonly home: string;
  readonly config: Config;
  /** Folders of the project that are not the agent's to change, beside the state folder. */
  readonly reserved?: readonly string[];
  readonly agents: AgentRoles;
  /** The reviewers that the settings name, for any kind of task. */
  readonly reviewers?: ReadonlyMap<string, Agent>;
  /** The name of the task list; "none" for no list. */
  readonly tasks: string;
  /** Which tasks of the list the run is about; absent for all. */
  readonly choose?: TaskWish;
  /** The user's files; without a prompt file the default names are tried. */
  readonly promptFile: string | null;
  readonly templateFile: string | null;
  readonly protocol: Protocol;
  readonly checks: Readonly<Record<string, CheckSetting>>;
  /** Where each check was configured. */
  readonly checkOrigin: (name: string) => string;
  /** Whether to detect checks in the project too. */
  readonly detectChecks: boolean;
  readonly limits: TurnLimits;
  /** The most that the user's runs may cost per day, as far as this run was told; absent: what is kept for all runs. */
  readonly maxCostPerDay?: number;
  readonly continueSession: boolean;
  readonly forceComplete: boolean;
  /** What the run to resume was started with; null for a new run. */
  readonly resume: RunRecord | null;
  readonly resetBreaker: boolean;
  /** The folder is a fresh clone, which has only what is committed. */
  readonly isClone?: boolean;
  readonly git: GitOptions;
  /** The flags that `--resume` restores. */
  readonly flags: Readonly<Record<string, unknown>>;
}

export interface GitOptions {
  readonly worktree: boolean;
  readonly checkpoint: CheckpointKind | null;
  /** How many tasks are worked on at once. */
  readonly parallel: number;
  /** A command line to run in each new worktree. */
  readonly setup: string | null;
}

/** The caller of a run: gets every event, may stop it, and answers questions. */
export interface RunHost {
  readonly stop: Stop;
  /** What a person asks of the run meanwhile. */
  readonly control: RunControl;
  emit(event: RunEvent): void;
  /** Asks a person; null if not interactive. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** This process's output is the run's log: a file it is redirected to is not work. */
  readonly ownsOutput?: boolean;
  /** Rings the bell of the run's terminal, or shows a notification there. Absent without a terminal. */
  readonly alert?: ((kind: "bell" | "osc9", text: string) => void) | undefined;
  /** Runs the agent's turns; by default as child processes. */
  readonly runAgent?: AgentRunner | undefined;
}

export const spendingPlace = (options: Pick<RunOptions, "env" | "home" | "maxCostPerDay">): SpendingPlace => ({
  ...{ owner: options, now, limit: options.maxCostPerDay ?? null },
});

export const makeWarn =
  ({ emit }: Pick<RunHost, "emit">) =>
  (text: string): void =>
    emit({ type: "warning", text });
