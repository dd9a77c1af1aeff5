import type { ClaimScope } from "./agent-report.js";
import { describeCycles, isOver, missingDependencies, resolveReadiness, tasksById } from "./dependencies.js";
import { maxNamed } from "./describe-not-done.js";

export type TaskStatus = "todo" | "doing" | "done" | "blocked" | "skipped";

export interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly optional: boolean;
  readonly line: number | null;
  readonly dependsOn: readonly string[];
  readonly acceptance: readonly string[];
  /** What stands below it in the list beside its criteria, line by line; absent if nothing does. */
  readonly below?: readonly string[];
  readonly kind: string | null;
  /** Lower comes first; absent or null comes last. */
  readonly priority?: number | null;
  /** The task this one is a part of. */
  readonly parent?: string | null;
  /** It has parts and no text beside its title: it is what its parts are, and needs no work of its own. */
  readonly isGroup?: true;
  /** Why it is blocked, as written in the list. */
  readonly reason?: string | null;
  /** Where its criteria have boxes of their own: how many marks there are with its own, and how many say done. */
  readonly marks?: { readonly done: number; readonly total: number };
}

/**
 * Which task the iteration worked on. `unknown`: the caller did not say; `none`: the tracker could not select one. `id`
 * is the caller's name for it, `inList` the list's own if that differs ("T2" for the second task of a list without
 * ids).
 */
export type Selection =
  | { readonly is: "unknown" }
  | { readonly is: "none" }
  | { readonly is: "task"; readonly id: string; readonly inList?: string };

/** A task list as read: not requested, unusable, or its tasks. */
export type KnownTasks =
  | { readonly is: "not-asked" }
  | { readonly is: "unusable"; readonly why: string }
  | { readonly is: "tasks"; readonly tasks: readonly Task[] };

/** Finds a task by id, or as "T2", "task 2" or "#2" if the list has no ids of its own. */
export function selectTaskById(task: string | null | undefined, tasks: readonly Task[]): Selection {
  if (task === undefined) return { is: "unknown" };
  if (task === null) return { is: "none" };
  const inList = tasks.some((entry) => entry.id === task) ? undefined : byPosition(task, tasks);
  return inList === undefined ? { is: "task", id: task } : { is: "task", id: task, inList };
}

function byPosition(task: string, tasks: readonly Task[]): string | undefined {
  const position = /^(?:t|task|story|#)?[ -]?0*(\d+)$/i.exec(task)?.[1];
  return position ? tasks.find((entry) => entry.id === position)?.id : undefined;
}

/**
 * A task list as the rules see it: without optional tasks, and with dependencies resolved in advance, so that a
 * decision costs the same for ten tasks and for a hundred thousand.
 */
export type TaskView =
  | { readonly is: "not-asked" }
  | { readonly is: "unusable"; readonly why: string }
  | {
      readonly is: "list";
      readonly total: number;
      readonly done: number;
      readonly skipped: number;
      readonly blocked: number;
      readonly left: number;
      /** Not done, apart from the selected one. */
      readonly othersNotDone: number;
      readonly selectedStatus: TaskStatus | null;
      /** Tasks that can start now. */
      readonly selectable: number;
      /** Tasks that can start without the selected one: they neither wait for it nor contain it. */
      readonly others: number;
      /**
       * Every unfinished task is set aside, blocked, or waits for or contains such a task; at least one is set aside.
       */
      readonly onlySetAside: boolean;
      /** Every unfinished task is blocked, waits for a blocked one, or is part of a cycle. */
      readonly allBlocked: boolean;
      /** Dependencies that are not in the list, as "T2 waits for T9". */
      readonly missing: readonly string[];
      /** Tasks that wait for each other, as "T1 waits for T2, which waits for T1". */
      readonly circles?: readonly string[];
      /** The first few unfinished tasks, for messages. */
      readonly notDone: readonly { readonly id: string; readonly title: string; readonly selected: boolean }[];
    };

export type TaskList = Extract<TaskView, { is: "list" }>;

/** Computes what the rules need to know about a list. */
export function viewTasks(tasks: readonly Task[], selection: Selection, aside: readonly string[] = []): TaskView {
  if (tasks.length === 0) return { is: "unusable", why: "the task list holds no task" };
  const count = { todo: 0, doing: 0, done: 0, blocked: 0, skipped: 0 };
  const notDone: Task[] = [];
  for (const task of tasks) {
    if (task.optional) continue;
    count[task.status]++;
    if (!isOver(task)) notDone.push(task);
  }
  const selected = selection.is === "task" ? (selection.inList ?? selection.id) : undefined;
  const open = withoutSetAside(tasks, aside);
  const readiness = resolveReadiness(open);
  const isStuck = notDone.length > 0 && notDone.every((task) => readiness.get(task.id) === "blocked");
  const onlySetAside = isStuck && notDone.some(({ id }) => aside.includes(id));
  const allBlocked = isStuck && !onlySetAside;
  const circles = allBlocked ? describeCycles(tasks) : [];
  return {
    is: "list",
    total: count.todo + count.doing + count.done + count.blocked + count.skipped,
    done: count.done,
    skipped: count.skipped,
    blocked: count.blocked,
    left: count.todo + count.doing,
    // At most one: with a duplicate id, finishing one task does not finish the other.
    othersNotDone: notDone.length - (notDone.some((task) => task.id === selected) ? 1 : 0),
    selectedStatus: tasks.find((task) => task.id === selected)?.status ?? null,
    // A required task may wait for an optional one, so that can be worked on too.
    selectable: countReady(open).all,
    others: countOthers(open, selected),
    onlySetAside,
    allBlocked,
    missing: missingDependencies(notDone, readiness),
    ...(circles.length > 0 ? { circles } : {}),
    notDone: notDone
      .slice(0, maxNamed + 1)
      .map(({ id, title }) => ({ id, title: cutTitle(title), selected: id === selected })),
  };
}

/** Done out of total, without optional tasks. */
export function countDone(tasks: readonly Task[]): { readonly done: number; readonly total: number } {
  const required = tasks.filter(({ optional }) => !optional);
  return { done: required.filter(({ status }) => status === "done").length, total: required.length };
}

/** Required, and neither done, skipped nor blocked. */
export const isLeft = ({ status, optional }: Task): boolean => !optional && (status === "todo" || status === "doing");

/** Marks tasks that are set aside, and tasks that contain one, as blocked. */
export function withoutSetAside(tasks: readonly Task[], aside: readonly string[]): readonly Task[] {
  if (aside.length === 0) return tasks;
  const closed = new Set(aside.flatMap((id) => [id, ...listAncestors(id, tasks)]));
  return tasks.map((task) => (closed.has(task.id) && !isOver(task) ? { ...task, status: "blocked" } : task));
}

/** The tasks that contain a task, nearest first. */
function listAncestors(id: string, tasks: readonly Task[]): readonly string[] {
  if (!tasks.findLast((task) => task.id === id)?.parent) return [];
  const byId = tasksById(tasks);
  const wholes: string[] = [];
  for (let whole = byId.get(id)?.parent; whole && !wholes.includes(whole); whole = byId.get(whole)?.parent)
    wholes.push(whole);
  return wholes;
}

function countOthers(tasks: readonly Task[], selected: string | undefined): number {
  if (selected === undefined) return 0;
  const own = new Set([selected, ...listAncestors(selected, tasks)]);
  const readiness = resolveReadiness(tasks);
  const ready = tasks.filter(({ id, optional }) => own.has(id) && !optional && readiness.get(id) === "ready");
  return countReady(tasks).required - ready.length;
}

interface ReadyCount {
  readonly all: number;
  readonly required: number;
}

const readyCounts = new WeakMap<readonly Task[], ReadyCount>();

/** How many tasks can start. Counted once for a list. */
function countReady(tasks: readonly Task[]): ReadyCount {
  const known = readyCounts.get(tasks);
  if (known) return known;
  const readiness = resolveReadiness(tasks);
  const ready = tasks.filter(({ id }) => readiness.get(id) === "ready");
  const count = { all: ready.length, required: ready.filter(({ optional }) => !optional).length };
  readyCounts.set(tasks, count);
  return count;
}

/** Whether claims are about the selected task, the run, or all that was given without a list. */
export const claimScope = (selection: Selection, tasks: { readonly is: (KnownTasks | TaskView)["is"] }): ClaimScope =>
  selection.is === "task" ? "task" : tasks.is === "not-asked" ? "unit" : "run";

const maxTitle = 80;

/** A title that is cut says so. */
const cutTitle = (title: string): string =>
  title.length > maxTitle ? `${title.slice(0, maxTitle - 1).replace(/[\ud800-\udbff]$/, "")}…` : title;
