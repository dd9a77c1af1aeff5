import type { SetAside } from "../../decide/decision.js";
import type { Question } from "../../decide/words.js";
import type { Acceptance } from "../../store/acceptance.js";
import type { WorktreeAdvice } from "../git/git-worktree.js";
import type { StepAdvice } from "./advice.js";
import type { ProofSummary } from "./summarize-proof.js";
import type { ReviewSummary } from "./summarize-reviews.js";

/** The report of a finished run. */
export interface RunSummary extends ProofSummary {
  readonly run: string;
  readonly iterations: number;
  /** Further iterations that met a usage limit: they have numbers, and count for nothing. Absent for none. */
  readonly limited?: number;
  /** How many of the last iterations made no progress. */
  readonly wasted: number;
  readonly seconds: number;
  readonly usd: number | null;
  readonly tokens: number | null;
  /** The agents that took turns, the first to do so first. */
  readonly agents: readonly AgentShare[];
  /** What each task took, in the order of the work. */
  readonly perTask: readonly TaskShare[];
  readonly lastTask: string | null;
  /** Null without a list. */
  readonly tasks: { readonly done: number; readonly total: number } | null;
  /** Accepted as done by a person afterwards. */
  readonly accepted: readonly string[];
  /** Who accepted what, and when. */
  readonly acceptances: readonly Acceptance[];
  /** The agent's last note per task. */
  readonly notes: readonly { readonly task: string | null; readonly text: string }[];
  /** Left for a person, each with the reason. */
  readonly setAside: readonly SetAside[];
  /** Ticked by the agent and not accepted. */
  readonly owed: readonly string[];
  /** Done, but not marked in the list. */
  readonly unmarked: readonly string[];
  /** Open tasks that the run was not about; absent for none. */
  readonly leftOut?: readonly string[];
  readonly refused: readonly RefusedClaims[];
  /** What reviewers said, and cost; absent where none was asked. */
  readonly reviews?: ReviewSummary;
  /** Tests that fail as they were at the start, and pass as the agent changed them. */
  readonly changedTests: readonly string[];
  /** The details of the checks that hold. */
  readonly checks: readonly string[];
  /** The required checks that do not hold, each with the last lines of its output where no test was named. */
  readonly unmet: readonly UnmetCheck[];
  /** Tests that passed and failed on the same content: they counted for nothing. */
  readonly flaky: readonly string[];
  /** Files, branches and tags of the person's checkout that changed while agents worked in a worktree. */
  readonly outside: readonly string[];
  /** The end of the agent's last message, and its question; null if it wrote nothing. */
  readonly lastWords: string | null;
  readonly question: string | null;
  /** What nobody answered, oldest first. */
  readonly questions: readonly Question[];
  /** A person's words that no prompt had, and their task if they were for one; `missed`: that one is done. */
  readonly notGiven: readonly NotGiven[];
  readonly next: string | null;
  /** The same, with its commands told apart. */
  readonly advice: StepAdvice | null;
  /** Where the work is, if not in the project's folder. */
  readonly worktree: WorktreeAdvice | null;
  /** The work was committed, turn by turn, where the person works; absent if it was not. */
  readonly isCommitted?: boolean;
}

export interface NotGiven {
  readonly task: string | null;
  readonly text: string;
  readonly missed: boolean;
}

/** What one agent did in a run. */
export interface AgentShare {
  readonly agent: string;
  readonly turns: number;
  /** Turns that ended in a failure. */
  readonly failed: number;
  /** As far as the agent reports it. */
  readonly usd: number | null;
}

/** What one task took (null: work without a task). */
export interface TaskShare {
  readonly task: string | null;
  /** Without those that hit a usage limit. */
  readonly iterations: number;
  readonly seconds: number;
  /** As far as the agents report them. */
  readonly usd: number | null;
  readonly tokens: number | null;
}

/** A required check that did not hold when the run ended. */
export interface UnmetCheck {
  readonly name: string;
  readonly detail: string;
  readonly tail: readonly string[];
  /** What makes it run. */
  readonly fix: string | null;
}

/** Refused claims of one task (null: of the run), and the reason of the last refusal. */
export interface RefusedClaims {
  readonly task: string | null;
  readonly times: number;
  readonly reason: string;
}
