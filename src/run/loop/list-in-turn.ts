import { isLeft, type Task } from "../../decide/tasks.js";
import { noTicks, type TurnTicks } from "../../evidence/ledger/list-ledger.js";
import type { Session } from "../session.js";
import { readList, reselectTask, type Selected } from "./select.js";

/** What is known about a turn and the list's file. */
export interface ListTurn {
  readonly selected: Selected;
  /** The tool calls of the turn are known, and none of them can have edited the file. */
  readonly isLeftAlone: boolean;
  /** Tests or a build ran in it, which are code of the agent. */
  readonly hasRunCode: boolean;
}

/**
 * An edit of the list during a turn that no tool call of the agent can have made is the person's, and counts as between
 * two turns. Returns the tasks as the person left them; null if there is no such edit.
 */
export async function takePersonEdits(
  { tasks, workspace, policy, person }: Session,
  { selected, isLeftAlone, hasRunCode }: ListTurn,
): Promise<readonly Task[] | null> {
  const { work } = workspace;
  // Where nothing may count that is not proven, a tick that a hidden call could have made does not count either.
  const mayTake = isLeftAlone && tasks.file !== null && tasks.only === undefined && work.list !== null;
  if (!mayTake || policy.settings.unverified === "refuse") return null;
  const list = await readList(tasks.tracker);
  if (list.is !== "tasks" || list.tasks === selected.listed) return null;
  // Tests that the agent wrote may tick boxes: what leaves less to do stays owed, and is judged like any claim.
  if (hasRunCode && leavesLess(selected.listed, list.tasks)) return null;
  work.seeList(list);
  person.emit({
    type: "warning",
    text: `${tasks.tracker.name} was edited ${during(selected)}, and none of its tool calls did that: taken as your edit`,
  });
  return list.tasks;
}

/** A task that was to be done is ticked, cancelled, optional or gone. */
function leavesLess(before: readonly Task[], after: readonly Task[]): boolean {
  const open = new Set(after.filter(isLeft).map(({ title }) => title));
  return before.some((task) => isLeft(task) && !open.has(task.title));
}

/** Puts back a list that was moved or removed in a turn, unless the person did that. */
export function putBackList({ tasks, person }: Session, { selected, isLeftAlone }: ListTurn): void {
  if (!tasks.held?.isGone || isLeftAlone) return;
  const problem = tasks.held.putBack();
  const what = `${tasks.tracker.name} was moved or removed ${during(selected)}`;
  person.emit({
    type: "warning",
    text:
      problem === null
        ? `${what}: put back as it was before the turn`
        : `${what}, and could not be put back: ${problem}`,
  });
}

const during = ({ task }: Selected): string =>
  task ? `while the agent worked on ${task.id}` : "while the agent worked";

/** Reads the list after a turn. Tasks ticked by the agent are claims, so they do not count as done yet. */
export async function readListAfter(
  { tasks, workspace }: Session,
  selected: Selected,
): Promise<{ readonly ticks: TurnTicks; readonly after: Selected }> {
  const { work } = workspace;
  const list = await readList(tasks.tracker);
  const ticks = list.is === "tasks" ? work.seeTicks(selected, list.tasks) : noTicks;
  const counted = { ledger: work.countedWith(list, ticks), choice: tasks.choice };
  return { ticks, after: reselectTask(list, selected, counted) };
}

/** What the agent did to the list in its turn, and how a person accepts it. */
export function describeListEdits({ removed, waived }: TurnTicks, task: string | undefined): readonly string[] {
  const meanwhile = task === undefined ? "while the agent worked" : `while the agent worked on ${task}`;
  const still = "it is still to do (--accept-list-edits accepts such edits)";
  return [
    ...removed.map(({ id }) => `task ${id} was taken off the list ${meanwhile}: ${still}`),
    ...waived.map(({ id }) => `task ${id} was cancelled or made optional ${meanwhile}: ${still}`),
  ];
}
