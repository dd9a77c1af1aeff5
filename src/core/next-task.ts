import { isOver, type Readiness, resolveReadiness, tasksById } from "./dependencies.js";
import type { Task } from "./tasks.js";

/**
 * The task to work on now, or null where none can be begun: one already begun first, then by priority, then by order.
 * A part comes before the whole it belongs to. An optional task is chosen only where a required one waits for it.
 */
export function nextTask(tasks: readonly Task[]): Task | null {
  const fates = resolveReadiness(tasks);
  // Two tasks may share an id, and then its fate: the one that is done is not handed out for the other.
  const ready = tasks.filter((task) => !isOver(task) && fates.get(task.id) === "ready");
  const required = ready.filter((task) => !task.optional);
  const first = best(required) ?? best(neededBy(tasks, fates).filter((task) => fates.get(task.id) === "ready"));
  return first && firstPart(first, ready);
}

/** All that the required tasks wait for which can still be begun some day. */
function neededBy(tasks: readonly Task[], fates: ReadonlyMap<string, Readiness>): readonly Task[] {
  const byId = tasksById(tasks);
  const needed = new Set(tasks.filter((task) => !task.optional && fates.get(task.id) === "waiting"));
  for (const task of needed)
    for (const id of task.dependsOn) {
      const on = byId.get(id);
      if (on) needed.add(on); // A set hands out what is added to it on the way.
    }
  return [...needed];
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
  const parts = partsByWhole(ready);
  const seen = new Set<string>();
  let task = whole;
  for (;;) {
    seen.add(task.id);
    const part = best(
      (parts.get(task.id) ?? []).filter(({ id, optional }) => !seen.has(id) && (!optional || whole.optional)),
    );
    if (!part) return task;
    task = part;
  }
}

function partsByWhole(tasks: readonly Task[]): ReadonlyMap<string, readonly Task[]> {
  const parts = new Map<string, Task[]>();
  for (const task of tasks) {
    if (task.parent === undefined || task.parent === null) continue;
    const group = parts.get(task.parent);
    if (group) group.push(task);
    else parts.set(task.parent, [task]);
  }
  return parts;
}
