import type { Breaker } from "../decide/breaker.js";
import type { Decision, SetAside } from "../decide/decision.js";
import type { IterationFacts, Observation } from "../decide/observation.js";
import type { PolicySpec } from "../decide/policies/policies.js";
import type { ProofShown } from "../decide/proof.js";
import type { SettingsPatch } from "../decide/settings.js";
import type { FailureKind } from "../decide/transcript.js";
import type { Question, Words } from "../decide/words.js";
import type { LoopEvent } from "./events.js";
import type {
  AcceptRecord,
  BreakerRecord,
  ControlRecord,
  GradeRecord,
  ParkRecord,
  ProofRecord,
  RaiseRecord,
  ResetRecord,
  TellRecord,
  TrackRecord,
} from "./person-records.js";

/** The version of the journal's lines. A newer one is refused, since its meaning is unknown. */
export const journalVersion = 1;

export interface JournalHead {
  readonly version: typeof journalVersion;
  /** Its position in the journal, counted from 1. */
  readonly n: number;
  readonly at: string;
  readonly run: string;
  /** The run had ended and was resumed. Without this, the same id starts a new run. */
  readonly resumed?: true;
}

/** The response file on disk, to notice one that was not written again. */
export interface Stamp {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** What the next decision needs to know about this one. */
export interface After {
  readonly breaker: Breaker;
  /** The iteration, as stored in the history. */
  readonly past: IterationFacts;
  /** How many past iterations the current settings may need. */
  readonly historyLimit: number;
  readonly stagnation: number;
  /** Tasks done by this decision while the workspace was known, and how many of them are not proven. */
  readonly doneInRun?: number;
  readonly unverified?: number;
  /** What proved the others, and whether a fact of their own could be checked. */
  readonly provenBy?: readonly ProofShown[];
  readonly factRan?: boolean;
  /** Tasks done although the decision, an interrupt, names none. */
  readonly doneBeside?: readonly string[];
  /** The tasks set aside now, and whether this decision made progress. */
  readonly setAside?: readonly SetAside[];
  readonly gained?: boolean;
  /** How long the iteration took, if untildone runs the loop. */
  readonly seconds: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
  /** Tasks done in the whole list, to notice the next one. */
  readonly done: number | null;
  readonly response: Stamp | null;
}

/** What a decision adds to the tasks done in its run. */
export const doneIn = ({ doneInRun, unverified, provenBy, factRan }: After) => ({
  ...(doneInRun === undefined ? {} : { doneInRun }),
  ...(unverified === undefined ? {} : { unverified }),
  ...(provenBy === undefined ? {} : { provenBy }),
  ...(factRan === undefined ? {} : { factRan }),
});

/** One start of an agent in an iteration. */
export interface TurnTaken {
  readonly agent: string;
  readonly model: string | null;
  readonly phase: string;
  /** Absent in journals of earlier versions. */
  readonly startedAt?: string;
  readonly seconds: number;
  /** As the agent reports them; null if it does not. */
  readonly usd: number | null;
  readonly tokens: number | null;
  /** The same, by what they were; `input` with what was cached. Absent where it is not known. */
  readonly usage?: { readonly input: number; readonly output: number; readonly cacheRead: number };
  /** The kind of its failure; null if it ended normally. */
  readonly failure: FailureKind | null;
  /** When its usage limit resets, if it failed for that and the time is known. */
  readonly resetsAt?: string;
}

/** What the run did with the work of a unit: one task in its own worktree. */
export interface UnitResult {
  readonly unit: string;
  /** `ended`: how the unit ended is how the run ends. */
  readonly is: "merged" | "sent-back" | "set-aside" | "ended";
  /** The commit it was merged as, or goes on from. */
  readonly commit: string | null;
  /** When its work began to be merged; absent where nothing was. */
  readonly startedAt?: string;
  /** The commit of the run's branch that its work is measured from now on. */
  readonly base?: string;
}

/** One judged iteration: the observation, the decision, and what both are based on. */
export interface DecisionRecord extends JournalHead {
  readonly kind: "decision";
  readonly iteration: number;
  readonly policy: string | PolicySpec;
  readonly settings: SettingsPatch;
  readonly taskKind: string | null;
  /** Where each setting that is not a default came from. */
  readonly origins: Readonly<Record<string, string>>;
  readonly observation: Observation;
  readonly decision: Decision;
  readonly events: readonly LoopEvent[];
  readonly after: After;
  /** Every start of an agent, in order. Absent before a turn, and if another loop runs the agent. */
  readonly turns?: readonly TurnTaken[];
  /** A person's words in the prompt of this turn. */
  readonly told?: readonly Words[];
  /** What the agent asked in this turn: the last question, and all of them if there are several. */
  readonly question?: Question;
  readonly questions?: readonly Question[];
  /** Tests of other open tasks pass since this turn. */
  readonly ahead?: true;
  /** The task whose own loop decided, where several tasks are worked on at once: its EXIT does not end the run. */
  readonly unit?: string;
  /** A decision of the run about a unit. It repeats what the unit saw, and counts no turn. */
  readonly about?: UnitResult;
}

/** The task a decision is about. */
export const decisionTask = ({
  decision,
  observation,
}: Pick<DecisionRecord, "decision" | "observation">): string | null =>
  decision.taskDone ?? (observation.selection.is === "task" ? observation.selection.id : null);

export type JournalRecord =
  | DecisionRecord
  | TrackRecord
  | BreakerRecord
  | AcceptRecord
  | GradeRecord
  | TellRecord
  | ControlRecord
  | ProofRecord
  | RaiseRecord
  | ParkRecord
  | ResetRecord;

/** A record without its position. */
export type NewRecord = JournalRecord extends infer R
  ? R extends JournalRecord
    ? Omit<R, "n" | "version">
    : never
  : never;
