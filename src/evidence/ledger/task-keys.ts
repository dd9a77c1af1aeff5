import type { Task } from "../../decide/tasks.js";

/** Identifies a task by title, and by id too if two share a title. A list may be long, and is asked about often. */
export function taskKeys(tasks: readonly Task[]): KeyOf {
  const known = knownKeys.get(tasks) ?? (haveSameTitles(tasks, lastAsked) ? knownKeys.get(lastAsked) : undefined);
  const keyOf = known ?? readKeys(tasks);
  knownKeys.set(tasks, keyOf);
  lastAsked = tasks;
  return keyOf;
}

const haveSameTitles = (a: readonly Task[], b: readonly Task[]): boolean =>
  a.length === b.length && a.every((task, at) => task === b[at] || task.title === b[at]?.title);

function readKeys(tasks: readonly Task[]): KeyOf {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { title } of tasks) (once.has(title) ? twice : once).add(title);
  return ({ id, title }) => (title !== "" && !twice.has(title) ? title : `${id} ${title}`);
}

const knownKeys = new WeakMap<readonly Task[], KeyOf>();

let lastAsked: readonly Task[] = [];

type KeyOf = (task: Task) => string;

/** Made once for a list of keys. */
export function toSet(keys: readonly string[]): ReadonlySet<string> {
  const set = sets.get(keys) ?? new Set(keys);
  sets.set(keys, set);
  return set;
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The list itself if it has them all. */
export const withKeys = (keys: readonly string[], more: readonly string[]): readonly string[] => {
  const known = toSet(keys);
  const added = [...new Set(more)].filter((key) => !known.has(key));
  return added.length === 0 ? keys : [...keys, ...added];
};

/** The list itself if it has none of them. */
export const withoutKeys = (keys: readonly string[], less: ReadonlySet<string>): readonly string[] =>
  keys.some((key) => less.has(key)) ? keys.filter((key) => !less.has(key)) : keys;
