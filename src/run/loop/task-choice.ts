import { isOver, tasksById } from "../../decide/dependencies.js";
import type { Task } from "../../decide/tasks.js";
import { pairUp } from "../../evidence/ledger/pair-tasks.js";

export interface ChosenTasks {
  /** The list the choice was made from. */
  readonly listed: readonly Task[];
  /** Chosen by name: worked on even where their section is left out. */
  readonly named: ReadonlySet<Task>;
  /** Chosen with the others: worked on unless the list calls them optional. */
  readonly others: ReadonlySet<Task>;
  /** Never worked on, and neither is what waits for them. */
  readonly skipped: ReadonlySet<Task>;
  /** Whether tasks that are added later belong to the run. */
  readonly takesNew: boolean;
}

/** The tasks of a list that a run is about. The others count as optional: they are neither worked on nor owed. */
export class TaskChoice {
  readonly #chosen: ChosenTasks;
  readonly #applied = new WeakMap<readonly Task[], readonly Task[]>();

  constructor(chosen: ChosenTasks) {
    this.#chosen = chosen;
  }

  /** The list with every task that is not chosen as optional. The same list for the same tasks. */
  apply(tasks: readonly Task[]): readonly Task[] {
    const known = this.#applied.get(tasks) ?? this.#apply(tasks);
    this.#applied.set(tasks, known);
    return known;
  }

  #apply(tasks: readonly Task[]): readonly Task[] {
    const { listed, named, others, skipped, takesNew } = this.#chosen;
    const { wasOf } = pairUp(listed, tasks);
    const isIn = (task: Task, set: ReadonlySet<Task>): boolean => {
      const was = wasOf(task);
      return was !== undefined && set.has(was);
    };
    const isNew = (task: Task): boolean => takesNew && wasOf(task) === undefined;
    const lost = dependents(
      tasks,
      tasks.filter((task) => isIn(task, skipped)),
    );
    const left = tasks.filter((task) => lost.has(task.id) || !(isIn(task, named) || isIn(task, others) || isNew(task)));
    const isLeft = new Set(left);
    const wholes = ancestors(
      tasks,
      left.filter((task) => !task.optional && !isOver(task)),
    );
    return tasks.map((task) => {
      if (isLeft.has(task) || wholes.has(task.id)) return task.optional ? task : { ...task, optional: true };
      return isIn(task, named) && task.optional ? { ...task, optional: false } : task;
    });
  }

  /** What a choice means for a list: what is left out of it, and what is worked on although nobody named it. */
  describe(tasks: readonly Task[]): { readonly leftOut: readonly string[]; readonly needed: readonly string[] } {
    const applied = this.apply(tasks);
    const open = tasks.filter((task) => !isOver(task) && !task.optional);
    const byId = tasksById(applied);
    const needed = new Set<string>();
    const queue = applied.filter((task) => !task.optional && !isOver(task));
    for (const { dependsOn } of queue)
      for (const on of dependsOn.flatMap((id) => byId.get(id) ?? []))
        if (on.optional && !isOver(on) && !needed.has(on.id)) {
          needed.add(on.id);
          queue.push(on);
        }
    const isLeftOut = ({ id }: Task): boolean => byId.get(id)?.optional === true && !needed.has(id);
    return { leftOut: open.filter(isLeftOut).map(({ id }) => id), needed: [...needed] };
  }
}

/** Tasks, their parts, and everything open that waits for one of them. */
function dependents(tasks: readonly Task[], from: readonly Task[]): ReadonlySet<string> {
  const found = new Set(from.map(({ id }) => id));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { id, dependsOn, parent } of tasks)
      if (dependsOn.some((on) => found.has(on)) || (parent && found.has(parent))) found.add(id);
  }
  return new Set([...found].filter((id) => tasks.some((task) => task.id === id)));
}

/** What contains one of these tasks cannot be finished without it. */
function ancestors(tasks: readonly Task[], parts: readonly Task[]): ReadonlySet<string> {
  const byId = tasksById(tasks);
  const found = new Set<string>();
  for (const { parent } of parts)
    for (let whole = parent; whole && !found.has(whole); whole = byId.get(whole)?.parent) found.add(whole);
  return found;
}
