import type { Decision } from "../../decide/decision.js";
import type { Task } from "../../decide/tasks.js";
import { findRun, type RunState } from "../../store/current-run.js";
import type { DecisionRecord, NewRecord, UnitResult } from "../../store/record.js";

/** Where the run stands when it decides about a unit. */
export interface RunPosition {
  readonly runState: RunState;
  /** The list as it counts, with this decision. */
  readonly tasks: readonly Task[];
  readonly now: number;
}

/** The name beside what the run decides about a unit: no rule of a policy. */
export const mergeRule = "merge";

/** What is decided about a unit, in the words of a decision. */
export type UnitVerdict = Pick<Decision, "reason"> & Partial<Pick<Decision, "taskDone" | "setAside" | "feedback">>;

/** A decision of the run about a unit: what the unit saw last, and what the run makes of it. */
export function aboutUnit(
  record: DecisionRecord,
  about: UnitResult,
  verdict: UnitVerdict,
  position: RunPosition,
): NewRecord & { kind: "decision" } {
  const { taskDone = null, setAside = null, feedback = [], reason } = verdict;
  const isVerified = (record.after.unverified ?? 0) === 0 && record.decision.verified !== null;
  return repeat(record, about, position, {
    ...record.decision,
    ...{ decision: "CONTINUE", outcome: null, exitCode: null, wait: null, warnings: [], forced: false },
    ...{ rule: mergeRule, reason, taskDone, setAside, feedback },
    tasksDone: taskDone === null ? [] : [{ id: taskDone, verified: isVerified }],
    ...(taskDone === null ? { verified: null, proof: [], notProven: null } : { verified: isVerified }),
  });
}

/** The run ends as one of its units did. */
export const endAsUnit = (record: DecisionRecord, unit: string, position: RunPosition) =>
  repeat(record, { unit, is: "ended", commit: null }, position, record.decision);

function repeat(
  record: DecisionRecord,
  about: UnitResult,
  { runState, tasks, now }: RunPosition,
  decision: Decision,
): NewRecord & { kind: "decision" } {
  const { n: _, version: __, unit: ___, turns: ____, ...rest } = record;
  const run = findRun(runState, record.run);
  const isEnd = about.is === "ended";
  const aside = (run?.setAside ?? []).filter(({ task }) => task !== about.unit);
  const { doneBeside: _____, ...after } = record.after;
  const counted = countDone(tasks);
  return {
    ...rest,
    at: new Date(now).toISOString(),
    about,
    decision: { ...decision, completion: counted },
    events: [],
    after: {
      ...after,
      ...(isEnd ? {} : { breaker: runState.breaker, stagnation: runState.stagnation }),
      ...{ tokens: null, usd: null, done: counted.done, gained: about.is === "merged" },
      ...(about.is === "merged" ? {} : { doneInRun: 0, unverified: 0, provenBy: [] }),
      setAside: decision.setAside ? [...aside, decision.setAside] : isEnd ? (run?.setAside ?? []) : aside,
    },
  };
}

function countDone(tasks: readonly Task[]): Decision["completion"] {
  const required = tasks.filter(({ optional }) => !optional);
  const done = required.filter(({ status }) => status === "done").length;
  const total = required.length;
  return { done, total, percent: total === 0 ? 100 : Math.floor((100 * done) / total) };
}
