import type { IterationFacts } from "./observation.js";

/**
 * Whether an iteration moved the work, by what can be seen: content, commits, tasks done, fewer failing tests.
 * A claim is not progress. Undefined where nobody looked.
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

/** Content or commits, as told. */
export const hasChanged = ({ filesChanged, commits }: IterationFacts): boolean =>
  isPositive(filesChanged) || isPositive(commits);

const isPositive = (count: number | undefined): boolean => count !== undefined && count > 0;

/** Fewer tests or checks fail than in the iteration before. */
function fewerFail(facts: IterationFacts, before: IterationFacts | undefined): boolean {
  return less(facts.failingTests, before?.failingTests) || less(facts.failingChecks, before?.failingChecks);
}

const less = (now: number | undefined, then: number | undefined): boolean =>
  now !== undefined && then !== undefined && now < then;

/** A task done, or fewer failures: the work eases even if the gate refused. */
export function eased(facts: IterationFacts, before: IterationFacts | undefined): boolean {
  return isPositive(facts.tasksDone) || fewerFail(facts, before);
}

/** Proves nothing: a usage limit, an interrupt, or a wait for a person that changed nothing. */
export function isExcluded(facts: IterationFacts, progress: boolean | undefined): boolean {
  if (facts.limited || facts.interrupted) return true;
  return progress !== true && (facts.blocked === true || facts.asked === true || isPositive(facts.denials));
}

/** The last iteration that proves anything. */
export function lastCounted(history: readonly IterationFacts[]): IterationFacts | undefined {
  return history.findLast((past, at) => !isExcluded(past, detectProgress(past, history[at - 1])));
}

/** An absent or empty task id is one unnamed task. */
export const sameTask = (a: IterationFacts, b: IterationFacts): boolean => (a.task ?? "") === (b.task ?? "");

/** Says of one iteration whether it lengthens a streak, ends it, or proves nothing. */
export type StreakTest = (facts: IterationFacts, before: IterationFacts | undefined) => "counts" | "ends" | "skips";

/**
 * How many iterations up to and including the present one pass the test in a row. A count restarts where an iteration says
 * so, unless it is one of the whole run.
 */
export function streak(
  present: IterationFacts,
  history: readonly IterationFacts[],
  test: StreakTest,
  of: "task" | "run" = "task",
): number {
  let length = 0;
  for (let at = history.length; at >= 0; at--) {
    const facts = at === history.length ? present : history[at];
    if (!facts) break;
    const answer = test(facts, history[at - 1]);
    if (answer === "ends") break;
    if (answer === "counts") length++;
    if (facts.fresh && of === "task") break;
  }
  return length;
}

/**
 * How often the workspace came back to a state it had before, if it did so in the present iteration.
 * Standing still is not coming back. A task done between makes the earlier states irrelevant.
 */
export function returnsToEarlierState(present: IterationFacts, history: readonly IterationFacts[]): number {
  if (present.snapshot === undefined || present.fresh) return 0;
  const states = statesSinceLastTask(present.snapshot, history);
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

function statesSinceLastTask(present: string, history: readonly IterationFacts[]): readonly string[] {
  const states: string[] = [present];
  for (let at = history.length - 1; at >= 0; at--) {
    const facts = history[at];
    if (!facts || isPositive(facts.tasksDone)) break;
    if (facts.snapshot !== undefined) states.push(facts.snapshot);
    if (facts.fresh) break;
  }
  return states.reverse();
}
