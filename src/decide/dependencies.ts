import type { Task } from "./tasks.js";

export const isOver = (task: Task): boolean => task.status === "done" || task.status === "skipped";

/** `ready` can start, `waiting` waits for one that can, `lost` waits for a task that does not exist. */
export type Readiness = "over" | "ready" | "waiting" | "blocked" | "lost";

const resolved = new WeakMap<readonly Task[], ReadonlyMap<string, Readiness>>();

/**
 * The readiness of each task if nobody unblocks anything. A cycle can never start, so it counts as blocked. Every rule
 * and every selection asks for it, so it is resolved once for a list.
 */
export function resolveReadiness(tasks: readonly Task[]): ReadonlyMap<string, Readiness> {
  const known = resolved.get(tasks) ?? resolveAll(tasks);
  resolved.set(tasks, known);
  return known;
}

function resolveAll(tasks: readonly Task[]): ReadonlyMap<string, Readiness> {
  const readiness = new Map<string, Readiness>();
  let byId: ReadonlyMap<string, Task> | undefined;
  for (const task of tasks)
    if (isOver(task) && readiness.has(task.id))
      continue; // Another task with this id may still be open.
    else if (task.dependsOn.length === 0) readiness.set(task.id, ownReadiness(task));
    else {
      byId ??= tasksById(tasks);
      settleReadiness(task, byId, readiness);
    }
  return readiness;
}

/** With duplicate ids the later task wins. */
export function tasksById(tasks: readonly Task[]): ReadonlyMap<string, Task> {
  const byId = new Map<string, Task>();
  for (const task of tasks) byId.set(task.id, task);
  return byId;
}

/** Depth first with an explicit stack: a chain of 100,000 dependencies must not overflow the call stack. */
function settleReadiness(start: Task, byId: ReadonlyMap<string, Task>, readiness: Map<string, Readiness>): void {
  const path = new Set<string>();
  const stack: Task[] = [start];
  for (let task = stack.at(-1); task; task = stack.at(-1)) {
    const next = readiness.has(task.id) ? undefined : nextUnsettled(task, byId, readiness, path);
    if (next) {
      path.add(task.id);
      stack.push(next);
      continue;
    }
    if (!readiness.has(task.id)) readiness.set(task.id, readinessFromDependencies(task, byId, readiness));
    path.delete(task.id);
    stack.pop();
  }
}

function nextUnsettled(
  task: Task,
  byId: ReadonlyMap<string, Task>,
  readiness: ReadonlyMap<string, Readiness>,
  path: ReadonlySet<string>,
): Task | undefined {
  if (isOver(task) || task.status === "blocked") return undefined;
  const id = task.dependsOn.find((on) => byId.has(on) && !readiness.has(on) && !path.has(on) && on !== task.id);
  return id === undefined ? undefined : byId.get(id);
}

/** The readiness of a task, ignoring its dependencies. */
function ownReadiness(task: Task): "over" | "blocked" | "ready" {
  if (isOver(task)) return "over";
  return task.status === "blocked" ? "blocked" : "ready";
}

function readinessFromDependencies(
  task: Task,
  byId: ReadonlyMap<string, Task>,
  readiness: ReadonlyMap<string, Readiness>,
): Readiness {
  const alone = ownReadiness(task);
  if (alone !== "ready") return alone;
  const waits = task.dependsOn.map((on): Readiness => (byId.has(on) ? (readiness.get(on) ?? "blocked") : "lost"));
  if (waits.includes("lost")) return "lost";
  if (waits.includes("blocked")) return "blocked";
  return waits.every((state) => state === "over") ? "ready" : "waiting";
}

/** Describes dependencies that are not in the list; at most the first few. */
export function missingDependencies(tasks: readonly Task[], known: { has(id: string): boolean }): readonly string[] {
  const missing: string[] = [];
  for (const task of tasks)
    for (const on of task.dependsOn)
      if (!known.has(on)) missing.push(`${task.id} waits for ${on}, which is not in the list`);
  const more = missing.length - maxListed;
  return more > 0 ? [...missing.slice(0, maxListed), `${more} more`] : missing;
}

const maxListed = 5;

/** Describes the cycles among unfinished tasks; at most the first few. */
export function describeCycles(tasks: readonly Task[]): readonly string[] {
  const visited = new Set<string>();
  const circles: string[] = [];
  let byId: ReadonlyMap<string, Task> | undefined;
  for (const task of tasks) {
    if (circles.length >= maxListed) break;
    if (task.dependsOn.length === 0) continue;
    byId ??= tasksById(tasks);
    followWaits(task, { byId, visited, circles });
  }
  return circles;
}

interface DependencyWalk {
  readonly byId: ReadonlyMap<string, Task>;
  readonly visited: Set<string>;
  readonly circles: string[];
}

/** Depth first from one task; reaching a task on the current path closes a cycle. */
function followWaits(start: Task, { byId, visited, circles }: DependencyWalk): void {
  const path = new Map<string, number>();
  const stack: { readonly task: Task; at: number }[] = [{ task: start, at: 0 }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { task } = top;
    if (top.at === 0) path.set(task.id, stack.length - 1);
    const on = visited.has(task.id) || isOver(task) ? undefined : task.dependsOn[top.at++];
    if (on === undefined) {
      visited.add(task.id);
      path.delete(task.id);
      stack.pop();
      continue;
    }
    const from = path.get(on);
    if (from !== undefined) circles.push(describeCycle(stack.slice(from).map((step) => step.task.id)));
    const next = from === undefined && !visited.has(on) ? byId.get(on) : undefined;
    if (next) stack.push({ task: next, at: 0 });
  }
}

function describeCycle(ids: readonly string[]): string {
  if (ids.length === 1) return `${ids[0]} waits for itself`;
  const shown = ids.length > maxListed ? [...ids.slice(0, maxListed), `${ids.length - maxListed} more`] : ids;
  return [...shown, ids[0]].join(" waits for ");
}

/** Whether a task can be worked on now. */
export const isReady = (tasks: readonly Task[], id: string): boolean =>
  tasks.some((task) => task.id === id && !isOver(task)) && resolveReadiness(tasks).get(id) === "ready";
