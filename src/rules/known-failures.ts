import { formatTestNames, runVetoes } from "../core/check-comparison.js";
import { standingFailures } from "../core/completion.js";
import { exit } from "../core/decision.js";
import type { IterationFacts } from "../core/observation.js";
import { detectChange, detectProgress, isExcluded } from "../core/progress.js";
import { abstain, type Rule, speak, type TurnCase } from "../core/rule.js";

/** All is done but for tests that failed before the run began, and the agent, told so, does not make them fewer. */
export const knownFailures: Rule = {
  name: "known-failures",
  summary: "nothing but tests that failed at the start stands against the run, and they do not become fewer",
  uses: ["knownFailures"],
  asks: "after-turn",
  judge(of) {
    const { seen, settings, excluded } = of;
    const standing = standsAlone(of) ? standingFailures(seen, settings) : undefined;
    if (standing === undefined || excluded) return abstain("no failure of the run's start stands alone against it");
    const [earlier, before] = lastTwo(seen.history);
    const isTold = before?.knownFailing !== undefined || (seen.tasks.is === "list" && seen.selection.is === "none");
    if (!isTold) return abstain("the agent has not been told yet which tests fail since the start");
    const isUnchanged = detectChange(seen.turn.facts, seen.history.at(-1)) === false;
    const counts = [earlier?.knownFailing, before?.knownFailing, standing];
    const isNoFewer = counts.every((count, at) => count !== undefined && count >= (counts[at - 1] ?? 0));
    if (!isUnchanged && !isNoFewer) return abstain(`${standing} still failing since the start, and the agent is at it`);
    return speak(
      exit("needs-review", `everything else is done, but ${describeFailing(of)} failed before the run and still fail`),
    );
  },
};

/** The last two iterations that prove anything. */
function lastTwo(
  history: readonly IterationFacts[],
): readonly [IterationFacts | undefined, IterationFacts | undefined] {
  const counted = history.filter((past, at) => !isExcluded(past, detectProgress(past, history[at - 1])));
  return [counted.at(-2), counted.at(-1)];
}

/** Without a list the run must be claimed, and refused for nothing else. */
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
