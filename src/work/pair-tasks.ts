import type { Task } from "../core/tasks.js";

/**
 * Which task is which in a list that was edited: by title and id, by title, by an id that is no number, or by a reworded
 * title. Each is found once, so that of two tasks alike none stands for both.
 */
export function pairUp(before: readonly Task[], after: readonly Task[]): ReadonlyMap<Task, Task> {
  const pairs = new Map<Task, Task>();
  const taken = new Set<Task>();
  pairSame(before, after, { pairs, taken });
  if (pairs.size === before.length) return pairs;
  const pairBy = (keyOf: (task: Task) => string | null): void => {
    const free = groupBy(
      after.filter((task) => !taken.has(task)),
      keyOf,
    );
    if (free.size === 0) return;
    for (const was of before) {
      const key = pairs.has(was) ? null : keyOf(was);
      const now = key === null ? undefined : free.get(key)?.shift();
      if (now) {
        pairs.set(was, now);
        taken.add(now);
      }
    }
  };
  pairBy(({ id, title }) => `${id}\n${title}`);
  pairBy(({ title }) => title);
  pairBy(({ id }) => (/^\d+$/.test(id) ? null : id));
  pairReworded(before, after, { pairs, taken });
  return pairs;
}

interface Paired {
  readonly pairs: Map<Task, Task>;
  readonly taken: Set<Task>;
}

/** Tasks that were not edited are the same objects, in order, but for those taken off or put in between. */
function pairSame(before: readonly Task[], after: readonly Task[], { pairs, taken }: Paired): void {
  const unpaired = new Set(before);
  for (const task of after)
    if (unpaired.delete(task)) {
      pairs.set(task, task);
      taken.add(task);
    }
}

const maxComparisons = 100_000;

function pairReworded(before: readonly Task[], after: readonly Task[], { pairs, taken }: Paired): void {
  const missing = before.filter((was) => !pairs.has(was));
  const free = missing.length === 0 ? [] : after.filter((task) => !taken.has(task));
  if (missing.length * free.length > maxComparisons) return;
  for (const was of missing) {
    const now = free.find((task) => !taken.has(task) && isReworded(was.title, task.title));
    if (!now) continue;
    pairs.set(was, now);
    taken.add(now);
  }
}

function groupBy(tasks: readonly Task[], keyOf: (task: Task) => string | null): Map<string, Task[]> {
  const groups = new Map<string, Task[]>();
  for (const task of tasks) {
    const key = keyOf(task);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(task);
    else groups.set(key, [task]);
  }
  return groups;
}

/** More than half of the words are the same. */
function isReworded(was: string, now: string): boolean {
  const old = wordsIn(was);
  const both = wordsIn(now).filter((word) => old.includes(word)).length;
  return both > 0 && both * 2 > Math.min(old.length, wordsIn(now).length);
}

const wordsIn = (title: string): readonly string[] => title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** Finds a task in a list that was edited since: added or removed lines change its number. */
export const findAgain = (was: Task, after: readonly Task[]): Task | null => pairUp([was], after).get(was) ?? null;
