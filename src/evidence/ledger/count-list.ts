import type { Task } from "../../decide/tasks.js";
import { isTicked, isWanted, type ListLedger } from "./list-ledger.js";
import { pairUp } from "./pair-tasks.js";
import { taskKeys, toSet } from "./task-keys.js";

/**
 * The list as it counts: what was asked for, with the ticks that were accepted. Tasks that the agent ticked, waived,
 * reworded or took off are still to do as they were; tasks that it added may be worked on, too.
 */
export function countList(ledger: ListLedger, tasks: readonly Task[]): readonly Task[] {
  if (tasks === ledger.asked && ledger.owed.length + ledger.unmarked.length === 0) return tasks;
  const askedKeyOf = taskKeys(ledger.asked);
  const keyOf = taskKeys(tasks);
  const [accepted, owed, unmarked] = [toSet(ledger.accepted), toSet(ledger.owed), toSet(ledger.unmarked)];
  const areTicksPlain = owed.size + unmarked.size === 0;
  const pairs = pairUp(ledger.asked, tasks);
  const counted = tasks.map((task): Task => {
    const was = pairs.wasOf(task);
    if (areTicksPlain && was === task) return task;
    const key = keyOf(task);
    if (unmarked.has(key) && accepted.has(key)) return { ...task, status: "done" };
    if (isTicked(task)) return owed.has(key) && !accepted.has(key) ? { ...asAsked(task, was), status: "todo" } : task;
    if (!was || accepted.has(key)) return task;
    const isWaived = isWanted(was) && !isWanted(task);
    return isWaived ? { ...asAsked(task, was), status: "todo", optional: false } : asAsked(task, was);
  });
  const gone = ledger.asked.filter((was) => !pairs.get(was) && isWanted(was));
  if (gone.length === 0) return counted.every((task, at) => task === tasks[at]) ? tasks : counted;
  const ids = new Set(tasks.map(({ id }) => id));
  return [
    ...counted,
    ...gone.map(
      (was): Task => ({
        ...was,
        id: removedId(was, ids),
        status: accepted.has(askedKeyOf(was)) ? "done" : was.status,
        line: null,
      }),
    ),
  ];
}

/** The task in the file with the words it was asked for in. */
function asAsked(task: Task, was: Task | undefined): Task {
  if (!was || was === task) return task;
  const acceptance = keepCriteria(was.acceptance, task.acceptance);
  const isReworded = was.title !== task.title || acceptance.join("\n") !== task.acceptance.join("\n");
  const kept = task.below?.join("\n") === was.below?.join("\n") ? task : withBelow(task, was);
  return isReworded ? { ...kept, title: was.title, acceptance, line: null } : kept;
}

/** Its text below the title as it was asked for, in the place where it stands now. */
function withBelow({ below: _, ...task }: Task, was: Task): Task {
  return was.below ? { ...task, below: was.below } : task;
}

/** The criteria that were asked for, ticked as they are in the file. */
function keepCriteria(asked: readonly string[], now: readonly string[]): readonly string[] {
  const withoutBox = (text: string): string => text.replace(/^\s*(?:[-*+]\s+)?\[[ xX]\]\s*/, "");
  const listed = new Map(now.map((text) => [withoutBox(text), text]));
  return asked.map((text) => listed.get(withoutBox(text)) ?? text);
}

/** In a numbered list, another task may have its number now. */
const removedId = ({ id }: Task, ids: ReadonlySet<string>): string => (ids.has(id) ? `${id} (removed)` : id);
