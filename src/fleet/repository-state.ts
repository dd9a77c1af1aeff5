import { isTaskOver, type RepositoryEnd, type TaskProgress } from "./terms.js";

/** That of the task that was retried most. */
export const lastRound = (tasks: Iterable<TaskProgress>): number =>
  [...tasks].reduce((most, { round }) => Math.max(most, round), 0);

/** How a repository of a submission stands, in a word: at work, being checked, or its outcome. */
export function nameState(tasks: readonly TaskProgress[], end: RepositoryEnd | null): string {
  if (tasks.some(({ status }) => !isTaskOver(status))) return "working";
  if (end === null || end.round < lastRound(tasks)) return "checking";
  // Whatever the end says: where a task is not done, the repository is not completed.
  const isDone = tasks.every(({ status }) => status === "done");
  return end.outcome === "completed" && !isDone ? "needs-review" : end.outcome;
}
