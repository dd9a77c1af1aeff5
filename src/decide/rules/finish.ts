import { completionBlockers, countNotDone } from "../completion.js";
import { carryOn, exit, type Verdict } from "../decision.js";
import type { TurnCase } from "../rule.js";
import { listAlsoDone } from "../verified.js";

/**
 * The verdict on an accepted claim: the selected task is done. The run is done too if this was the last task and
 * nothing else blocks completion.
 */
export function finish({ seen, settings, gate }: TurnCase, why: string): Verdict {
  if (seen.selection.is !== "task") return exit("completed", why);
  const taskDone = seen.selection.id;
  const alsoDone = listAlsoDone({ seen, gate }, taskDone).map(({ id }) => id);
  const done = [taskDone, ...alsoDone];
  const names = done.map(name).join(", ");
  const left = completionBlockers(seen, settings, done);
  if (left.length === 0)
    return exit("completed", `${why}; ${describeLast(names, done.length)}`, { taskDone, alsoDone });
  const others = countNotDone(seen, done);
  const rest = others > 0 ? `${others} left` : `the run continues: ${left.join("; ")}`;
  return carryOn(`${why}; ${done.length === 1 ? "task" : "tasks"} ${names} done, ${rest}`, { taskDone, alsoDone });
}

const describeLast = (names: string, count: number): string =>
  count === 1 ? `task ${names} was the last` : `tasks ${names} were the last`;

const name = (task: string): string => (task === "" ? "(unnamed)" : task);

/** Where others work on the list at the same time, how many tasks are left is not known to the one that is done. */
export const withoutRest = (reason: string): string =>
  reason.replace(/, \d+ left$/, "").replace(/ (?:was|were) the last$/, " done");
