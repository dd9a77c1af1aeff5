import type { Task } from "../decide/tasks.js";

/**
 * The tasks, with those that read as before as the same objects, and the same list if all do: so two readings of a long
 * list are compared by identity, and one is held in memory.
 */
export function reuseTasks(before: readonly Task[], now: readonly Task[]): readonly Task[] {
  let isSame = before.length === now.length;
  const tasks = now.map((task, at) => {
    const was = before[at];
    if (was && (was === task || readsAlike(was, task))) return was;
    isSame = false;
    return task;
  });
  return isSame ? before : tasks;
}

function readsAlike(a: Task, b: Task): boolean {
  return (
    a.id === b.id &&
    a.title === b.title &&
    a.status === b.status &&
    a.line === b.line &&
    a.optional === b.optional &&
    a.kind === b.kind &&
    a.priority === b.priority &&
    a.parent === b.parent &&
    a.isGroup === b.isGroup &&
    a.reason === b.reason &&
    a.marks?.done === b.marks?.done &&
    a.marks?.total === b.marks?.total &&
    sameTexts(a.dependsOn, b.dependsOn) &&
    sameTexts(a.acceptance, b.acceptance) &&
    sameTexts(a.below ?? [], b.below ?? [])
  );
}

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);

/** How many tasks are the same at the start of both lists, and at the end. */
export function findSame(
  before: readonly Task[],
  after: readonly Task[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, end };
}
