import type { SetAside } from "../decide/decision.js";
import { describeCycles, missingDependencies } from "../decide/dependencies.js";
import type { Task, TaskStatus } from "../decide/tasks.js";
import { leftOutSections } from "../tasks/left-out-sections.js";
import { mayChangeNothing } from "../tasks/lint-task.js";
import type { ListProblem } from "../tasks/markdown/found.js";
import { describeUnusable, type Listing, type Unusable } from "../tasks/tracker.js";

export type TaskFacts = ReturnType<typeof collectFacts>;

/** The JSON output of a list: every task and every box counted, total = done + left + blocked + skipped. */
export function collectFacts(file: string, listing: Exclude<Listing, Unusable>, aside: readonly SetAside[] = []) {
  const tasks = listing.is === "tasks" ? listing.tasks : [];
  const { done, todo, doing, blocked, skipped } = countMarks(tasks);
  const left = todo + doing;
  return {
    file,
    format: listing.is === "tasks" ? listing.format : null,
    total: done + left + blocked + skipped,
    done,
    left,
    blocked,
    skipped,
    setAside: aside
      .filter(({ task }) => tasks.some(({ id, status }) => id === task && status !== "done"))
      .map(({ task, outcome, reason, parked }) => ({ task, outcome, reason, parked: parked ?? null })),
    tasks: tasks.map(printed),
    leftOut: leftOutSections(listing),
    problems: findProblems(listing),
  };
}

/** What could not be read, and dead-end dependencies. */
export function findProblems(listing: Exclude<Listing, Unusable>): readonly ListProblem[] {
  return listing.is === "tasks" ? [...listing.problems, ...deadEnds(listing.tasks)] : [];
}

/** Also warns of tasks whose completion cannot be shown. */
export function lintTasks(listing: Exclude<Listing, Unusable>): readonly ListProblem[] {
  return listing.is === "tasks" ? [...findProblems(listing), ...listing.tasks.flatMap(hintAt)] : [];
}

/** The same shape for an unusable list: nothing counted, and why. */
export function unusableFacts(file: string, listing: Unusable) {
  const none = {
    file,
    format: null,
    total: 0,
    done: 0,
    left: 0,
    blocked: 0,
    skipped: 0,
    setAside: [],
    tasks: [],
    leftOut: [],
  };
  return {
    ...none,
    problems: [{ line: listing.line ?? 0, message: listing.why }],
    unusable: describeUnusable(listing),
  };
}

/** Counts each task once, or each of its marks if the checkboxes of its criteria are counted. */
function countMarks(tasks: readonly Task[]): Readonly<Record<TaskStatus, number>> {
  const count = { todo: 0, doing: 0, done: 0, blocked: 0, skipped: 0 };
  for (const { status, marks } of tasks) {
    count[status] += marks ? marks.total - marks.done : 1;
    count.done += marks?.done ?? 0;
  }
  return count;
}

function hintAt(task: Task): readonly ListProblem[] {
  const { title, status, kind, acceptance, line } = task;
  const isVerified = [title, ...acceptance].some((text) => /\bverify:/i.test(text));
  if (status === "done" || status === "skipped" || kind === "action" || isVerified || !mayChangeNothing(task))
    return [];
  const message = `"${title}" may change no file, so nothing will show that it is done: add (verify: COMMAND), or write it as "action: …"`;
  return [{ line: line ?? 0, message }];
}

function printed({ id, title, status, optional, line, dependsOn, acceptance, kind, priority, parent, reason }: Task) {
  const more = { kind, priority: priority ?? null, parent: parent ?? null, reason: reason ?? null };
  return { id, title, status, optional, line, dependsOn, acceptance, ...more };
}

/** Missing dependencies and cycles. */
function deadEnds(tasks: readonly Task[]): readonly ListProblem[] {
  const known = new Set(tasks.map(({ id }) => id));
  return [...missingDependencies(tasks, known), ...describeCycles(tasks)].map((message) => ({ line: 0, message }));
}
