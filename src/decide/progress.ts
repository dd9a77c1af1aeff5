import type { IterationFacts } from "./observation.js";

/**
 * Whether an iteration made visible progress: content, commits, tasks done, fewer failing tests. A claim is not
 * progress. Undefined if nobody inspected the workspace.
 */
export function detectProgress(facts: IterationFacts, before: IterationFacts | undefined): boolean | undefined {
  return isPositive(facts.tasksDone) || fewerFail(facts, before) ? true : detectChange(facts, before);
}

/** Whether the content of the workspace changed. */
export function detectChange(facts: IterationFacts, before: IterationFacts | undefined): boolean | undefined {
  if (hasChanged(facts)) return true;
  if (facts.filesChanged !== undefined) return false;
  if (facts.snapshot === undefined || before?.snapshot === undefined) return undefined;
  return facts.snapshot !== before.snapshot;
}

/** Changed content or commits, according to the facts. */
export const hasChanged = ({ filesChanged, commits }: IterationFacts): boolean =>
  isPositive(filesChanged) || isPositive(commits);

const isPositive = (count: number | undefined): boolean => count !== undefined && count > 0;

/** Fewer tests or checks fail than in the iteration before. */
function fewerFail(facts: IterationFacts, before: IterationFacts | undefined): boolean {
  return less(facts.failingTests, before?.failingTests) || less(facts.failingChecks, before?.failingChecks);
}

const less = (now: number | undefined, then: number | undefined): boolean =>
  now !== undefined && then !== undefined && now < then;

/** A task done, or fewer failures: an improvement, even if the gate refused. */
export function eased(facts: IterationFacts, before: IterationFacts | undefined): boolean {
  return isPositive(facts.tasksDone) || fewerFail(facts, before);
}

/** Says nothing about progress: a usage limit, an interrupt, or a question to a person without any change. */
export function isExcluded(facts: IterationFacts, progress: boolean | undefined): boolean {
  if (facts.limited || facts.interrupted) return true;
  return progress !== true && (facts.blocked === true || facts.asked === true || isPositive(facts.denials));
}

/** The last iteration that is not excluded. */
export function lastCounted(history: readonly IterationFacts[]): IterationFacts | undefined {
  return history.findLast((past, at) => !isExcluded(past, detectProgress(past, history[at - 1])));
}

/** An absent or empty task id means the one unnamed task. */
export const sameTask = (a: IterationFacts, b: IterationFacts): boolean => (a.task ?? "") === (b.task ?? "");

/** Whether one iteration extends a streak, ends it, or does not matter. */
export type StreakTest = (facts: IterationFacts, before: IterationFacts | undefined) => "counts" | "ends" | "skips";

/**
 * How many iterations in a row, up to the current one, pass the test. A count restarts at a `fresh` iteration, unless
 * it is about the whole run.
 */
export function streak(
  current: IterationFacts,
  history: readonly IterationFacts[],
  test: StreakTest,
  of: "task" | "run" = "task",
): number {
  let length = 0;
  for (let at = history.length; at >= 0; at--) {
    const facts = at === history.length ? current : history[at];
    if (!facts) break;
    const answer = test(facts, history[at - 1]);
    if (answer === "ends") break;
    if (answer === "counts") length++;
    if (facts.fresh && of === "task") break;
  }
  return length;
}

/**
 * How often the workspace returned to an earlier state, if it did so in the current iteration. An unchanged workspace
 * is not a return, and states before the last finished task do not count.
 */
export function returnsToEarlierState(current: IterationFacts, history: readonly IterationFacts[]): number {
  if (current.snapshot === undefined || current.fresh) return 0;
  const states = statesSinceLastTask(current.snapshot, history);
  const seen = new Set<string>();
  let returns = 0;
  let last: string | undefined;
  let cameBack = false;
  for (const state of states) {
    cameBack = state !== last && seen.has(state);
    if (cameBack) returns++;
    seen.add(state);
    last = state;
  }
  return cameBack ? returns : 0;
}

function statesSinceLastTask(current: string, history: readonly IterationFacts[]): readonly string[] {
  const states: string[] = [current];
  for (let at = history.length - 1; at >= 0; at--) {
    const facts = history[at];
    if (!facts || isPositive(facts.tasksDone)) break;
    if (facts.snapshot !== undefined) states.push(facts.snapshot);
    if (facts.fresh) break;
  }
  return states.reverse();
}
