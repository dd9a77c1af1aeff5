import { plural } from "../../lib/text/plural.js";
import { exit } from "../decision.js";
import { describeNotDone } from "../describe-not-done.js";
import { abstain, type Rule, speak } from "../rule.js";
import type { TaskList } from "../tasks.js";

/** The requested list is unusable, or its remaining tasks are neither selectable nor blocked. */
export const trackerUnusable: Rule = {
  name: "tracker-unusable",
  summary: "the task list is missing, empty, unreadable, or its tasks can neither be selected nor are blocked",
  uses: [],
  about: "run",
  asks: "any-time",
  judge({ seen: { tasks, selection } }) {
    if (tasks.is === "not-asked") return abstain("no task list is in use");
    if (tasks.is === "unusable") return speak(exit("aborted", `the task list cannot be used: ${tasks.why}`));
    const notDone = tasks.left + tasks.blocked;
    if (notDone === 0) return abstain("every task is done or skipped");
    if (tasks.allBlocked) return abstain("every task left is blocked");
    if (tasks.onlySetAside) return abstain("every task left is set aside, or waits for one that is");
    if (tasks.selectable === 0 && selection.is !== "task") return speak(exit("aborted", deadEnd(tasks)));
    if (selection.is === "none")
      return speak(exit("aborted", `no task could be selected, but ${describeNotDone(tasks)}`));
    return abstain(`${tasks.selectable} of ${notDone} tasks not done can be worked on`);
  },
};

function deadEnd(tasks: TaskList): string {
  const why = tasks.missing.length > 0 ? tasks.missing.join("; ") : "their dependencies cannot be met";
  return `${plural(tasks.left, "task")} left, and none can be started: ${why}`;
}
