import type { Breaker } from "../decide/breaker.js";
import type { Outcome } from "../decide/decision.js";
import type { ViewState } from "./live-view/view-state.js";
import type { RunStatus } from "./run-report/run-report.js";

/** What the page of `untildone dashboard` is sent whenever something changes. */
export interface DashboardState {
  readonly projects: readonly DashboardProject[];
}

export interface DashboardProject {
  /** Its position among the projects: the page knows no paths. */
  readonly id: number;
  readonly name: string;
  /** A submission of a fleet, exported: it is steered with `untildone fleet`, not from here. */
  readonly isFleet: boolean;
  /** Why its runs cannot be read, in words. */
  readonly problem: string | null;
  /** The newest first. */
  readonly runs: readonly ListedRun[];
  /** How many older runs are not listed. */
  readonly olderRuns: number;
  /** The run that is going on. */
  readonly live: LiveRunState | null;
  /** What the agent of the last run asked and nobody answered. */
  readonly question: string | null;
  /** Words that no prompt has had yet. */
  readonly waitingWords: readonly string[];
  /** The tasks that the last run left for a person. */
  readonly acceptable: readonly string[];
  /** Something was started here before, so that it can be started again as it is configured. */
  readonly canStart: boolean;
  readonly breaker: Pick<Breaker, "state" | "reason">;
}

export interface ListedRun {
  readonly run: string;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly iterations: number;
  readonly status: RunStatus;
  /** A person paused it. */
  readonly isPaused: boolean;
  readonly outcome: Outcome | null;
  /** Another one whenever its report would be another one; null as long as there is no decision to report. */
  readonly version: string | null;
}

export interface LiveRunState {
  readonly run: string;
  readonly state: "running" | "pausing" | "paused" | "stopping";
  readonly view: ViewState;
  /** The lines that the run printed last, as far as somebody watched. */
  readonly lines: readonly { readonly n: number; readonly text: string }[];
}

/** What a person can do on the page. Each is a command of the same name. */
export const dashboardActions = [
  "pause",
  "continue",
  "stop",
  "tell",
  "answer",
  "reset-breaker",
  "accept",
  "resume",
  "start",
] as const;

export type DashboardAction = (typeof dashboardActions)[number];

/** What will happen, in words. Not `ok`: nothing will. */
export interface ActionReply {
  readonly ok: boolean;
  readonly message: string;
}
