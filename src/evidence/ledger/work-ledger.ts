import type { Proof } from "../../decide/proof.js";
import type { Task } from "../../decide/tasks.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import type { Gathered } from "../gathered.js";
import type { AcceptedTest } from "../proof/original-tests/judge-old-tests.js";
import type { Changes } from "../workspace/changes.js";
import type { WorkspaceState } from "../workspace/workspace-state.js";
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

/** The work of a run by task, against which claims are checked. Plain JSON, saved next to the journal. */
export interface WorkLedger {
  readonly version: 1;
  readonly tasks: Readonly<Record<string, TaskWork>>;
  readonly list: ListLedger;
  /** The last result of each check. */
  readonly latest: readonly CheckResult[];
  /** Files written by the checks. */
  readonly generated: readonly string[];
  /** New tests that done tasks were allowed to leave failing, by check. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  /** Tests that done tasks were allowed to change or to take away, and with them those of the task at hand. */
  readonly acceptedTests?: readonly AcceptedTest[];
  readonly changedTests?: readonly AcceptedTest[];
  /** The digest of the list when it was last judged: if unchanged, no person has edited it. */
  readonly listSeen: string | null;
  /** The last state of the workspace: changes before a resume are a person's. */
  readonly seen: WorkspaceState | null;
  /** The current turn, so that after a kill the run knows which task the changes belong to. */
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

/** Starts the task if needed: later claims are compared with the check results of that moment. */
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

/** As if the task had never begun. */
export function withoutTask(ledger: WorkLedger, key: string): WorkLedger {
  const { [key]: _, ...tasks } = ledger.tasks;
  return { ...ledger, tasks };
}

/** Later tasks may leave these tests failing. */
export function allowFailing(ledger: WorkLedger, failing: Readonly<Record<string, readonly string[]>>): WorkLedger {
  const more = Object.entries(failing).map(
    ([name, tests]) => [name, [...new Set([...(ledger.allowed[name] ?? []), ...tests])]] as const,
  );
  return { ...ledger, allowed: { ...ledger.allowed, ...Object.fromEntries(more) } };
}

/** Adds the changes of a turn to the task. */
export function recordTurn(ledger: WorkLedger, key: string, changes: Changes | null): WorkLedger {
  return changes ? withTask(ledger, key, addTurn(workOn(ledger, key), changes)) : ledger;
}

/** Changes between two turns are a person's: they are not work, and what they revert is no longer work. */
export function recordPerson(ledger: WorkLedger, changes: Changes): WorkLedger {
  const tasks = Object.entries(ledger.tasks).map(([key, work]) => [key, withoutReverted(work, changes)] as const);
  return { ...ledger, tasks: Object.fromEntries(tasks) };
}

/** Marks the task done, with the work it named. The check results from its start are no longer needed. */
export function finishTask(ledger: WorkLedger, key: string, owns: readonly OwnedWork[]): WorkLedger {
  const work = workOn(ledger, key);
  const left = ledger.latest.map(({ name, failing }) => {
    const before = work.began.find((check) => check.name === name)?.failing ?? [];
    const more = failing.filter((test) => !before.includes(test));
    return [name, [...new Set([...(ledger.allowed[name] ?? []), ...more])]] as const;
  });
  const allowed = { ...ledger.allowed, ...Object.fromEntries(left.filter(([, names]) => names.length > 0)) };
  const { changedTests: acceptedTests = ledger.acceptedTests ?? [] } = ledger;
  return { ...withTask(ledger, key, { ...work, began: [], done: true, owns }), allowed, acceptedTests };
}

/** The task's proof is due when the run ends; null: it is made. */
export function deferProof(ledger: WorkLedger, key: string, proof: Proof | null): WorkLedger {
  const { late: _, ...work } = workOn(ledger, key);
  return withTask(ledger, key, proof ? { ...work, late: proof } : work);
}

/** Replaces earlier results of the same checks. */
export function recordChecks(
  ledger: WorkLedger,
  { results, generated, accepted }: Pick<Gathered, "results" | "generated" | "accepted">,
): WorkLedger {
  const names = new Set(results.map(({ name }) => name));
  const latest = [...ledger.latest.filter(({ name }) => !names.has(name)), ...results];
  return { ...ledger, generated, latest, changedTests: accepted };
}

/** The other done tasks. */
export const otherDone = ({ tasks }: WorkLedger, keys: readonly string[]): readonly TaskWork[] =>
  Object.entries(tasks).flatMap(([key, work]) => (work.done && !keys.includes(key) ? [work] : []));

/** Whether the work of a task and its parts is visible; without a task, that of the whole run. */
export function seeTask(ledger: WorkLedger, keys: readonly string[], text: string | null): Visibility {
  const isWhole = keys.length === 1 && keys[0] === wholeRun;
  const works = isWhole ? Object.values(ledger.tasks) : keys.map((key) => workOn(ledger, key));
  return seeWork(works, isWhole ? [] : otherDone(ledger, keys), text);
}
