import { isOver } from "../../decide/dependencies.js";
import type { Task } from "../../decide/tasks.js";

/** Whether no two of the open tasks can be worked on at once, because each waits for another. */
export function isChain(tasks: readonly Task[]): boolean {
  const open = new Map(tasks.filter((task) => !isOver(task) && !task.optional).map((task) => [task.id, task]));
  const waiting = new Map(
    [...open].map(([id, { dependsOn }]) => [id, new Set(dependsOn.filter((on) => open.has(on)))]),
  );
  const dependents = groupByDependency(waiting);
  let ready = [...waiting.keys()].filter((id) => waiting.get(id)?.size === 0);
  while (ready.length === 1) {
    const [next = ""] = ready;
    ready = (dependents.get(next) ?? []).filter((id) => waiting.get(id)?.delete(next) && waiting.get(id)?.size === 0);
  }
  return open.size > 1 && ready.length === 0;
}

function groupByDependency(waiting: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [id, needs] of waiting) for (const on of needs) groups.set(on, [...(groups.get(on) ?? []), id]);
  return groups;
}
