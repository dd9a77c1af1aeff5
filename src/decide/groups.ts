import { isOver } from "./dependencies.js";
import type { Task } from "./tasks.js";

/** A group that a turn can finish, by finishing parts of it. */
export interface OpenGroup {
  readonly id: string;
  /** Its parts that are not over. */
  readonly open: readonly string[];
  /** Every part that was done in this run is proved. */
  readonly verified: boolean;
}

/** The list itself where no group is finished by its parts. */
export function withGroups(tasks: readonly Task[]): readonly Task[] {
  if (!tasks.some(({ isGroup, status }) => isGroup && isOpen(status))) return tasks;
  const parts = partsByGroup(tasks);
  const status = new Map<Task, Task["status"]>();
  const statusOf = (task: Task): Task["status"] => status.get(task) ?? task.status;
  // A whole stands before its parts, so that the innermost group is settled first.
  for (const task of tasks.toReversed()) {
    if (!task.isGroup || !isOpen(task.status) || waits(task, tasks)) continue;
    const required = (parts.get(task.id) ?? []).filter(({ optional }) => !optional).map(statusOf);
    if (required.length > 0 && required.every((each) => each === "done" || each === "skipped"))
      status.set(task, required.includes("done") ? "done" : "skipped");
  }
  return status.size === 0
    ? tasks
    : tasks.map((task) => (status.has(task) ? { ...task, status: statusOf(task) } : task));
}

const isOpen = (status: Task["status"]): boolean => status === "todo" || status === "doing";

const waits = ({ dependsOn }: Task, tasks: readonly Task[]): boolean =>
  dependsOn.length > 0 && dependsOn.some((on) => !tasks.some((task) => task.id === on && isOver(task)));

/** The parts of every group. A part of nothing but itself is none. */
function partsByGroup(tasks: readonly Task[]): ReadonlyMap<string, readonly Task[]> {
  const parts = new Map<string, Task[]>();
  for (const task of tasks) {
    if (!task.parent || task.parent === task.id) continue;
    const group = parts.get(task.parent);
    if (group) group.push(task);
    else parts.set(task.parent, [task]);
  }
  return parts;
}

/** More open parts than a turn will finish. */
const maxOpen = 20;

/** The groups that these tasks are parts of, the innermost first. `unproven`: tasks done in the run that nothing proves. */
export function openGroups(
  tasks: readonly Task[],
  of: readonly string[],
  unproven: readonly string[],
): readonly OpenGroup[] {
  if (!tasks.some(({ isGroup }) => isGroup)) return [];
  const parts = partsByGroup(tasks);
  const groups = new Map<string, OpenGroup>();
  for (const id of of)
    for (const group of listGroupsAround(id, tasks)) {
      const required = (parts.get(group.id) ?? []).filter(({ optional }) => !optional);
      const open = required.filter((part) => !isOver(part)).map((part) => part.id);
      const verified = !required.some((part) => unproven.includes(part.id));
      if (open.length > 0 && open.length <= maxOpen && !waits(group, tasks))
        groups.set(group.id, { id: group.id, open, verified });
    }
  return [...groups.values()];
}

/** A whole with text of its own ends the row: it has work of its own. */
function listGroupsAround(id: string, tasks: readonly Task[]): readonly Task[] {
  const around: Task[] = [];
  let parent = tasks.findLast((task) => task.id === id)?.parent;
  for (;;) {
    const whole = parent ? tasks.findLast((task) => task.id === parent) : undefined;
    // One that the run is not about is not finished by it, either.
    if (!whole?.isGroup || whole.optional || !isOpen(whole.status) || around.includes(whole)) return around;
    around.push(whole);
    parent = whole.parent;
  }
}

/** The groups that are finished with these tasks, and whether all that was done in them is proved. */
export function finishGroups(
  groups: readonly OpenGroup[],
  done: readonly { readonly id: string; readonly verified: boolean }[],
): readonly { readonly id: string; readonly verified: boolean }[] {
  const over = new Map(done.map(({ id, verified }) => [id, verified]));
  const finished: { id: string; verified: boolean }[] = [];
  for (const { id, open, verified } of groups) {
    if (over.has(id) || !open.every((part) => over.has(part))) continue;
    const entry = { id, verified: verified && open.every((part) => over.get(part)) };
    over.set(id, entry.verified);
    finished.push(entry);
  }
  return finished;
}
