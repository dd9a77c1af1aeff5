import { selectTaskById, type Task } from "../../decide/tasks.js";
import { taskKeys } from "../../evidence/ledger/task-keys.js";
import { wholeRun } from "../../evidence/ledger/work-ledger.js";
import type { JudgedTurn } from "./turn.js";

/** The named task in the list. */
export function findTask({ task, tasks }: JudgedTurn): Task | null {
  if (tasks.is !== "tasks") return null;
  const selection = selectTaskById(task, tasks.tasks);
  const id = selection.is === "task" ? (selection.inList ?? selection.id) : null;
  return tasks.tasks.find((each) => each.id === id) ?? null;
}

export function taskKey(turn: JudgedTurn): string {
  const task = findTask(turn);
  if (!task) return turn.task ?? wholeRun;
  return turn.tasks.is === "tasks" ? taskKeys(turn.tasks.tasks)(task) : wholeRun;
}
