import { type Breaker, closedBreaker } from "../decide/breaker.js";
import type { IterationFacts } from "../decide/observation.js";
import { tasksDoneBy } from "../decide/tasks-done.js";
import type { RunState } from "./current-run.js";
import { appendToHistory } from "./history.js";
import type { DecisionRecord, UnitResult } from "./record.js";

/** What the journal says about a task that is worked on beside others. */
export interface UnitState {
  readonly breaker: Breaker;
  readonly history: readonly IterationFacts[];
  readonly judged: number;
  readonly stagnation: number;
  /** The number of the decision that says it is done, if it is not merged yet. */
  readonly done: number | null;
  /** How often its work could not be merged, and the commit it goes on from. */
  readonly sentBack: number;
  readonly from: string | null;
  /** The commit of the run's branch that its work is measured from since; null if as at its start. */
  readonly base: string | null;
}

/** By the id of the task. Those that are merged or set aside are no longer in it. */
export type Units = Readonly<Record<string, UnitState>>;

const newUnit: UnitState = {
  breaker: closedBreaker,
  history: [],
  judged: 0,
  stagnation: 0,
  done: null,
  sentBack: 0,
  from: null,
  base: null,
};

export const findUnit = (units: Units | undefined, unit: string): UnitState =>
  (units && Object.hasOwn(units, unit) ? units[unit] : undefined) ?? newUnit;

/** Whether a decision of a unit's loop says that its task is done. */
export const isUnitDone = ({ decision, after }: DecisionRecord, unit: string): boolean =>
  tasksDoneBy(decision).includes(unit) || (after.doneBeside ?? []).includes(unit);

export function applyToUnit(units: Units | undefined, unit: string, record: DecisionRecord): Units {
  const { decision, after, observation, iteration, n } = record;
  if (decision.setAside) return withoutUnit(units, unit);
  const before = findUnit(units, unit);
  const hadTurn = observation.turn !== null;
  return {
    ...units,
    [unit]: {
      ...before,
      breaker: after.breaker,
      history: hadTurn ? appendToHistory(before.history, after.past, after.historyLimit) : before.history,
      judged: hadTurn ? iteration : before.judged,
      stagnation: after.stagnation,
      done: isUnitDone(record, unit) ? n : null,
    },
  };
}

export function applyResult(units: Units | undefined, { unit, is, commit, base }: UnitResult): Units {
  if (is === "merged" || is === "set-aside") return withoutUnit(units, unit);
  if (is === "ended") return units ?? {};
  const before = findUnit(units, unit);
  return {
    ...units,
    [unit]: { ...before, done: null, sentBack: before.sentBack + 1, from: commit, base: base ?? null },
  };
}

const withoutUnit = (units: Units = {}, unit: string): Units =>
  Object.fromEntries(Object.entries(units).filter(([name]) => name !== unit));

/**
 * The state as the loop of one unit sees it: breaker, history and iterations are its own; budgets and tasks set aside are
 * those of the run. How many tasks are done is not its business.
 */
export function viewUnit(runState: RunState, id: string, unit: string): RunState {
  const { run } = runState;
  if (run?.id !== id) return runState;
  const { breaker, history, judged, stagnation } = findUnit(run.units, unit);
  const setAside = (run.setAside ?? []).filter(({ task }) => task !== unit);
  return {
    ...runState,
    ...{ breaker, stagnation },
    run: { ...run, ...{ history, judged, setAside }, done: null, isFresh: false, response: null, tracked: null },
  };
}
