import type { AgentReport } from "./agent-report.js";
import type { SavedBreaker } from "./breaker.js";
import type { SetAside } from "./decision.js";
import type { Evidence } from "./evidence.js";
import type { OpenGroup } from "./groups.js";
import type { OtherClaim, Proof, ProofShown, TaskFact } from "./proof.js";
import type { Review } from "./review.js";
import type { SeenSign } from "./seen-sign.js";
import type { Selection, TaskView } from "./tasks.js";
import type { Trust } from "./trust.js";

/** The facts about one iteration, past or present. An absent field is unknown, never zero. */
export interface IterationFacts {
  readonly task?: string;
  readonly filesChanged?: number;
  readonly commits?: number;
  readonly tasksDone?: number;
  readonly failed?: boolean;
  readonly error?: string | null;
  readonly failingTests?: number;
  readonly failingChecks?: number;
  readonly denials?: number;
  readonly limited?: boolean;
  readonly interrupted?: boolean;
  readonly testOnly?: boolean;
  readonly asked?: boolean;
  readonly blocked?: boolean;
  /** What the agent asks, or what blocks it, without the names of its task. */
  readonly said?: string;
  /** What fails of the task's own tests, or of those it broke, with the messages; the same text is the same failure. */
  readonly sameFailure?: string;
  readonly claimed?: boolean;
  /** The claim passed the gate but the run continued (confirmations). */
  readonly passed?: boolean;
  /** The agent explicitly said "not done". */
  readonly denied?: boolean;
  /** The agent named work that is left. */
  readonly namedWork?: boolean;
  /** The agent wrote something; false for an empty or failed turn. */
  readonly spoke?: boolean;
  readonly score?: number;
  readonly snapshot?: string;
  readonly taskFileMovedToDone?: boolean;
  /** Whether the work is visible: the iterations of the selected task (without a list: of the run) changed content. */
  readonly workVisible?: boolean;
  /** Nobody looked at the workspace before the first turn, so what is there may have been there before. */
  readonly startUnknown?: boolean;
  /** The only visible changes are whitespace. */
  readonly cosmeticOnly?: boolean;
  /** The selected task was ticked in the list during the turn: a claim, not a fact. */
  readonly ticked?: boolean;
  /** The claim came without a trusted signal. */
  readonly weak?: boolean;
  /** No list was given, and the claim speaks of one piece of work: a weak claim of the run. */
  readonly ofUnit?: boolean;
  /** This many failures from the start of the run were all that blocked completion. */
  readonly knownFailing?: number;
  /** Counts restart here: another task, a task that was set aside before, or a resumed run. */
  readonly fresh?: boolean;
  /** The usage limit came with a reset time. */
  readonly resetKnown?: boolean;
  /** The tests had been altered since the start when this claim was made. */
  readonly tampered?: boolean;
  /** The claim passed everything else, and a reviewer's finding stood against it. */
  readonly refuted?: boolean;
  /** The claim was refused because its new tests were seen to pass without the work. */
  readonly hollow?: boolean;
}

/** The iteration that just ended. */
export interface Turn {
  readonly report: AgentReport;
  readonly facts: IterationFacts;
}

/** What the run has used up. An absent field is unknown. */
export interface Used {
  readonly iterations?: number;
  readonly seconds?: number;
  readonly tokens?: number;
  readonly usd?: number;
  /** What all runs of the user cost today, with this one, and the most that they may; absent without such a limit. */
  readonly day?: { readonly usd: number; readonly limit: number; readonly isOwn?: true };
  /** Iterations spent on the selected task; counted from the history if absent. */
  readonly taskIterations?: number;
}

/** The agent of an interactive session wants to stop, and its hook asks whether it may. */
export interface SessionStop {
  readonly agent: string;
  /** The beginning of the session's id, enough to tell sessions apart. */
  readonly id: string;
  readonly goal: string | null;
  /** Stops refused since the person last had the floor. */
  readonly refusals: number;
  /** How many may be refused before the agent is let go. */
  readonly limit: number;
  /** The workspace is as it was at the last refusal. */
  readonly unchanged: boolean;
  /** What its work is measured from, in words: "the goal was set". */
  readonly since?: string;
  /** The goal it was held to was removed or edited, in words; absent if it is as it was. */
  readonly goalChange?: string;
  /** A stop was refused for that. */
  readonly goalTold?: boolean;
}

export interface JudgedAgain {
  readonly task: string;
  /** Why it may have one more turn if it does not pass now; null if it may not. */
  readonly turn: string | null;
}

export interface WaitsFor {
  readonly for: string;
  /** That task was put first for this one before. */
  readonly isKnown: boolean;
  /** How many turns in a row waited for another task, without a change. */
  readonly inARow: number;
}

export interface Escalation {
  /** The agent of the last turn, and the next one of its list. */
  readonly from: string;
  readonly to: string;
}

/** Everything a rule may read. Plain JSON, so that a decision can be stored, explained and replayed. */
export interface Observation {
  readonly version: 1;
  /** null: asked before the agent's turn. */
  readonly turn: Turn | null;
  readonly selection: Selection;
  readonly tasks: TaskView;
  readonly evidence: readonly Evidence[];
  /** Oldest first. */
  readonly history: readonly IterationFacts[];
  /** The breaker at the start of the iteration; null if none is saved, then its counts come from the history. */
  readonly breaker: SavedBreaker | null;
  readonly used: Used;
  readonly interrupted: boolean;
  readonly forceComplete: boolean;
  /** What the selected task's own text asks for. */
  readonly facts?: readonly TaskFact[];
  /** Whether the selected task (without one: the run's work) is proved. Absent: nobody tried. */
  readonly proof?: Proof;
  /** Signs of cheating in its work that touch what turned green: then it is not proved. */
  readonly signs?: readonly SeenSign[];
  /** How claims like this one turned out before. Absent: nothing was fitted. */
  readonly trust?: Trust;
  /** Other tasks ticked, or named as done, in this turn. */
  readonly claims?: readonly OtherClaim[];
  /** What reviewers say about the work, which passed everything else. */
  readonly reviews?: readonly Review[];
  /** What the author says in this turn about findings, by their names. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Tasks done in this run that no reviewer could look at, or whose findings are disputed, each with the reason. */
  readonly notReviewed?: readonly string[];
  /** The groups that the tasks claimed now are parts of. Absent where the list is taken as it is given. */
  readonly groups?: readonly OpenGroup[];
  /** Tasks done in this run while the workspace was known, and how many of them are not proven. */
  readonly doneInRun?: number;
  readonly unverified?: number;
  /** What proved the others. */
  readonly provenBy?: readonly ProofShown[];
  /** A task that was done in this run had a fact of its own that could be checked. */
  readonly factRan?: boolean;
  /** How many messages of a person no prompt of the selected task (without one: of the run) has had yet. */
  readonly pendingWords?: number;
  /** Tasks left for a person so far, and how many of them since the last one was done. */
  readonly setAside?: readonly SetAside[];
  readonly setAsideInARow?: number;
  /** A task that was set aside is judged again, without a turn of the agent; `turn` in the observation is its last one. */
  readonly again?: JudgedAgain;
  /** Other tasks that are set aside and may still be judged again. */
  readonly mayBeJudgedAgain?: readonly string[];
  /** The open task that the agent says this one waits for. */
  readonly waits?: WaitsFor;
  /** Who could take the selected task over; absent if nobody can, or somebody did. */
  readonly escalation?: Escalation;
  /** No agent is there to go on: the tasks were worked on elsewhere, and this is about the end of the run. */
  readonly withoutAgent?: true;
  /** The run has made progress: a task done, or fewer failing tests while the tests are unaltered. */
  readonly gained?: boolean;
  /** Absent in a loop. */
  readonly session?: SessionStop;
  /** Milliseconds since 1970, or null if unknown. */
  readonly now: number | null;
}
