import type { AgentRunner } from "../../agents/start/run-agent.js";
import type { ReviewerPool } from "../../evidence/review/reviewer-pool.js";
import type { FittedTrust } from "../learning/fitted-trust.js";
import type { AgentRoles } from "./agent-roles.js";
import type { Protocol } from "./protocol.js";

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

/** Who is asked to do the work, and how. */
export interface AgentPort {
  readonly roles: AgentRoles;
  /** Who may be asked to review work, by the name in the settings; absent: nobody. */
  readonly reviewers?: ReviewerPool;
  /** Runs one turn. */
  readonly run: AgentRunner;
  /** The tasks were worked on elsewhere: only how the run ends is decided. */
  readonly isAbsent?: true;
  readonly prompt: string;
  readonly template: string | null;
  readonly phases: readonly Phase[];
  readonly protocol: Protocol;
  readonly continueSession: boolean;
  readonly limits: TurnLimits;
  /** How far its claims can be trusted, as fitted; absent where nothing is. */
  readonly trust?: FittedTrust;
  /** An unguessable token for one turn. */
  newNonce(): string;
  saveResponse(text: string): void;
  /** What the agent has reported beside its output since then (untildone mcp), as a status block; null for nothing. */
  takeBlocked(since: number): string | null;
}
