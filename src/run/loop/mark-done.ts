import { isOver } from "../../decide/dependencies.js";
import type { JudgedIteration } from "../judge/judge.js";
import type { Session } from "../session.js";
import type { RunEvent } from "./run-event.js";
import type { Selected } from "./select.js";

type Marked = Extract<RunEvent, { type: "task-marked" }>;

const notInFile = "it is no longer in the list; it is done in the journal";

/** Marks the tasks that passed the gate, unless the agent ticked them, or the policy leaves marking to the tracker. */
export async function markDone(
  { tasks }: Session,
  judged: JudgedIteration,
  { listed }: Selected,
): Promise<readonly Marked[]> {
  if (!tasks.marks || listed.length === 0) return [];
  const marked: Marked[] = [];
  for (const { id: task, verified, byParts } of judged.decision.tasksDone) {
    const id = listedId(judged, task);
    const inFile = listed.find((each) => each.id === id);
    if (inFile?.status === "done") continue;
    const answer = inFile ? await tasks.tracker.mark(id, "done") : { is: "refused" as const, why: notInFile };
    const problem = answer.is === "refused" ? answer.why : null;
    marked.push({ type: "task-marked", task, verified, ...(byParts ? { byParts } : {}), problem });
  }
  return marked;
}

/** The id of the task in the list. */
export const listedId = ({ record }: JudgedIteration, id: string): string => {
  const { selection } = record.observation;
  return selection.is === "task" && selection.id === id ? (selection.inList ?? id) : id;
};

/**
 * Marks groups whose parts are done: before the run, by a person, or in worktrees of their own. True if the list has to
 * be read again. Each is tried once.
 */
export async function markGroups(
  { tasks: list, person }: Session,
  { tasks, listed }: Selected,
  tried: Set<string>,
): Promise<boolean> {
  if (list.only || !list.marks || tasks.is !== "tasks") return false;
  const isOpen = new Set(listed.filter((task) => !isOver(task)).map(({ id }) => id));
  const done = tasks.tasks.filter(
    ({ id, isGroup, status }) => isGroup && status === "done" && isOpen.has(id) && !tried.has(id),
  );
  for (const { id: task } of done) {
    tried.add(task);
    const answer = await list.tracker.mark(task, "done");
    const problem = answer.is === "refused" ? answer.why : null;
    person.emit({ type: "task-marked", task, verified: false, byParts: true, problem });
  }
  return done.length > 0;
}
