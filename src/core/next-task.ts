import { fatesOf, isOver } from "./dependencies.js";
import type { Task } from "./tasks.js";

/**
 * The task to work on now, or null where none can be begun: one already begun first, then by priority, then by order.
 * A part comes before the whole it belongs to. An optional task is chosen only where a required one waits for it.
 */
export function nextTask(tasks: readonly Task[]): Task | null {
  const fates = fatesOf(tasks);
  const ready = tasks.filter((task) => fates.get(task.id) === "ready");
  const required = ready.filter((task) => !task.optional);
  const first = best(required) ?? (tasks.some((task) => !task.optional && !isOver(task)) ? best(ready) : null);
  return first && firstPart(first, ready);
}

function best(ready: readonly Task[]): Task | null {
  let chosen: Task | null = null;
  for (const task of ready) if (chosen === null || comesBefore(task, chosen)) chosen = task;
  return chosen;
}

function comesBefore(a: Task, b: Task): boolean {
  if ((a.status === "doing") !== (b.status === "doing")) return a.status === "doing";
  return (a.priority ?? Number.POSITIVE_INFINITY) < (b.priority ?? Number.POSITIVE_INFINITY);
}

/** Down to the first part that can be begun. Each part is visited once, so parents in a circle end it too. */
function firstPart(whole: Task, ready: readonly Task[]): Task {
  const parts = grouped(ready);
  const seen = new Set<string>();
  let task = whole;
  for (;;) {
    seen.add(task.id);
    const part = best((parts.get(task.id) ?? []).filter(({ id }) => !seen.has(id)));
    if (!part) return task;
    task = part;
  }
}

function grouped(tasks: readonly Task[]): Map<string | null, Task[]> {
  const groups = new Map<string | null, Task[]>();
  for (const task of tasks) {
    const group = groups.get(task.parent ?? null);
    if (group) group.push(task);
    else groups.set(task.parent ?? null, [task]);
  }
  return groups;
}
