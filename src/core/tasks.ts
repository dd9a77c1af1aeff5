export type TaskStatus = "todo" | "doing" | "done" | "blocked" | "skipped";

export interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly optional: boolean;
  readonly line: number | null;
  readonly dependsOn: readonly string[];
  readonly acceptance: readonly string[];
  readonly kind: string | null;
}

/**
 * Which task the iteration worked on. `unknown`: nobody told; `none`: the tracker could not select one. `id` is the
 * caller's word for it, `inList` the list's own where that differs ("T2" for the second of a list without ids).
 */
export type Selection =
  | { readonly is: "unknown" }
  | { readonly is: "none" }
  | { readonly is: "task"; readonly id: string; readonly inList?: string };

/**
 * A task list as the rules see it: optional tasks are left out, and what hangs on dependencies is worked out,
 * so that a decision costs the same for ten tasks and for a hundred thousand.
 */
export type TaskView =
  | { readonly is: "not-asked" }
  | { readonly is: "unusable"; readonly why: string }
  | {
      readonly is: "list";
      readonly total: number;
      readonly done: number;
      readonly skipped: number;
      readonly blocked: number;
      readonly left: number;
      /** Not done, apart from the selected one. */
      readonly othersNotDone: number;
      readonly selectedStatus: TaskStatus | null;
      /** Tasks that an agent could begin now. */
      readonly selectable: number;
      /** Every task not done is blocked, waits for a blocked one, or waits in a circle. */
      readonly allBlocked: boolean;
      /** Tasks that wait for something that is not in the list, as "T2 waits for T9". */
      readonly missing: readonly string[];
      /** The first few that are not done, for people. */
      readonly notDone: readonly { readonly id: string; readonly title: string; readonly selected: boolean }[];
    };

export type TaskList = Extract<TaskView, { is: "list" }>;

/** Works out what the rules need to know of a list. */
export function viewTasks(tasks: readonly Task[], selection: Selection): TaskView {
  if (tasks.length === 0) return { is: "unusable", why: "the task list holds no task" };
  const count = { todo: 0, doing: 0, done: 0, blocked: 0, skipped: 0 };
  const notDone: Task[] = [];
  for (const task of tasks) {
    if (task.optional) continue;
    count[task.status]++;
    if (!isOver(task)) notDone.push(task);
  }
  const selected = selection.is === "task" ? (selection.inList ?? selection.id) : undefined;
  const fates = fatesOf(tasks);
  return {
    is: "list",
    total: count.todo + count.doing + count.done + count.blocked + count.skipped,
    done: count.done,
    skipped: count.skipped,
    blocked: count.blocked,
    left: count.todo + count.doing,
    // At most one: two tasks that share an id are not both finished by finishing one.
    othersNotDone: notDone.length - (notDone.some((task) => task.id === selected) ? 1 : 0),
    selectedStatus: tasks.find((task) => task.id === selected)?.status ?? null,
    // An optional task may be what a required one waits for, so it can be worked on too.
    selectable: tasks.filter((task) => fates.get(task.id) === "ready").length,
    allBlocked: notDone.length > 0 && notDone.every((task) => fates.get(task.id) === "blocked"),
    missing: missingDependencies(notDone, tasks),
    notDone: notDone
      .slice(0, mostNamed + 1)
      .map(({ id, title }) => ({ id, title: title.slice(0, 80), selected: id === selected })),
  };
}

const mostNamed = 5;

/** "2 of 3 tasks not done: T2 (Print totals), T3", without the one just finished. */
export function tellNotDone(tasks: TaskList, justDone: string | null = null): string {
  const count = justDone === null ? tasks.left + tasks.blocked : tasks.othersNotDone;
  const named = tasks.notDone.filter(({ selected }) => justDone === null || !selected).slice(0, mostNamed);
  const names = named.map(({ id, title }) => (title && title !== id ? `${id} (${title})` : id));
  const more = count > named.length ? [`${count - named.length} more`] : [];
  return `${count} of ${tasks.total} tasks not done: ${[...names, ...more].join(", ")}`;
}

const isOver = (task: Task): boolean => task.status === "done" || task.status === "skipped";

/** `ready` can be begun, `waiting` waits for one that can, `lost` waits for a task that does not exist. */
type Fate = "over" | "ready" | "waiting" | "blocked" | "lost";

/** What becomes of each task if nobody unblocks anything. A circle can never be begun, so it counts as blocked. */
function fatesOf(tasks: readonly Task[]): Map<string, Fate> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const fates = new Map<string, Fate>();
  for (const task of tasks) settleFate(task, byId, fates);
  return fates;
}

/** Depth first with a stack of its own: a chain of 100,000 dependencies must not overflow ours. */
function settleFate(start: Task, byId: ReadonlyMap<string, Task>, fates: Map<string, Fate>): void {
  if (start.dependsOn.length === 0) {
    if (!fates.has(start.id)) fates.set(start.id, fateOf(start, byId, fates));
    return;
  }
  const path = new Set<string>();
  const stack: Task[] = [start];
  for (let task = stack.at(-1); task; task = stack.at(-1)) {
    const next = fates.has(task.id) ? undefined : nextUnsettled(task, byId, fates, path);
    if (next) {
      path.add(task.id);
      stack.push(next);
      continue;
    }
    if (!fates.has(task.id)) fates.set(task.id, fateOf(task, byId, fates));
    path.delete(task.id);
    stack.pop();
  }
}

function nextUnsettled(
  task: Task,
  byId: ReadonlyMap<string, Task>,
  fates: ReadonlyMap<string, Fate>,
  path: ReadonlySet<string>,
): Task | undefined {
  if (isOver(task) || task.status === "blocked") return undefined;
  const id = task.dependsOn.find((on) => byId.has(on) && !fates.has(on) && !path.has(on) && on !== task.id);
  return id === undefined ? undefined : byId.get(id);
}

function fateOf(task: Task, byId: ReadonlyMap<string, Task>, fates: ReadonlyMap<string, Fate>): Fate {
  if (isOver(task)) return "over";
  if (task.status === "blocked") return "blocked";
  const waits = task.dependsOn.map((on): Fate => (byId.has(on) ? (fates.get(on) ?? "blocked") : "lost"));
  if (waits.includes("lost")) return "lost";
  if (waits.includes("blocked")) return "blocked";
  return waits.every((fate) => fate === "over") ? "ready" : "waiting";
}

function missingDependencies(notDone: readonly Task[], tasks: readonly Task[]): readonly string[] {
  if (notDone.every(({ dependsOn }) => dependsOn.length === 0)) return [];
  const known = new Set(tasks.map((task) => task.id));
  return notDone.flatMap((task) =>
    task.dependsOn.filter((on) => !known.has(on)).map((on) => `${task.id} waits for ${on}, which is not in the list`),
  );
}
