import { type Breaker, closedBreaker } from "../decide/breaker.js";
import type { OnlyReview, Outcome, SetAside } from "../decide/decision.js";
import type { IterationFacts } from "../decide/observation.js";
import type { Proof, ProofShown } from "../decide/proof.js";
import type { Acceptance } from "./acceptance.js";
import type { JournalRecord, Stamp } from "./record.js";
import type { ReviewMemory } from "./review-memory.js";
import type { TaskNote } from "./task-notes.js";
import type { Units } from "./units.js";

/** What the next decision needs to know about all earlier ones. Bounded: costs the same after 100,000 of them. */
export interface RunState {
  /** Records in the journal, of any kind. */
  readonly records: number;
  readonly decisions: number;
  readonly continues: number;
  readonly exits: number;
  readonly breaker: Breaker;
  readonly run: CurrentRun | null;
  readonly last: LastDecision | null;
  readonly stagnation: number;
  readonly confidences: readonly (number | null)[];
  readonly completions: readonly (number | null)[];
  readonly errors: readonly (number | null)[];
}

export interface CurrentRun {
  readonly id: string;
  readonly startedAt: number;
  readonly ended: boolean;
  /** Iterations without those that hit a usage limit. */
  readonly iterations: number;
  readonly judged: number;
  /** Time spent in iterations, if measured. Time between two starts of the loop is not included. */
  readonly seconds: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
  /** Iterations per task, for the most recent tasks. */
  readonly byTask: readonly (readonly [task: string, iterations: number])[];
  readonly history: readonly IterationFacts[];
  readonly done: number | null;
  /** Tasks done in this run while the workspace was known, and how many of them are not proven. */
  readonly doneInRun?: number;
  readonly unverified?: number;
  /** Those of them that are not proven, by id. */
  readonly unproven?: readonly string[];
  /** What proved the last of the others, and whether a task had a fact of its own that could be checked. */
  readonly provenBy?: readonly ProofShown[];
  readonly factRan?: boolean;
  /** Tasks that were proved, or not, only when the run ended. */
  readonly lateProofs?: readonly LateProof[];
  /** Tasks left for a person, how many of them since the last one was done, and whether the run made progress. */
  readonly setAside?: readonly SetAside[];
  /** Tasks that a person accepted as done. */
  readonly accepted?: readonly string[];
  /** Each time a person did so. */
  readonly acceptances?: readonly Acceptance[];
  /** What a person undid afterwards: tasks, or "turn 3". */
  readonly undone?: readonly string[];
  readonly setAsideInARow?: number;
  readonly gained?: boolean;
  /** What turns of its tasks noted, newest last: only the last few of each task. */
  readonly notes?: readonly TaskNote[];
  /** What reviewers said about tasks that are not done, and which done tasks none of them could look at. */
  readonly reviewed?: readonly ReviewMemory[];
  readonly notReviewed?: readonly string[];
  /** A turn did more than its task: part of another one may be there already. */
  readonly workedAhead?: true;
  /** A task was set aside: counts restart with the next iteration. */
  readonly isFresh?: boolean;
  /** The tasks that are worked on at the same time. */
  readonly units?: Units;
  readonly response: Stamp | null;
  /** An iteration that was reported but not judged yet, with the breaker before it. */
  readonly tracked: { readonly facts: IterationFacts; readonly breaker: Breaker } | null;
}

export interface LateProof {
  readonly task: string;
  readonly proof: Proof;
}

export interface LastDecision {
  readonly n: number;
  readonly at: string;
  readonly decision: "CONTINUE" | "EXIT";
  readonly outcome: Outcome | null;
  readonly rule: string;
  readonly reason: string;
  readonly policy: string;
  readonly task: string | null;
  readonly onlyReview?: OnlyReview;
}

export const emptyRunState: RunState = {
  records: 0,
  decisions: 0,
  continues: 0,
  exits: 0,
  breaker: closedBreaker,
  run: null,
  last: null,
  stagnation: 0,
  confidences: [],
  completions: [],
  errors: [],
};
export const maxTasks = 200;

/** The run that a record with this id belongs to, and the breaker at that point. */
export function enterRun(
  runState: RunState,
  { id, at, resumed }: { id: string; at: number; resumed: boolean },
): { run: CurrentRun; breaker: Breaker; begins: boolean } {
  const { run } = runState;
  if (run && run.id === id && (!run.ended || resumed))
    return { run, breaker: run.tracked?.breaker ?? runState.breaker, begins: false };
  return { run: newRun(id, at), breaker: inheritBreaker(runState.breaker), begins: true };
}

/** The arguments of `enterRun` for a record. */
export const toEntry = ({ run, at, resumed }: Pick<JournalRecord, "run" | "at" | "resumed">) => ({
  id: run,
  at: Date.parse(at),
  resumed: resumed === true,
});

/** A new run inherits only an open breaker. */
export const inheritBreaker = (breaker: Breaker): Breaker => (breaker.state === "open" ? breaker : closedBreaker);

const newRun = (id: string, startedAt: number): CurrentRun => ({
  id,
  startedAt,
  ended: false,
  iterations: 0,
  judged: 0,
  seconds: null,
  tokens: null,
  usd: null,
  byTask: [],
  history: [],
  done: null,
  unverified: 0,
  response: null,
  tracked: null,
});

/** The current run, if it has this id. */
export const findRun = ({ run }: Pick<RunState, "run">, id: string): CurrentRun | null => (run?.id === id ? run : null);

/** Adds numbers that may be unknown; null only if both are. */
export const plus = (sum: number | null, more: number | null): number | null =>
  sum === null && more === null ? null : (sum ?? 0) + (more ?? 0);

/** How many iterations a task had, as far as they were counted. */
export function countIterations(byTask: CurrentRun["byTask"], task: string): number {
  return byTask.find(([name]) => name === task)?.[1] ?? 0;
}

/** The most recent task comes last; those at the front are dropped first. */
export function countTask(byTask: CurrentRun["byTask"], task: string): CurrentRun["byTask"] {
  const others = byTask.filter(([name]) => name !== task);
  return [...others.slice(1 - maxTasks), [task, countIterations(byTask, task) + 1]];
}
