import { plural } from "../lib/text/plural.js";
import { type Breaker, closedBreaker } from "./breaker.js";
import { carryOn, exit, type Outcome, type SetAside, type Verdict } from "./decision.js";
import { fingerprint } from "./fingerprint.js";
import type { Observation } from "./observation.js";
import type { Case, Rule } from "./rule.js";

/**
 * One bad task does not end the run: if another task can be worked on, this one is set aside and the run continues.
 * Several in a row, or a second one before any progress, show that the agent is the problem.
 */
export function setAsideInstead({ name: rule, about }: Rule, verdict: Verdict, { seen, settings }: Case): Verdict {
  if (verdict.decision !== "EXIT" || verdict.final || about !== "task") return verdict;
  if (!settings.setAside || settings.grantedBy !== "facts") return verdict;
  const { selection, tasks, setAside = [], mayBeJudgedAgain = [] } = seen;
  if (selection.is !== "task" || tasks.is !== "list") return verdict;
  const task = selection.id;
  const isLast = tasks.others === 0 && mayBeJudgedAgain.every((other) => other === task);
  if (isLast) return verdict;
  if (setAside.some((aside) => aside.task === task)) return verdict;
  const said = seen.turn?.facts.said;
  // What a person said meanwhile gives it another chance.
  const retry = seen.pendingWords ? { retry: true as const } : {};
  const more = { ...(said ? { said } : {}), ...retry };
  const aside: SetAside = { task, outcome: verdict.outcome, reason: verdict.reason, rule, ...more };
  if (!seen.gained && isAgentAtFault(aside, seen)) return endAll([...setAside, aside]);
  const row = (seen.setAsideInARow ?? 0) + 1;
  if (settings.maxSetAside > 0 && row >= settings.maxSetAside) return endOfRow(row, [...setAside, aside]);
  return carryOn(`task ${task} is set aside: ${verdict.reason}`, { setAside: aside });
}

const waiting = "waiting-for-person";

/** How many tasks are set aside before the run has gained anything. */
const mostWithoutGain = 2;

/**
 * The run has gained nothing, and this is the third task that gets nowhere, or the second of which the agent says the
 * same. Questions and blocks in other words are no reason: those are each task's own.
 */
function isAgentAtFault(aside: SetAside, { setAside = [] }: Observation): boolean {
  if (setAside.some((earlier) => isSameWords(earlier, aside))) return true;
  return aside.rule !== waiting && setAside.filter(({ rule }) => rule !== waiting).length >= mostWithoutGain;
}

/** The reason repeats an error, a question or a state, whatever the task is called. */
function isSameWords(a: SetAside, b: SetAside): boolean {
  if (a.rule !== b.rule || !saysWhy.includes(a.rule)) return false;
  const plain = ({ task, reason }: SetAside): string => fingerprint(reason.replaceAll(task, ""));
  return plain(a) === plain(b);
}

const saysWhy: readonly string[] = [waiting, "same-task-failing", "same-failure", "breaker-tripped", "oscillation"];

function endAll(setAside: readonly SetAside[]): Verdict {
  const last = setAside.at(-1);
  return exit(
    weightiest(setAside),
    `${plural(setAside.length, "task")} got nowhere and none was done, so the agent is the problem; the last: ${last?.reason}`,
  );
}

function endOfRow(row: number, setAside: readonly SetAside[]): Verdict {
  const last = setAside.slice(-row);
  const reason = last.at(-1)?.reason ?? "";
  return exit(
    weightiest(last),
    `${plural(row, "task")} in a row got nowhere, so the agent is the problem; the last: ${reason}`,
  );
}

const bySeverity: readonly Outcome[] = ["needs-review", "stuck", "blocked", "aborted", "interrupted"];

/** The outcome a person should see first. */
export const weightiest = (setAside: readonly SetAside[]): Outcome =>
  bySeverity.find((outcome) => setAside.some((aside) => aside.outcome === outcome)) ?? "stuck";

/** Setting a task aside closes the breaker, but keeps counting an error that may return with the next task. */
export const afterSetAside = ({ sameError, lastError }: Breaker): Breaker => ({
  ...closedBreaker,
  sameError,
  lastError,
});
