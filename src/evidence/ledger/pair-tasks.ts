import type { Task } from "../../decide/tasks.js";
import { findSame } from "../../tasks/same-tasks.js";

/** Which task is which in a list that was edited. Only to be asked about tasks of the two lists. */
export interface Pairs {
  /** What became of a task. */
  get(was: Task): Task | undefined;
  /** What a task was. */
  wasOf(now: Task): Task | undefined;
}

/**
 * By title and id, by title, by an id that is no number, or by a reworded title. Each is found once, so that of two
 * tasks alike none stands for both. Where the lists begin and end with the same objects, nothing was edited.
 */
export function pairUp(before: readonly Task[], after: readonly Task[]): Pairs {
  const { start, end } = findSame(before, after);
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  const pairs = pairEdited(old, now);
  const reversed = new Map([...pairs].map(([was, is]) => [is, was]));
  const [isOld, isNew] = [new Set(old), new Set(now)];
  return {
    get: (was) => (isOld.has(was) ? pairs.get(was) : was),
    wasOf: (is) => (isNew.has(is) ? reversed.get(is) : is),
  };
}

function pairEdited(before: readonly Task[], after: readonly Task[]): ReadonlyMap<Task, Task> {
  const pairs = new Map<Task, Task>();
  const taken = new Set<Task>();
  const pairBy = (keyOf: (task: Task) => string | null): void => {
    const free = groupBy(
      after.filter((task) => !taken.has(task)),
      keyOf,
    );
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

const maxComparisons = 100_000;

function pairReworded(
  before: readonly Task[],
  after: readonly Task[],
  { pairs, taken }: { readonly pairs: Map<Task, Task>; readonly taken: Set<Task> },
): void {
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
export function findAgain(was: Task, after: readonly Task[]): Task | null {
  const same = after.find(({ id, title }) => id === was.id && title === was.title);
  return same ?? pairUp([was], after).get(was) ?? null;
}
