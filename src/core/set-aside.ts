import { plural } from "../base/plural.js";
import { type Breaker, closedBreaker } from "./breaker.js";
import { carryOn, exit, type Outcome, type SetAside, type Verdict } from "./decision.js";
import type { Case, Rule } from "./rule.js";

/**
 * One bad task does not end the run: if another task can be worked on, this one is set aside and the run continues.
 * Several in a row, or a second one before any progress, show that the agent is the problem.
 */
export function setAsideInstead({ name: rule, about }: Rule, verdict: Verdict, { seen, settings }: Case): Verdict {
  if (verdict.decision !== "EXIT" || verdict.final || about !== "task") return verdict;
  if (!settings.setAside || settings.grantedBy !== "facts") return verdict;
  const { selection, tasks, setAside = [] } = seen;
  if (selection.is !== "task" || tasks.is !== "list" || tasks.others === 0) return verdict;
  const task = selection.id;
  if (setAside.some((aside) => aside.task === task)) return verdict;
  const aside: SetAside = { task, outcome: verdict.outcome, reason: verdict.reason, rule };
  if (!seen.gained && rule !== waiting && setAside.some((earlier) => earlier.rule !== waiting)) return verdict;
  const row = (seen.setAsideInARow ?? 0) + 1;
  if (settings.maxSetAside > 0 && row >= settings.maxSetAside) return endOfRow(row, [...setAside, aside]);
  return carryOn(`task ${task} is set aside: ${verdict.reason}`, { setAside: aside });
}

const waiting = "waiting-for-person";

/** The outcome they share, otherwise "stuck". */
function endOfRow(row: number, setAside: readonly SetAside[]): Verdict {
  const last = setAside.slice(-row);
  const [first] = last;
  const shared = last.every(({ outcome }) => outcome === first?.outcome) ? first?.outcome : undefined;
  const reason = last.at(-1)?.reason ?? "";
  return exit(
    shared ?? "stuck",
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
