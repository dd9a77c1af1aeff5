import { isNamedBy } from "../../decide/check-comparison.js";
import type { SetAside } from "../../decide/decision.js";
import { isOver } from "../../decide/dependencies.js";
import type { CheckFeedback, FailureLine } from "../../decide/evidence.js";
import type { Task } from "../../decide/tasks.js";
import type { CheckResult } from "../../evidence/checks/tests/judge-run.js";
import { ownersIn } from "../../evidence/proof/test-owner.js";
import { testedNamesIn } from "../../evidence/proof/tested-names.js";

export interface Belonging {
  readonly cwd: string;
  readonly task: Task | null | undefined;
  readonly tasks: readonly Task[];
  readonly setAside: readonly SetAside[];
  /** The check results when the task began. */
  readonly began: readonly CheckResult[];
}

const mostTold = 10;
const mostOthers = 5;

/**
 * Tells failing tests apart: this task's, those it broke, and others, which are only told. While a turn is about one task,
 * nobody is asked to make another task's tests pass.
 */
export function tellApart(feedback: readonly CheckFeedback[], belonging: Belonging): readonly CheckFeedback[] {
  if (!belonging.task) return feedback;
  return feedback.map((each) => (each.parts ? { ...each, text: formatApart(each, belonging) } : each));
}

function formatApart({ check, parts, text }: CheckFeedback, belonging: Belonging): string {
  if (!parts || parts.failures.length === 0) return text;
  const { task, tasks, setAside, began } = belonging;
  const ownerOf = ownersIn(tasks, testedNamesIn(belonging.cwd));
  const then = began.find(({ name }) => name === check);
  const before = then?.failing ?? [];
  // Who does not know what failed when the task began knows at least what failed when the run did.
  const knows = then !== undefined && (then.failing.length > 0 || then.state === "holds");
  const wasRed = ({ test, isOld }: FailureLine): boolean => (knows ? before.includes(test) : isOld);
  const passed = (test: string): boolean => !before.includes(test) && isNamedBy(test, then?.census?.names.ran ?? []);
  const isOpen = (id: string): boolean => tasks.some((each) => each.id === id && !isOver(each));
  const own: string[] = [];
  const broken: string[] = [];
  const older: string[] = [];
  const others: string[] = [];
  for (const failure of parts.failures) {
    const named = ownerOf(failure.test);
    // What a done task left passing, or what passed a moment ago, was broken since, whosever it is.
    const owner = named !== null && isOpen(named) && !passed(failure.test) ? named : null;
    const why = whyNotHere(failure, { owner, task, setAside });
    if (why !== null) others.push(`- ${failure.line} (${why})`);
    else if (owner === null && wasRed(failure)) older.push(`- ${failure.line}`);
    else if (wasRed(failure)) own.push(`- ${failure.line}`);
    else broken.push(`- ${failure.line}`);
  }
  return [
    ...parts.head,
    ...listUnder("Make these pass. They are about this task:", own, mostTold),
    ...listUnder("Make these pass. They did not fail before this task was begun:", broken, mostTold),
    ...listUnder(
      "These failed before this task. Make pass what belongs to it, and leave the others:",
      older,
      mostOthers,
    ),
    ...listUnder("For information only. Do not work on these:", others, mostOthers),
    ...parts.foot,
  ].join("\n");
}

interface Judging {
  readonly owner: string | null;
  readonly task: Task | null | undefined;
  readonly setAside: readonly SetAside[];
}

/** Why a failing test is not asked of this task; null if it is. */
function whyNotHere({ test }: FailureLine, { owner, task, setAside }: Judging): string | null {
  const breaker = setAside.find(({ failsSince = [] }) => failsSince.includes(test));
  if (breaker) return `broken by ${breaker.task}, which was set aside`;
  return owner !== null && owner !== task?.id ? `it belongs to ${owner}` : null;
}

const listUnder = (title: string, lines: readonly string[], most: number): readonly string[] =>
  lines.length === 0
    ? []
    : [title, ...lines.slice(0, most), ...(lines.length > most ? [`- and ${lines.length - most} more`] : [])];
