import type { Task } from "../core/tasks.js";
import type { CheckResult } from "../evidence/tests/judge-run.js";
import type { Changes } from "../evidence/workspace/changes.js";
import type { WorkspaceState } from "../evidence/workspace/state.js";
import { emptyList, type ListLedger } from "./list-ledger.js";
import {
  addTurn,
  noWork,
  type OwnedWork,
  seeWork,
  type TaskWork,
  type Visibility,
  withoutReverted,
} from "./task-work.js";

/** All a run has seen of the work, task by task: what a claim is measured by. Plain JSON, kept beside the journal. */
export interface WorkLedger {
  readonly version: 1;
  readonly tasks: Readonly<Record<string, TaskWork>>;
  readonly list: ListLedger;
  /** What each check came to when it ran last. */
  readonly latest: readonly CheckResult[];
  /** Files that the checks have written. */
  readonly generated: readonly string[];
  /** New tests that done tasks were allowed to leave failing, by the check that names them. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  /** The list's text when it was judged last, as a digest: unchanged since, no person has looked at it. */
  readonly listSeen: string | null;
  /** The workspace as it was seen last: what changes until a run is resumed is a person's. */
  readonly seen: WorkspaceState | null;
  /** The turn that is under way: killed in it, the run still knows whose the changes are. */
  readonly turn: OpenTurn | null;
}

export interface OpenTurn {
  readonly key: string;
  readonly before: WorkspaceState;
  readonly tasks: readonly Task[];
}

/** The key of a run without a list, or of an iteration without a task. */
export const wholeRun = "";

export const newLedger = (latest: readonly CheckResult[], generated: readonly string[]): WorkLedger => ({
  version: 1,
  tasks: {},
  list: emptyList,
  latest,
  generated,
  allowed: {},
  listSeen: null,
  seen: null,
  turn: null,
});

/** The ledger with the task begun, if it was not: later claims are compared with how the checks stood then. */
export function beginTask(ledger: WorkLedger, key: string): WorkLedger {
  if (Object.hasOwn(ledger.tasks, key)) return ledger;
  return withTask(ledger, key, { ...noWork, began: ledger.latest });
}

export const workOn = ({ tasks }: WorkLedger, key: string): TaskWork =>
  (Object.hasOwn(tasks, key) ? tasks[key] : undefined) ?? noWork;

const withTask = (ledger: WorkLedger, key: string, work: TaskWork): WorkLedger => ({
  ...ledger,
  tasks: { ...ledger.tasks, [key]: work },
});

/** One turn later: what it changed is the task's. */
export function recordTurn(ledger: WorkLedger, key: string, changes: Changes | null): WorkLedger {
  return changes ? withTask(ledger, key, addTurn(workOn(ledger, key), changes)) : ledger;
}

/** What changed between two turns is a person's: it is nobody's work, and what was put back is nobody's any more. */
export function recordPerson(ledger: WorkLedger, changes: Changes): WorkLedger {
  const tasks = Object.entries(ledger.tasks).map(([key, work]) => [key, withoutReverted(work, changes)] as const);
  return { ...ledger, tasks: Object.fromEntries(tasks) };
}

/** The task is done, and owns what it named. How the checks stood when it began is of no use any more. */
export function finishTask(ledger: WorkLedger, key: string, owns: readonly OwnedWork[]): WorkLedger {
  const work = workOn(ledger, key);
  const left = ledger.latest.map(({ name, failing }) => {
    const before = work.began.find((check) => check.name === name)?.failing ?? [];
    const more = failing.filter((test) => !before.includes(test));
    return [name, [...new Set([...(ledger.allowed[name] ?? []), ...more])]] as const;
  });
  const allowed = { ...ledger.allowed, ...Object.fromEntries(left.filter(([, names]) => names.length > 0)) };
  return { ...withTask(ledger, key, { ...work, began: [], done: true, owns }), allowed };
}

/** What the checks came to now, over what they came to before. */
export function recordChecks(
  ledger: WorkLedger,
  results: readonly CheckResult[],
  generated: readonly string[],
): WorkLedger {
  const names = new Set(results.map(({ name }) => name));
  return { ...ledger, generated, latest: [...ledger.latest.filter(({ name }) => !names.has(name)), ...results] };
}

/** The other tasks that are done. */
export const otherDone = ({ tasks }: WorkLedger, keys: readonly string[]): readonly TaskWork[] =>
  Object.entries(tasks).flatMap(([key, work]) => (work.done && !keys.includes(key) ? [work] : []));

/** Whether the work of a task, with that of its parts, can be seen; without a task, that of the whole run. */
export function seeTask(ledger: WorkLedger, keys: readonly string[]): Visibility {
  const isWhole = keys.length === 1 && keys[0] === wholeRun;
  const works = isWhole ? Object.values(ledger.tasks) : keys.map((key) => workOn(ledger, key));
  return seeWork(works, isWhole ? [] : otherDone(ledger, keys));
}
