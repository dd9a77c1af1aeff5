import { formatTestNames, runVetoes } from "../core/check-comparison.js";
import { standingFailures } from "../core/completion.js";
import { exit } from "../core/decision.js";
import type { IterationFacts } from "../core/observation.js";
import { detectChange, detectProgress, isExcluded } from "../core/progress.js";
import { abstain, type Rule, speak, type TurnCase } from "../core/rule.js";

/**
 * Only tests that failed before the run still fail, and the agent, although it got them as feedback, does not fix any.
 */
export const knownFailures: Rule = {
  name: "known-failures",
  summary: "only tests that failed at the start block the run, and their number does not go down",
  uses: ["knownFailures"],
  about: "run",
  asks: "after-turn",
  judge(context) {
    const { seen, settings, excluded } = context;
    if (settings.knownFailures === "refuse") return abstain("the settings ask for every failing test to be fixed");
    const remaining = standsAlone(context) ? standingFailures(seen, settings) : undefined;
    if (remaining === undefined || excluded)
      return abstain("failures from the start of the run are not the only blocker");
    const [earlier, before] = lastTwo(seen.history);
    const hasFeedback =
      before?.knownFailing !== undefined || (seen.tasks.is === "list" && seen.selection.is === "none");
    if (!hasFeedback) return abstain("the agent has not had feedback yet on the tests failing since the start");
    const isUnchanged = detectChange(seen.turn.facts, seen.history.at(-1)) === false;
    const counts = [earlier?.knownFailing, before?.knownFailing, remaining];
    const isNotFewer = counts.every((count, at) => count !== undefined && count >= (counts[at - 1] ?? 0));
    if (!isUnchanged && !isNotFewer)
      return abstain(`${remaining} still failing since the start, and the agent is working on them`);
    return speak(
      exit(
        "needs-review",
        `everything else is done, but ${describeFailing(context)} failed before the run and still fail`,
      ),
    );
  },
};

/** The last two iterations that are not excluded. */
function lastTwo(
  history: readonly IterationFacts[],
): readonly [IterationFacts | undefined, IterationFacts | undefined] {
  const counted = history.filter((past, at) => !isExcluded(past, detectProgress(past, history[at - 1])));
  return [counted.at(-2), counted.at(-1)];
}

/** Without a list, the run must be claimed, and refused only because of these failures. */
function standsAlone({ seen, gate, settings }: TurnCase): boolean {
  if (seen.selection.is === "task") return false;
  if (seen.tasks.is === "list") return true;
  const checks = runVetoes(seen.evidence, settings).length;
  return gate.claimed && gate.vetoes.length === checks && gate.unproven.length === 0;
}

function describeFailing({ seen, settings }: TurnCase): string {
  return runVetoes(seen.evidence, settings)
    .map(({ name, failing = [] }) => (failing.length > 0 ? `${name} (${formatTestNames(failing)})` : name))
    .join(", ");
}
