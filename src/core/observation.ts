import type { AgentReport } from "./agent-report.js";
import type { SavedBreaker } from "./breaker.js";
import type { SetAside } from "./decision.js";
import type { Evidence } from "./evidence.js";
import type { Selection, TaskView } from "./tasks.js";

/** What was seen of one iteration, past or present. An absent field is unknown, never zero. */
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
  readonly claimed?: boolean;
  /** A claim that went through the gate and still went on (confirmations). */
  readonly passed?: boolean;
  /** An explicit no. */
  readonly denied?: boolean;
  /** The agent said something; false for an empty or failed turn. */
  readonly spoke?: boolean;
  readonly score?: number;
  readonly snapshot?: string;
  readonly taskFileMovedToDone?: boolean;
  /** Whether the work of the selected task can be seen: its iterations changed content (without a list: the run's). */
  readonly workVisible?: boolean;
  /** All that can be seen of it are blanks and line breaks. */
  readonly cosmeticOnly?: boolean;
  /** The selected task was ticked in the list during the turn: a claim, not a fact. */
  readonly ticked?: boolean;
  /** Other tasks ticked during the turn. */
  readonly alsoTicked?: readonly string[];
  /** The claim came without a trusted signal. */
  readonly weak?: boolean;
  /** Nothing but this many failures of the run's start stood against completing it. */
  readonly knownFailing?: number;
  /** Counts of earlier iterations restart here: another task, a task set aside before, a run that was resumed. */
  readonly fresh?: boolean;
  /** The usage limit named its reset. */
  readonly resetKnown?: boolean;
  /** At this claim the tests were no longer those of the start. */
  readonly tampered?: boolean;
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
  /** Iterations spent on the selected task; counted in the history where nobody told. */
  readonly taskIterations?: number;
}

/** Everything a rule may look at. Plain JSON, so that a decision can be stored, explained and replayed. */
export interface Observation {
  readonly version: 1;
  /** null: asked before the agent's turn. */
  readonly turn: Turn | null;
  readonly selection: Selection;
  readonly tasks: TaskView;
  readonly evidence: readonly Evidence[];
  /** Oldest first. */
  readonly history: readonly IterationFacts[];
  /** As it stood on entry; null where nobody keeps one, then its counts come from the history. */
  readonly breaker: SavedBreaker | null;
  readonly used: Used;
  readonly interrupted: boolean;
  readonly forceComplete: boolean;
  /** Tasks done in this run that no check could confirm. */
  readonly unverified?: number;
  /** Tasks left for a person so far, and how many of them since the last one was done. */
  readonly setAside?: readonly SetAside[];
  readonly setAsideInARow?: number;
  /** The run has got somewhere: a task done, or fewer failing tests while they are those of the start. */
  readonly gained?: boolean;
  /** Milliseconds since 1970, or null where nobody told. */
  readonly now: number | null;
}
