import { formatTestNames, isKnownFailure } from "./check-comparison.js";
import { completionBlockers, countNotDone } from "./completion.js";
import type { Verdict } from "./decision.js";
import { describeNotDone } from "./describe-not-done.js";
import { describeCheck, type Evidence } from "./evidence.js";
import type { Observation } from "./observation.js";
import { howToAnswer } from "./review.js";
import type { Case } from "./rule.js";
import type { Settings } from "./settings.js";
import { tasksDoneBy } from "./tasks-done.js";

/** Feedback for the agent's next prompt. */
export function collectFeedback({ gate, seen, settings }: Case, verdict: Verdict): readonly string[] {
  const isRefused = gate.claimed && !gate.passed;
  const feedback = isRefused ? [...gate.refusals] : [];
  const answer = isRefused ? howToAnswer(seen) : null;
  if (answer !== null) feedback.push(answer);
  const vetoes = isRefused ? gate.vetoes.join("\n") : "";
  if (!gate.claimed && seen.turn?.report.contradictory)
    feedback.push(
      "your status contradicts itself, so it counts as not done: a yes stands beside something that denies it",
    );
  for (const check of seen.evidence)
    if (check.required && check.state !== "holds" && !check.notRun && !vetoes.includes(check.name))
      feedback.push(describeUnmet(check));
  if (verdict.decision === "CONTINUE") feedback.push(...listFeedback(seen, settings, tasksDoneBy(verdict)));
  return feedback.length < 2 ? feedback : [...new Set(feedback)];
}

/** Marks tests that failed before the agent changed anything. */
function describeUnmet(check: Evidence): string {
  const { failing = [] } = check;
  if (isKnownFailure(check) && failing.length > 0)
    return `still failing in ${check.name}, as before the run: ${formatTestNames(failing)}`;
  return `required check ${describeCheck(check)}`;
}

/** The remaining tasks; if there are none, why the run is still not complete. */
function listFeedback(seen: Observation, settings: Settings, done: readonly string[]): readonly string[] {
  const { tasks } = seen;
  if (tasks.is !== "list") return [];
  const left = countNotDone(seen, done);
  return left > 0 ? [describeNotDone(tasks, done, left)] : completionBlockers(seen, settings, done);
}
