import type { FleetRepository } from "./terms.js";

/**
 * Repositories that cannot be part of the same submission as one before them: their tasks would share a branch. Two lists
 * of one repository can, if no task is in both.
 */
export function findRepeated(repositories: readonly FleetRepository[]): ReadonlyMap<FleetRepository, string> {
  const repeated = new Map<FleetRepository, string>();
  const taken = new Map<string, { readonly lists: Set<string>; readonly tasks: Set<string> }>();
  for (const repository of repositories) {
    const { url, list, tasks } = repository;
    const known = taken.get(url) ?? { lists: new Set(), tasks: new Set() };
    taken.set(url, known);
    const shared = tasks.find(({ id }) => known.tasks.has(id));
    if (known.lists.has(list)) repeated.set(repository, `it is named twice with the list ${list}`);
    else if (shared)
      repeated.set(repository, `task ${shared.id} is in two of its lists: submit them one after the other`);
    else for (const { id } of tasks) known.tasks.add(id);
    if (!repeated.has(repository)) known.lists.add(list);
  }
  return repeated;
}
