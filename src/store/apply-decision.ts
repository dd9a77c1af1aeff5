import type { DoneSoFar } from "../decide/observe.js";
import { tasksDoneBy } from "../decide/tasks-done.js";
import {
  type CurrentRun,
  countTask,
  enterRun,
  type LastDecision,
  maxTasks,
  plus,
  type RunState,
  toEntry,
} from "./current-run.js";
import { appendToHistory } from "./history.js";
import { type After, type DecisionRecord, decisionTask } from "./record.js";
import { noteReviews } from "./review-memory.js";
import { addNote } from "./task-notes.js";
import { applyResult, applyToUnit } from "./units.js";

const windowLength = 50;

export function applyDecision(runState: RunState, record: DecisionRecord): RunState {
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
      ...(run.undone ? { undone: run.undone.filter((task) => !tasksDoneBy(decision).includes(task)) } : {}),
      ...(hadTurn ? addNote(run.notes, record) : {}),
      ...noteReviews(run, record),
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

export const maxProofs = 20;

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

const slide = <T>(window: readonly T[], value: T): readonly T[] => [...window.slice(1 - windowLength), value];
