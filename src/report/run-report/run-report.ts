import type { OnlyReview, Outcome } from "../../decide/decision.js";
import type { DecisionProof } from "../../decide/decision-proof.js";
import type { Score } from "../../decide/score.js";
import type { StepAdvice } from "../../run/loop/advice.js";
import type { RunSummary } from "../../run/loop/run-summary.js";
import type { UnitResult } from "../../store/record.js";
import type { RuleAnswer } from "../explain-record.js";
import type { CheckpointDiff } from "./checkpoint-diff.js";
import type { PersonCase } from "./for-you.js";
import type { TranscriptEntry } from "./read-turn-log.js";
import type { ReportedBudget } from "./report-budget.js";
import type { ReportedCheck } from "./reported-check.js";
import type { TurnKind } from "./turn-kind.js";

export type { ReportedCheck, ReportedFailure } from "./reported-check.js";

/** The report of a run, as `report --format json` prints it. Every format is made from this. */
export interface RunReport {
  readonly version: 1;
  readonly run: string;
  /** The name of the project's folder. */
  readonly project: string;
  readonly startedAt: string;
  /** The time of the last decision. */
  readonly lastAt: string;
  readonly status: RunStatus;
  /** Of the decision that ended the run, or completed on a person's word; null for a run that has not ended. */
  readonly outcome: Outcome | null;
  readonly exitCode: number | null;
  /** All is done, and a person only has to look: nothing could check the work, or something about it is doubtful. */
  readonly onlyReview: OnlyReview | null;
  /** Who accepted the whole run, and when. */
  readonly acceptance: { readonly by: string; readonly at: string } | null;
  readonly headline: Headline;
  /** What could not be read, in words. */
  readonly problems: readonly string[];
  readonly summary: RunSummary;
  readonly tasks: readonly ReportedTask[];
  readonly refused: readonly RefusedClaim[];
  /** What proves the work, tasks with the same proof together, and what is not proven, with the reason. */
  readonly proof: { readonly provedBy: readonly string[]; readonly notProven: readonly string[] };
  /** The signed proof of the run; null if none was written beside its logs. */
  readonly proofFile: string | null;
  /** What needs a person, by its cause. */
  readonly forYou: readonly PersonCase[];
  /** How much of each limit is used: "12 of 50 iterations". */
  readonly budget: readonly ReportedBudget[];
  /** What a person did about the run, oldest first: at most the last 200. */
  readonly person: readonly ReportedAction[];
  readonly decisions: readonly ReportedDecision[];
  /** The checks as they were before the first turn; empty where they were not made, or nobody knows. */
  readonly atStart: readonly ReportedCheck[];
}

/** `open`: no end was recorded, and nothing says whether somebody still works on it. */
export type RunStatus = "ended" | "running" | "cut-off" | "open";

/** The run in words: each list holds sentences. */
export interface Headline {
  readonly title: string;
  readonly happened: readonly string[];
  /** The same without what is proven, and what is not. */
  readonly work: readonly string[];
  readonly stopped: readonly string[];
  readonly next: readonly string[];
  /** The same as `next`, with the commands told apart. */
  readonly steps: readonly StepAdvice[];
}

export type TaskState =
  | "verified"
  | "not-proven"
  | "forced"
  | "accepted"
  | "done-before"
  | "disputed"
  | "set-aside"
  | "owed"
  | "not-done";

export interface ReportedTask {
  readonly id: string;
  readonly title: string | null;
  readonly state: TaskState;
  readonly reason: string | null;
  /** What proves it; null for a task that is not done or not proven. */
  readonly provedBy: string | null;
  /** Why it is not proven, "nothing" if it is; null for a task that is not done. */
  readonly notProven: string | null;
  /** What its turns changed, joined; null where it had one turn, whose own diff says it, or where nobody knows. */
  readonly diff: CheckpointDiff | null;
}

/** A claim of completion that was not believed, and what spoke against it. */
export interface RefusedClaim {
  /** The number of the decision. */
  readonly n: number;
  readonly iteration: number;
  readonly task: string | null;
  /** The agent's message, and the signals in it. */
  readonly words: string | null;
  readonly signals: readonly string[];
  readonly reasons: readonly string[];
  /** The checks that spoke against it. */
  readonly checks: readonly ReportedCheck[];
  /** What became of the task later in the run. */
  readonly later: string;
}

export interface ReportedAction {
  /** The number of its record in the journal. */
  readonly n: number;
  readonly at: string;
  /** In words that follow "a person". */
  readonly text: string;
}

/** One decision. Unknown numbers are null, never zero. */
export interface ReportedDecision {
  readonly n: number;
  readonly at: string;
  readonly iteration: number;
  readonly task: string | null;
  /** The task whose own loop decided, where several are worked on at once; null for a decision of the run. */
  readonly unit: string | null;
  /** What the run did with the work of such a task; null for all other decisions. */
  readonly result: UnitResult["is"] | null;
  readonly verdict: Outcome | "continue";
  readonly rule: string;
  readonly reason: string;
  /** False for a decision before a turn, such as one that finds no work left. */
  readonly hadTurn: boolean;
  readonly claim: "none" | "refused" | "passed";
  readonly kind: TurnKind;
  /** The other task that made a check fail here. */
  readonly blames: string | null;
  /** Tasks that this decision made done, and the one it set aside. */
  readonly tasksDone: readonly string[];
  readonly setAside: string | null;
  /** When its agent was started, or its work began to be merged; null where the journal does not say. */
  readonly startedAt: string | null;
  /** Where several tasks are worked on at once: how long this turn or merge took. Only the summary has the time of the run. */
  readonly seconds: number | null;
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly done: number | null;
  readonly total: number | null;
  readonly failingTests: number | null;
  readonly agents: readonly string[];
  readonly detail: DecisionDetail;
}

/** The same as `explain` shows, the agent's message, and the diff of the checkpoint. */
export interface DecisionDetail {
  readonly points: readonly string[];
  readonly words: string | null;
  readonly said: readonly string[];
  readonly rules: readonly RuleAnswer[];
  /** Null where a claim cannot fail on its score. */
  readonly score: Score | null;
  /** What proves what this decision completes, and what is not proven; null where it completes nothing. */
  readonly proof: DecisionProof | null;
  readonly gate: readonly string[];
  readonly checks: readonly ReportedCheck[];
  readonly progress: readonly string[];
  readonly budget: readonly string[];
  readonly settings: readonly { readonly name: string; readonly value: string; readonly from: string }[];
  readonly events: readonly string[];
  readonly feedback: readonly string[];
  readonly warnings: readonly string[];
  readonly note: string | null;
  /** What the agent said and did, in order, and the prompt it had: cut, where they are long. */
  readonly transcript: readonly TranscriptEntry[];
  readonly prompt: string | null;
  /** Where all of its output is. */
  readonly log: string | null;
  readonly diff: CheckpointDiff | null;
}

/** What the page is given at once; the details of a decision follow when they are looked at. */
export type ReportRows = Omit<RunReport, "decisions"> & {
  readonly decisions: readonly Omit<ReportedDecision, "detail">[];
};
