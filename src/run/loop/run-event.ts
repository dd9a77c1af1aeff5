import type { Activity } from "../../agents/tool-activity.js";
import type { ParkedShown } from "../../decide/decision.js";
import type { Evidence } from "../../decide/evidence.js";
import type { Proof } from "../../decide/proof.js";
import type { Review } from "../../decide/review.js";
import type { RequestWay } from "../../decide/run-request.js";
import type { Words } from "../../decide/words.js";
import type { CheckPlan } from "../../evidence/plan.js";
import type { ParkRecord } from "../../store/person-records.js";
import type { DecisionRecord } from "../../store/record.js";
import type { LeftOutSection } from "../../tasks/left-out-sections.js";
import type { RunSummary } from "./run-summary.js";

/** What a run may use of each budget; null for no limit. */
export type RunLimits = Readonly<Record<"iterations" | "seconds" | "tokens" | "usd", number | null>>;

/** What a run has used of each budget; null if it is not measured. */
export type RunUse = Readonly<Record<"iterations" | "seconds", number> & Record<"tokens" | "usd", number | null>>;

/** What the tasks that are left will probably take in all; null where nothing is known. */
export interface RunEstimate {
  readonly tasks: number;
  /** How many tasks that were done before it is made from. */
  readonly from: number;
  readonly turns: number | null;
  readonly seconds: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
}

/** A task of the list, for who watches. */
export interface WatchedTask {
  readonly id: string;
  readonly title: string;
  readonly isDone: boolean;
}

/** Everything that happens in a run, emitted once; journal, terminal, NDJSON and page consume it. Named noun-verb. */
/** What became of the work of a task that was set aside. */
export type ParkedResult = Pick<ParkRecord, "task" | "is" | "parked" | "failsSince" | "why">;

export type RunEvent = AnyEvent & {
  /** The task it belongs to, where several are worked on at once. */
  readonly unit?: string;
};

type AnyEvent =
  | {
      readonly type: "run-start";
      readonly run: string;
      readonly resumed: boolean;
      readonly agents: readonly string[];
      /** Phases and kinds of tasks with agents of their own. */
      readonly roles: readonly { readonly for: string; readonly agents: readonly string[] }[];
      /** What the agents may do without asking. */
      readonly permissions: readonly string[];
      readonly policy: string;
      readonly tasks: string;
      readonly checks: readonly string[];
      /** Sections of the list whose tasks are not worked on; absent for none. */
      readonly leftOut?: readonly LeftOutSection[];
      /** Null where there is none. */
      readonly limits: RunLimits;
      /** Spent before, in a run that was resumed. */
      readonly used: RunUse;
      /** The tasks that the run is about, as they are at its start; absent without a list. */
      readonly list?: readonly WatchedTask[];
      /** Absent without a list. */
      readonly estimate?: RunEstimate;
    }
  | { readonly type: "worktree-entered"; readonly root: string; readonly branch: string }
  | {
      readonly type: "sandbox-entered";
      readonly kind: string;
      readonly image: string | null;
      readonly network: "on" | "off" | "host";
      /** What the agent can change, can read beside the system, and finds empty. */
      readonly write: readonly string[];
      readonly read: readonly string[];
      readonly hidden: readonly string[];
      /** The names of the variables it gets. */
      readonly env: readonly string[];
      /** Whether checks run in a sandbox of their own, or as the person, tests of the agent's included. */
      readonly checks: "inside" | "outside";
    }
  | { readonly type: "baseline-taken"; readonly failing: readonly string[]; readonly notes: readonly string[] }
  | {
      readonly type: "iteration-start";
      readonly iteration: number;
      readonly task: { readonly id: string; readonly title: string } | null;
      /** Null without a list. */
      readonly tasks: { readonly done: number; readonly total: number } | null;
    }
  | { readonly type: "phase-start"; readonly name: string }
  | {
      readonly type: "agent-start";
      readonly agent: string;
      readonly words: readonly string[];
      readonly outputFile: string;
    }
  /** `line`: the last whole line of an agent that prints plain text. */
  | { readonly type: "agent-output"; readonly bytes: number; readonly line: string | null }
  /** The last sentence of a message of the agent. */
  | { readonly type: "agent-message"; readonly agent: string; readonly text: string }
  | { readonly type: "agent-activity"; readonly agent: string; readonly does: Activity["does"]; readonly what: string }
  | { readonly type: "agent-retry"; readonly why: string; readonly seconds: number }
  | {
      readonly type: "agent-switch";
      readonly from: string;
      readonly to: string;
      readonly why: string;
      /** When the first one is tried again; null for not in this run. */
      readonly until: string | null;
    }
  | {
      readonly type: "agent-end";
      readonly agent: string;
      readonly how: string;
      readonly seconds: number;
      readonly leftBehind: number;
    }
  | { readonly type: "check-start"; readonly name: string; readonly plan: CheckPlan }
  /** A reviewer is asked to refute work that passed everything else; `round` counts how often findings went back. */
  | { readonly type: "review-start"; readonly task: string | null; readonly reviewer: string; readonly round: number }
  | { readonly type: "review-end"; readonly review: Review }
  /** Its tests run in a copy without its work. */
  | { readonly type: "proof-start"; readonly task: string | null; readonly what: string }
  /** What a task that was done before came to when the run ended. */
  | { readonly type: "proof-end"; readonly task: string; readonly proof: Proof }
  | { readonly type: "check-end"; readonly name: string; readonly evidence: Evidence | null }
  | { readonly type: "decision-made"; readonly record: DecisionRecord }
  | {
      readonly type: "task-marked";
      readonly task: string;
      readonly verified: boolean;
      /** It has no text of its own and is done with its parts. */
      readonly byParts?: true;
      readonly problem: string | null;
    }
  /** The work of a task that was set aside is taken out of the tree, stays in it, or is brought back. */
  | {
      readonly type: "work-parked";
      readonly task: string;
      readonly is: "parked" | "left" | "back";
      /** Where it is kept. */
      readonly parked: ParkedShown | null;
      /** Tests that fail since this task, where its work is left in place. */
      readonly failsSince: readonly string[];
      readonly why: string | null;
    }
  | { readonly type: "checkpoint-made"; readonly commit: string | null; readonly problem: string | null }
  | { readonly type: "file-restored"; readonly file: string; readonly what: string }
  | { readonly type: "budget-warning"; readonly line: string }
  | { readonly type: "wait-start"; readonly until: string | null; readonly seconds: number; readonly why: string }
  | { readonly type: "wait-end"; readonly interrupted: boolean }
  /** A person asked for a pause, or no longer does; the pause itself comes after the iteration. */
  | { readonly type: "pause-requested"; readonly by: RequestWay }
  | { readonly type: "pause-cancelled"; readonly by: RequestWay }
  /** A person gave the run more of a budget; all limits as they are now. */
  | { readonly type: "limits-raised"; readonly limits: RunLimits; readonly by: RequestWay }
  | { readonly type: "pause-start" }
  | { readonly type: "pause-end"; readonly by: "continue" | "stop" }
  /** A person's words for the next prompt, when they arrive and when a prompt has them. */
  | { readonly type: "words-received"; readonly words: Words }
  | { readonly type: "words-given"; readonly words: readonly Words[] }
  | { readonly type: "interrupt-received"; readonly level: 1 | 2 }
  | { readonly type: "warning"; readonly text: string }
  | { readonly type: "run-end"; readonly record: DecisionRecord; readonly summary: RunSummary };
