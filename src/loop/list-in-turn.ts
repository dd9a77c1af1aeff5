import { isLeft, type Task } from "../core/tasks.js";
import { readList, type Selected } from "./select.js";
import type { LoopSetup } from "./setup.js";

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
  setup: LoopSetup,
  { selected, isLeftAlone, hasRunCode }: ListTurn,
): Promise<readonly Task[] | null> {
  const { work, tracker, tasksFile, policy, emit } = setup;
  // Where nothing may count that is not proven, a tick that a hidden call could have made does not count either.
  const mayTake = isLeftAlone && tasksFile !== null && setup.only === undefined && work.list !== null;
  if (!mayTake || policy.settings.unverified === "refuse") return null;
  const list = await readList(tracker);
  if (list.is !== "tasks" || list.tasks === selected.listed) return null;
  // Tests that the agent wrote may tick boxes: what leaves less to do stays owed, and is judged like any claim.
  if (hasRunCode && leavesLess(selected.listed, list.tasks)) return null;
  work.seeList(list);
  emit({
    type: "warning",
    text: `${tracker.name} was edited ${during(selected)}, and none of its tool calls did that: taken as your edit`,
  });
  return list.tasks;
}

/** A task that was to be done is ticked, cancelled, optional or gone. */
function leavesLess(before: readonly Task[], after: readonly Task[]): boolean {
  const open = new Set(after.filter(isLeft).map(({ title }) => title));
  return before.some((task) => isLeft(task) && !open.has(task.title));
}

/** Puts back a list that was moved or removed in a turn, unless the person did that. */
export function putBackList({ list, tracker, emit }: LoopSetup, { selected, isLeftAlone }: ListTurn): void {
  if (!list?.isGone || isLeftAlone) return;
  const problem = list.putBack();
  const what = `${tracker.name} was moved or removed ${during(selected)}`;
  emit({
    type: "warning",
    text:
      problem === null
        ? `${what}: put back as it was before the turn`
        : `${what}, and could not be put back: ${problem}`,
  });
}

const during = ({ task }: Selected): string =>
  task ? `while the agent worked on ${task.id}` : "while the agent worked";
