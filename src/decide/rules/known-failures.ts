import { formatTestNames, runVetoes } from "../check-comparison.js";
import { standingFailures } from "../completion.js";
import { exit } from "../decision.js";
import type { IterationFacts, Observation } from "../observation.js";
import { detectChange, detectProgress, isExcluded } from "../progress.js";
import { abstain, type Case, type Rule, speak } from "../rule.js";

/**
 * Only tests that failed before the run still fail. Where every task done in the run is proved they are nobody's task;
 * otherwise the agent gets them as feedback, and this rule speaks once it fixes no more of them.
 */
export const knownFailures: Rule = {
  name: "known-failures",
  summary:
    "only tests that failed at the start block the run, and every task is proven or their number does not go down",
  uses: ["knownFailures"],
  about: "run",
  asks: "any-time",
  judge(context) {
    const { seen, settings } = context;
    if (settings.knownFailures === "refuse") return abstain("the settings ask for every failing test to be fixed");
    const remaining = standsAlone(context) ? standingFailures(seen, settings) : undefined;
    if (remaining === undefined) return abstain("failures from the start of the run are not the only blocker");
    const why = isAllProven(seen) ? undefined : stillFixing(context, remaining);
    if (why !== undefined) return abstain(why);
    return speak(
      exit(
        "needs-review",
        `everything else is done, but ${describeFailing(context)} failed before the run and still fail`,
      ),
    );
  },
};

/** The run did every task it was asked for, and each is proved: what still fails is nobody's task. */
const isAllProven = ({ tasks, doneInRun = 0, unverified = 0 }: Observation): boolean =>
  tasks.is === "list" && doneInRun > 0 && unverified === 0;

/** Why another turn may still fix some of them, or undefined if it will not. */
function stillFixing({ seen, excluded }: Case, remaining: number): string | undefined {
  const { turn, history, tasks, selection } = seen;
  if (!turn) return "asked before the agent's turn";
  if (excluded) return "this turn says nothing about them";
  const [earlier, before] = lastTwo(history);
  const hasFeedback = before?.knownFailing !== undefined || (tasks.is === "list" && selection.is === "none");
  if (!hasFeedback) return "the agent has not had feedback yet on the tests failing since the start";
  const isUnchanged = detectChange(turn.facts, history.at(-1)) === false;
  const counts = [earlier?.knownFailing, before?.knownFailing, remaining];
  const isNotFewer = counts.every((count, at) => count !== undefined && count >= (counts[at - 1] ?? 0));
  if (isUnchanged || isNotFewer) return undefined;
  return `${remaining} still failing since the start, and the agent is working on them`;
}

/** The last two iterations that are not excluded. */
function lastTwo(
  history: readonly IterationFacts[],
): readonly [IterationFacts | undefined, IterationFacts | undefined] {
  const counted = history.filter((past, at) => !isExcluded(past, detectProgress(past, history[at - 1])));
  return [counted.at(-2), counted.at(-1)];
}

/** Without a list, the run must be claimed, and refused only because of these failures. */
function standsAlone({ seen, gate, settings }: Case): boolean {
  if (seen.selection.is === "task") return false;
  if (seen.tasks.is === "list") return true;
  const checks = runVetoes(seen.evidence, settings).length;
  return gate.claimed && gate.vetoes.length === checks && gate.shortfalls.length === 0;
}

function describeFailing({ seen, settings }: Case): string {
  return runVetoes(seen.evidence, settings)
    .map(({ name, failing = [] }) => (failing.length > 0 ? `${name} (${formatTestNames(failing)})` : name))
    .join(", ");
}
