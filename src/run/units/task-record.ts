import { resolvePolicy } from "../../decide/policies/policies.js";
import type { Task } from "../../decide/tasks.js";
import { isUnusable } from "../../decide/transcript.js";
import { emptyRunState } from "../../store/current-run.js";
import type { DecisionRecord, UnitResult } from "../../store/record.js";
import { judge } from "../judge/judge.js";
import { nothingSpent } from "../judge/spent.js";
import { aboutUnit, type UnitVerdict } from "../parallel/about-unit.js";
import { asUnit } from "../parallel/unit-journal.js";

/** A decision of the loop of one task as the journal of all tasks has it. */
export function asTaskRecord(record: DecisionRecord, { run, task }: { run: string; task: string }): DecisionRecord {
  return { ...(record.about === undefined ? { ...asUnit(record), unit: task } : record), run };
}

export interface TaskEnding {
  readonly run: string;
  readonly tasks: readonly Pick<Task, "id" | "title">[];
  readonly about: UnitResult;
  readonly verdict: UnitVerdict;
  /** The last decision about it; null if there was none, such as for a task that was cancelled before it began. */
  readonly last: DecisionRecord | null;
  readonly now: number;
}

/** What became of a task that no loop decides about any more, as the journal of all tasks has it. */
export function recordTaskEnd({ run, tasks: named, about, verdict, last, now }: TaskEnding): DecisionRecord {
  const tasks = named.map(asTask);
  const record = last ?? beforeAnyTurn(run, tasks, now);
  return { version: 1, n: 0, ...aboutUnit(record, about, verdict, { runState: emptyRunState, tasks, now }), run };
}

const asTask = (task: Pick<Task, "id" | "title">): Task => ({
  ...{ status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
  ...task,
});

/** Where nobody has decided about a task yet, this is what was known of it: that it is in the list. */
function beforeAnyTurn(run: string, tasks: readonly Task[], now: number): DecisionRecord {
  const known = {
    ...{ report: null, spent: nothingSpent, evidence: [], facts: {}, response: null, feedback: [], warnings: [] },
    ...{ forceComplete: false, interrupted: false },
  };
  const { record } = judge(
    emptyRunState,
    { ...known, tasks: { is: "tasks", tasks }, task: tasks[0]?.id ?? null },
    { policy: resolvePolicy("standard"), spec: "standard", settings: {}, origins: {}, run, now },
  );
  return { version: 1, n: 0, ...record };
}

/** Why the agent of this machine cannot work at all, which says nothing of the task. Null if that did not end it. */
export function findUnusableAgent({ decision, observation }: DecisionRecord): string | null {
  const failure = observation.turn?.report.failure;
  return decision.rule === "agent-unusable" && failure && isUnusable(failure.kind) ? decision.reason : null;
}
