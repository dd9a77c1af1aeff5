import { type Breaker, closedBreaker } from "../core/breaker.js";
import type { OnlyReview, Outcome, SetAside } from "../core/decision.js";
import type { IterationFacts } from "../core/observation.js";
import type { DoneSoFar } from "../core/observe.js";
import { isProven, type Proof, type ProofShown, showProof } from "../core/proof.js";
import { areFromPerson, taskOfWords } from "../core/words.js";
import { type Acceptance, toAcceptance } from "./acceptance.js";
import { appendToHistory } from "./history.js";
import {
  type AcceptRecord,
  type After,
  type DecisionRecord,
  decisionTask,
  type JournalRecord,
  type ParkRecord,
  type ProofRecord,
  type Stamp,
  type TellRecord,
  type TrackRecord,
} from "./record.js";
import { addNote, type TaskNote } from "./task-notes.js";
import { applyResult, applyToUnit, type Units } from "./units.js";

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
  readonly setAsideInARow?: number;
  readonly gained?: boolean;
  /** What turns of its tasks noted, newest last: only the last few of each task. */
  readonly notes?: readonly TaskNote[];
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

const windowLength = 50;
const maxTasks = 200;

/** Applies one record. Folding the journal with this function gives the state. */
export function applyRecord(runState: RunState, record: JournalRecord): RunState {
  const counted = { ...runState, records: Math.max(runState.records + 1, record.n) };
  switch (record.kind) {
    case "decision":
      return applyDecision(counted, record);
    case "track":
      return applyTrack(counted, record);
    case "breaker":
      return applyBreaker(counted, record.breaker);
    case "accept":
      return applyAccept(counted, record);
    case "tell":
      return applyTell(counted, record);
    case "control":
      return counted;
    case "proof":
      return applyProof(counted, record);
    case "park":
      return applyPark(counted, record);
    case "reset":
      return { ...emptyRunState, records: counted.records, breaker: inheritBreaker(counted.breaker) };
  }
}

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
const inheritBreaker = (breaker: Breaker): Breaker => (breaker.state === "open" ? breaker : closedBreaker);

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

function applyDecision(runState: RunState, record: DecisionRecord): RunState {
  const { decision, after } = record;
  const { run } = enterRun(runState, toEntry(record));
  const { unit, about } = record;
  const isExit = decision.decision === "EXIT" && unit === undefined;
  const hadTurn = record.observation.turn !== null && about === undefined && !record.observation.again;
  const counts = hadTurn && after.past.limited !== true;
  const applied: RunState = {
    ...runState,
    decisions: runState.decisions + 1,
    continues: runState.continues + (isExit ? 0 : 1),
    exits: runState.exits + (isExit ? 1 : 0),
    breaker: after.breaker,
    stagnation: after.stagnation,
    last: toLastDecision(record),
    confidences: slide(runState.confidences, decision.confidence),
    completions: slide(runState.completions, decision.completion.percent),
    errors: slide(runState.errors, decision.errors),
    run: {
      ...run,
      ended: isExit,
      iterations: run.iterations + (counts ? 1 : 0),
      judged: hadTurn ? record.iteration : run.judged,
      seconds: plus(run.seconds, after.seconds),
      tokens: plus(run.tokens, after.tokens),
      usd: plus(run.usd, after.usd),
      byTask: counts ? countTask(run.byTask, after.past.task ?? "") : run.byTask,
      history:
        hadTurn || about?.is === "merged" ? appendToHistory(run.history, after.past, after.historyLimit) : run.history,
      done: after.done,
      ...addDone(run, after),
      ...addUnproven(run, decision),
      ...(hadTurn ? addNote(run.notes, record) : {}),
      ...(run.workedAhead || hasWorkedAhead(record) ? { workedAhead: true } : {}),
      setAside: after.setAside ?? run.setAside ?? [],
      setAsideInARow: countSetAsideInARow(run, decision),
      gained: run.gained === true || after.gained === true,
      isFresh: decision.setAside ? true : hadTurn ? false : (run.isFresh ?? false),
      ...(about ? { units: applyResult(run.units, about) } : {}),
      response: after.response,
      tracked: null,
    },
  };
  return unit === undefined ? applied : keepRun(runState, run, { applied, record, unit });
}

const maxProofs = 20;

/** What a decision adds to the tasks done in the run. */
export function addDone(run: DoneSoFar, { doneInRun = 0, unverified = 0, provenBy = [], factRan }: After) {
  const proofs = [...(run.provenBy ?? []), ...provenBy].slice(-maxProofs);
  return {
    doneInRun: (run.doneInRun ?? 0) + doneInRun,
    unverified: (run.unverified ?? 0) + unverified,
    ...(proofs.length > 0 ? { provenBy: proofs } : {}),
    ...(factRan ? { factRan } : {}),
  };
}

function addUnproven({ unproven = [] }: CurrentRun, { tasksDone = [] }: DecisionRecord["decision"]) {
  const added = tasksDone.filter(({ verified, byParts }) => !verified && !byParts).map(({ id }) => id);
  return added.length === 0 ? {} : { unproven: [...new Set([...unproven, ...added])].slice(-maxTasks) };
}

/** Other tasks were ticked, named or done in its turn, or their tests pass with it. */
const hasWorkedAhead = ({ observation, ahead }: DecisionRecord): boolean =>
  ahead === true || (observation.claims?.length ?? 0) > 0;

interface UnitDecision {
  /** As if it had been a decision of the run. */
  readonly applied: RunState;
  readonly record: DecisionRecord;
  readonly unit: string;
}

/** A unit adds to what the run has used and set aside. Its breaker, history and end are its own. */
function keepRun(runState: RunState, run: CurrentRun, { applied, record, unit }: UnitDecision): RunState {
  const { breaker, stagnation } = runState;
  const { judged, history, done, setAside = [], isFresh = false, response } = run;
  const { doneInRun = 0, unverified = 0, provenBy = [], factRan = false } = run;
  const { setAside: aside } = record.decision;
  return {
    ...applied,
    ...{ breaker, stagnation },
    last: applied.last && { ...applied.last, decision: "CONTINUE", outcome: null },
    run: applied.run && {
      ...applied.run,
      ...{ ended: false, judged, history, done, isFresh, response, doneInRun, unverified, provenBy, factRan },
      // Others may have been set aside since this one was judged.
      setAside: [...setAside.filter(({ task }) => task !== unit), ...(aside ? [aside] : [])],
      units: applyToUnit(run.units, unit, record),
    },
  };
}

function countSetAsideInARow(
  { setAsideInARow = 0 }: CurrentRun,
  { taskDone, setAside }: DecisionRecord["decision"],
): number {
  if (taskDone !== null && taskDone !== undefined) return 0;
  return setAside ? setAsideInARow + 1 : setAsideInARow;
}

function toLastDecision(record: DecisionRecord): LastDecision {
  const { n, at, decision } = record;
  const { outcome, rule, reason, policy, onlyReview } = decision;
  const named = { rule, reason, policy, task: decisionTask(record), ...(onlyReview ? { onlyReview } : {}) };
  return { n, at, decision: decision.decision, outcome, ...named };
}

/** An iteration reported before the last one was judged moves that one to the history unjudged. */
function applyTrack(runState: RunState, record: TrackRecord): RunState {
  const { run, begins } = enterRun(runState, toEntry(record));
  const breaker = begins ? inheritBreaker(runState.breaker) : runState.breaker;
  const history = run.tracked ? appendToHistory(run.history, run.tracked.facts, record.historyLimit) : run.history;
  const iterations = run.iterations + (run.tracked && run.tracked.facts.limited !== true ? 1 : 0);
  return {
    ...runState,
    breaker: record.breaker,
    run: { ...run, ended: false, history, iterations, tracked: { facts: record.facts, breaker } },
  };
}

function applyAccept(runState: RunState, record: AcceptRecord): RunState {
  const { run } = runState;
  const { tasks } = record;
  if (!run) return runState;
  const setAside = (run.setAside ?? []).filter(({ task }) => !tasks.includes(task));
  const accepted = [...new Set([...(run.accepted ?? []), ...tasks])];
  const acceptances = [...(run.acceptances ?? []), toAcceptance(record)];
  return { ...runState, run: { ...run, setAside, accepted, acceptances } };
}

/** A task that is proved late was counted as not proven when it was done. */
function applyProof(runState: RunState, { run: id, task, proof }: ProofRecord): RunState {
  const run = findRun(runState, id);
  if (!run) return runState;
  const lateProofs = [...(run.lateProofs ?? []), { task, proof }].slice(-maxTasks);
  const proved = isProven(proof)
    ? {
        unverified: Math.max(0, (run.unverified ?? 0) - 1),
        unproven: (run.unproven ?? []).filter((each) => each !== task),
        provenBy: [...(run.provenBy ?? []), ...showProof(proof)].slice(-maxProofs),
      }
    : {};
  return { ...runState, run: { ...run, lateProofs, ...proved } };
}

function applyPark(runState: RunState, { run: id, task, is, parked, failsSince }: ParkRecord): RunState {
  const run = findRun(runState, id);
  if (!run) return runState;
  const setAside = (run.setAside ?? []).map((aside) => {
    if (aside.task !== task) return aside;
    const { parked: _, failsSince: __, ...rest } = aside;
    if (is === "parked" && parked) return { ...rest, parked };
    return failsSince.length > 0 ? { ...rest, failsSince } : rest;
  });
  // What a task gained went out with its work.
  const gained = is === "parked" ? (run.doneInRun ?? 0) > 0 : run.gained === true;
  return { ...runState, run: { ...run, setAside, gained } };
}

/** A person's words give the task they are for another chance. */
function applyTell(runState: RunState, { run: id, words }: TellRecord): RunState {
  const run = findRun(runState, id);
  const task = areFromPerson(words) ? taskOfWords(words) : null;
  if (!run || task === null) return runState;
  const setAside = (run.setAside ?? []).map((aside) =>
    aside.task === task ? { ...aside, retry: true as const } : aside,
  );
  return { ...runState, run: { ...run, setAside } };
}

function applyBreaker(runState: RunState, breaker: Breaker): RunState {
  const { run } = runState;
  return { ...runState, breaker, run: run?.tracked ? { ...run, tracked: { ...run.tracked, breaker } } : run };
}

const slide = <T>(window: readonly T[], value: T): readonly T[] => [...window.slice(1 - windowLength), value];

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
function countTask(byTask: CurrentRun["byTask"], task: string): CurrentRun["byTask"] {
  const others = byTask.filter(([name]) => name !== task);
  return [...others.slice(1 - maxTasks), [task, countIterations(byTask, task) + 1]];
}
