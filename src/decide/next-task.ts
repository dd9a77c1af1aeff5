import { isOver, type Readiness, resolveReadiness, tasksById } from "./dependencies.js";
import type { Task } from "./tasks.js";

const chosen = new WeakMap<readonly Task[], Task | null>();

/** The task to work on now, or null if none can start. Chosen once for a list, which may be long. */
export function nextTask(tasks: readonly Task[]): Task | null {
  const known = chosen.get(tasks);
  const next = known === undefined ? chooseNext(tasks) : known;
  chosen.set(tasks, next);
  return next;
}

/**
 * Started ones first, then by priority, then by order. A part comes
 * before the whole it belongs to. An optional task is chosen only if a required one waits for it.
 */
function chooseNext(tasks: readonly Task[]): Task | null {
  const readiness = resolveReadiness(tasks);
  // Duplicate ids share their readiness: never hand out the done one for the other.
  const ready = tasks.filter((task) => !isOver(task) && readiness.get(task.id) === "ready");
  const required = ready.filter((task) => !task.optional);
  const first = best(required) ?? best(neededBy(tasks, readiness).filter((task) => readiness.get(task.id) === "ready"));
  return first && firstPart(first, ready);
}

/** Everything the required tasks wait for that can still become ready. */
function neededBy(tasks: readonly Task[], readiness: ReadonlyMap<string, Readiness>): readonly Task[] {
  const byId = tasksById(tasks);
  const needed = new Set(tasks.filter((task) => !task.optional && readiness.get(task.id) === "waiting"));
  for (const task of needed)
    for (const id of task.dependsOn) {
      const on = byId.get(id);
      if (on) needed.add(on); // Iterating a set includes elements added on the way.
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

/** Descends to the first part that can start. Each part is visited once, so a cycle of parents ends too. */
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
