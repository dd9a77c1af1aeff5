import { countKnownFailures, isKnownFailure, runVetoes } from "./check-comparison.js";
import type { Completion } from "./decision.js";
import { describeNotDone } from "./describe-not-done.js";
import { describeCheck, type Evidence, unmetChecks } from "./evidence.js";
import type { IterationFacts, Observation } from "./observation.js";
import { reviewVetoes } from "./review.js";
import { sessionBlockers } from "./session-stop.js";
import type { Settings } from "./settings.js";
import { describePending } from "./vetoes.js";

/**
 * What blocks completing the run in any policy: a required check that does not hold, an unusable list, an unfinished
 * task (other than those just done), an explicit "not done" still in force, or remaining work named in this iteration;
 * in a session also a claim with nothing changed, or a goal that was taken away.
 */
export function completionBlockers(
  seen: Observation,
  settings: Settings,
  justDone: readonly string[] = [],
): readonly string[] {
  return [
    ...blockingChecks(seen, settings).map((check) => `required check ${describeCheck(check)}`),
    ...otherBlockers(seen, justDone),
    ...(seen.reviews ? reviewVetoes(seen, settings) : []),
  ];
}

/** Accepted known failures do not block, except in policies with `grantedBy: "indicators"`. */
function blockingChecks({ evidence }: Observation, settings: Settings): readonly Evidence[] {
  return settings.grantedBy === "facts" ? runVetoes(evidence, settings) : unmetChecks(evidence);
}

function otherBlockers(seen: Observation, justDone: readonly string[]): readonly string[] {
  const pending = seen.pendingWords ? [describePending("run")] : [];
  return [...listBlockers(seen, justDone), ...wordBlockers(seen), ...pending, ...sessionBlockers(seen)];
}

function listBlockers(seen: Observation, justDone: readonly string[]): readonly string[] {
  const blockers: string[] = [];
  const { tasks } = seen;
  if (tasks.is === "unusable") blockers.push(`the task list cannot be used: ${tasks.why}`);
  const left = countNotDone(seen, justDone);
  if (tasks.is === "list" && left > 0) blockers.push(describeNotDone(tasks, justDone, left));
  return blockers;
}

/** What the agent's own words hold against completion. They stay in force until it writes again. */
export function wordBlockers(seen: Observation): readonly string[] {
  const blockers: string[] = [];
  if (isDenied(seen)) blockers.push("the agent's last explicit answer is that the work is not done");
  const remaining = seen.turn?.report.remaining;
  if (remaining) blockers.push(`the agent names work that is left: ${remaining.text}`);
  else if (!seen.turn?.report.spoke && lastSpoken(seen)?.namedWork)
    blockers.push("the agent's last message names work that is left");
  return blockers;
}

/** Unfinished tasks, not counting those just done. */
export function countNotDone({ tasks, selection }: Observation, justDone: readonly string[]): number {
  if (tasks.is !== "list") return 0;
  const isSelected = selection.is === "task" && justDone.includes(selection.id);
  const others = justDone.length - (isSelected ? 1 : 0);
  return Math.max(0, (isSelected ? tasks.othersNotDone : tasks.left + tasks.blocked) - others);
}

/**
 * How many failures from the start of the run remain, if they are all that blocks completion; undefined if something
 * else does, or nothing fails.
 */
export function standingFailures(
  seen: Observation,
  settings: Settings,
  justDone: readonly string[] = [],
): number | undefined {
  if (settings.grantedBy !== "facts") return undefined;
  const unmet = blockingChecks(seen, settings);
  if (unmet.length === 0 || !unmet.every(isKnownFailure) || otherBlockers(seen, justDone).length > 0) return undefined;
  return countKnownFailures(unmet);
}

/** An explicit "not done" stays in force until the agent writes again. */
export function isDenied({ turn, history }: Observation): boolean {
  if (turn && (turn.report.runDenied || turn.report.taskDenied)) return true;
  if (turn?.report.spoke) return false;
  return history.findLast((past) => past.denied === true || spoke(past))?.denied === true;
}

const lastSpoken = ({ history }: Observation): IterationFacts | undefined => history.findLast(spoke);

/** If unknown, assume that a limited, interrupted or failed iteration had no output. */
function spoke(past: IterationFacts): boolean {
  return past.spoke ?? !(past.limited || past.interrupted || past.failed);
}

/** Done out of total, without optional tasks. */
export function measureCompletion({ tasks }: Observation): Completion {
  if (tasks.is !== "list") return { done: null, total: null, percent: null };
  const { done, total } = tasks;
  return { done, total, percent: total === 0 ? 100 : Math.floor((100 * done) / total) };
}
