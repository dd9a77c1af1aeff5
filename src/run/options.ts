import type { Agent } from "../agents/agent.js";
import type { AgentRunner } from "../agents/run-agent.js";
import type { CheckpointKind } from "../checkpoints/checkpoints.js";
import type { Config } from "../config/load.js";
import type { CheckSetting } from "../config/run-settings.js";
import type { Protocol } from "../loop/protocol.js";
import type { RunEvent } from "../loop/run-event.js";
import type { TurnLimits } from "../loop/setup.js";
import type { Stop } from "../loop/stop.js";

/** Everything a run is started with. */
export interface RunOptions {
  /** The project's folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  /** Asked in order: the next one where one cannot run. */
  readonly agents: readonly Agent[];
  /** What names the task list; "none" for no list. */
  readonly tasks: string;
  /** Files of the user's; without a prompt file the usual ones are tried. */
  readonly promptFile: string | null;
  readonly templateFile: string | null;
  readonly protocol: Protocol;
  readonly checks: Readonly<Record<string, CheckSetting>>;
  /** Where each check was named. */
  readonly checkOrigin: (name: string) => string;
  /** Whether checks are looked for in the project, too. */
  readonly detectChecks: boolean;
  readonly limits: TurnLimits;
  readonly continueSession: boolean;
  readonly forceComplete: boolean;
  readonly resume: boolean;
  readonly resetBreaker: boolean;
  readonly git: GitOptions;
  /** What `--resume` starts the run with again. */
  readonly flags: Readonly<Record<string, unknown>>;
}

export interface GitOptions {
  readonly worktree: boolean;
  readonly checkpoint: CheckpointKind | null;
}

/** Who starts the run: hears every event, may stop it, and answers for a person. */
export interface RunHost {
  readonly stop: Stop;
  emit(event: RunEvent): void;
  /** Asks a person; null where nobody is there. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** The output of this process is the run's: a file it goes into is nobody's work. */
  readonly ownsOutput?: boolean;
  /** Takes the agent's turns; as processes of their own where nobody says otherwise. */
  readonly runAgent?: AgentRunner | undefined;
}
