import { isOver } from "../../decide/dependencies.js";
import { withGroups } from "../../decide/groups.js";
import { nextTask } from "../../decide/next-task.js";
import { type KnownTasks, type Task, withoutSetAside } from "../../decide/tasks.js";
import { countList } from "../../evidence/ledger/count-list.js";
import type { ListLedger } from "../../evidence/ledger/list-ledger.js";
import { findAgain } from "../../evidence/ledger/pair-tasks.js";
import { type Tracker, toKnownTasks } from "../../tasks/tracker.js";
import type { TaskChoice } from "./task-choice.js";

/** The list as it is, the list as it counts, and the task to work on. */
export interface Selected {
  /** As it counts: without ticks of the agent that were not accepted, and with groups done as their parts are. */
  readonly tasks: KnownTasks;
  /** As it is in the file. */
  readonly listed: readonly Task[];
  /** undefined: there is no list; null: nothing in it can be selected. */
  readonly task: Task | null | undefined;
  readonly allDone: boolean;
}

export const readList = async (tracker: Tracker): Promise<KnownTasks> => toKnownTasks(await tracker.list());

export interface Meant {
  /** The only task to work on. */
  readonly only?: Task | undefined;
  /** Tasks that are set aside. */
  readonly aside?: readonly string[];
  /** The tasks that the run is about. */
  readonly choice?: TaskChoice | undefined;
}

/**
 * The task to work on now: the only one that is meant, or the next without those set aside. `ledger` null: the list is
 * trusted as it is.
 */
export function selectTask(
  list: KnownTasks,
  ledger: ListLedger | null,
  { only, aside = [], choice }: Meant = {},
): Selected {
  if (list.is !== "tasks")
    return { tasks: list, listed: [], task: list.is === "not-asked" ? undefined : null, allDone: false };
  const counted = withGroups(ledger ? countList(ledger, list.tasks) : list.tasks);
  const tasks = choice?.apply(counted) ?? counted;
  return {
    tasks: { is: "tasks", tasks },
    listed: list.tasks,
    task: only ? findOpen(only, tasks) : nextTask(withoutSetAside(tasks, aside)),
    allDone: isAllDone(tasks),
  };
}

function findOpen(meant: Task, tasks: readonly Task[]): Task | null {
  const found = findAgain(meant, tasks);
  return found && !isOver(found) ? found : null;
}

/** The list after the turn: the same task stays selected, even if its number changed. */
export function reselectTask(
  list: KnownTasks,
  { task }: Selected,
  { ledger, choice }: { readonly ledger: ListLedger | null; readonly choice: TaskChoice | undefined },
): Selected {
  const after = selectTask(list, ledger, { choice });
  if (!task) return { ...after, task };
  const now = after.tasks.is === "tasks" ? findAgain(task, after.tasks.tasks) : null;
  return { ...after, task: now ? { ...task, id: now.id, acceptance: now.acceptance } : task };
}

/** An empty list is never all done. */
const isAllDone = (tasks: readonly Task[]): boolean =>
  tasks.length > 0 && tasks.every(({ status, optional }) => optional || status === "done" || status === "skipped");
