import type { Completion } from "./decision.js";
import { tellCheck, unmetChecks } from "./evidence.js";
import type { IterationFacts, Observation } from "./observation.js";
import { tellNotDone } from "./tasks.js";

/**
 * What keeps the run from being called completed, in any policy: a required check that does not hold, a list that
 * cannot be used, a task not done (apart from the one just finished), an explicit no that is in force, work named as left
 * in this iteration.
 */
export function completionBlockers(seen: Observation, justDone: string | null): readonly string[] {
  const blockers = unmetChecks(seen.evidence).map((check) => `required check ${tellCheck(check)}`);
  const { tasks } = seen;
  if (tasks.is === "unusable") blockers.push(`the task list cannot be used: ${tasks.why}`);
  if (tasks.is === "list") {
    const finishedSelected = justDone !== null && seen.selection.is === "task" && seen.selection.id === justDone;
    const notDone = finishedSelected ? tasks.othersNotDone : tasks.left + tasks.blocked;
    if (notDone > 0) blockers.push(tellNotDone(tasks, finishedSelected ? justDone : null));
  }
  if (denialInForce(seen)) blockers.push("the agent's last explicit answer is that the work is not done");
  const remaining = seen.turn?.said.remaining;
  if (remaining) blockers.push(`the agent names work that is left: ${remaining.text}`);
  return blockers;
}

/** The last explicit no stays in force until the agent speaks again. */
function denialInForce({ turn, history }: Observation): boolean {
  if (turn && (turn.said.runDenied || turn.said.taskDenied)) return true;
  if (turn?.said.spoke) return false;
  return history.findLast((past) => past.denied === true || spoke(past))?.denied === true;
}

/** Where nobody told, an iteration that was limited, interrupted or failed is taken as one without words. */
function spoke(past: IterationFacts): boolean {
  return past.spoke ?? !(past.limited || past.interrupted || past.failed);
}

/** Done out of all, optional tasks aside. */
export function completionOf({ tasks }: Observation): Completion {
  if (tasks.is !== "list") return { done: null, total: null, percent: null };
  const { done, total } = tasks;
  return { done, total, percent: total === 0 ? 100 : Math.floor((100 * done) / total) };
}
