import { completionBlockers } from "../core/completion.js";
import { carryOn, exit, type Verdict } from "../core/decision.js";
import type { TurnCase } from "../core/rule.js";

/**
 * The verdict when a claim has been found good: with a task selected that task is done, and the run only if it was
 * the last one, nobody denies the run's end and nothing of the run is named as left.
 */
export function finish({ seen }: TurnCase, why: string): Verdict {
  if (seen.selection.is !== "task") return exit("completed", why);
  const task = seen.selection.id;
  const left = completionBlockers(seen, task);
  if (left.length === 0) return exit("completed", `${why}; task ${name(task)} was the last`, { taskDone: task });
  return carryOn(`${why}; task ${name(task)} is done, the run goes on: ${left.join("; ")}`, { taskDone: task });
}

const name = (task: string): string => (task === "" ? "(unnamed)" : task);
