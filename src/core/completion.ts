import { countKnownFailures, isKnownFailure, runVetoes } from "./check-comparison.js";
import type { Completion } from "./decision.js";
import { describeCheck, type Evidence, unmetChecks } from "./evidence.js";
import type { IterationFacts, Observation } from "./observation.js";
import type { Settings } from "./settings.js";
import { describeNotDone } from "./tasks.js";

/**
 * What keeps the run from being called completed, in any policy: a required check that does not hold, a list that
 * cannot be used, a task not done (apart from those just finished), an explicit no that is in force, work named as left
 * in this iteration.
 */
export function completionBlockers(
  seen: Observation,
  settings: Settings,
  justDone: readonly string[] = [],
): readonly string[] {
  return [
    ...blockingChecks(seen, settings).map((check) => `required check ${describeCheck(check)}`),
    ...otherBlockers(seen, justDone),
  ];
}

/** Known failures somebody accepts block nothing, except under the seeds' policies. */
function blockingChecks({ evidence }: Observation, settings: Settings): readonly Evidence[] {
  return settings.proof === "facts" ? runVetoes(evidence, settings) : unmetChecks(evidence);
}

function otherBlockers(seen: Observation, justDone: readonly string[]): readonly string[] {
  const blockers: string[] = [];
  const { tasks } = seen;
  if (tasks.is === "unusable") blockers.push(`the task list cannot be used: ${tasks.why}`);
  const left = countNotDone(seen, justDone);
  if (tasks.is === "list" && left > 0) blockers.push(describeNotDone(tasks, justDone, left));
  if (isDenied(seen)) blockers.push("the agent's last explicit answer is that the work is not done");
  const remaining = seen.turn?.report.remaining;
  if (remaining) blockers.push(`the agent names work that is left: ${remaining.text}`);
  return blockers;
}

/** Tasks not done beside those just finished. */
export function countNotDone({ tasks, selection }: Observation, justDone: readonly string[]): number {
  if (tasks.is !== "list") return 0;
  const isSelected = selection.is === "task" && justDone.includes(selection.id);
  const others = justDone.length - (isSelected ? 1 : 0);
  return Math.max(0, (isSelected ? tasks.othersNotDone : tasks.left + tasks.blocked) - others);
}

/**
 * How many failures of the run's start still stand, where nothing else stands against completing it; undefined where
 * something does, or nothing fails.
 */
export function standingFailures(
  seen: Observation,
  settings: Settings,
  justDone: readonly string[] = [],
): number | undefined {
  if (settings.proof !== "facts") return undefined;
  const unmet = blockingChecks(seen, settings);
  if (unmet.length === 0 || !unmet.every(isKnownFailure) || otherBlockers(seen, justDone).length > 0) return undefined;
  return countKnownFailures(unmet);
}

/** The last explicit no stays in force until the agent speaks again. */
export function isDenied({ turn, history }: Observation): boolean {
  if (turn && (turn.report.runDenied || turn.report.taskDenied)) return true;
  if (turn?.report.spoke) return false;
  return history.findLast((past) => past.denied === true || spoke(past))?.denied === true;
}

/** Where nobody told, an iteration that was limited, interrupted or failed is taken as one without words. */
function spoke(past: IterationFacts): boolean {
  return past.spoke ?? !(past.limited || past.interrupted || past.failed);
}

/** Done out of all, optional tasks aside. */
export function measureCompletion({ tasks }: Observation): Completion {
  if (tasks.is !== "list") return { done: null, total: null, percent: null };
  const { done, total } = tasks;
  return { done, total, percent: total === 0 ? 100 : Math.floor((100 * done) / total) };
}
