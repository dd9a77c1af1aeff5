import { describeCheck } from "../../decide/evidence.js";
import type { DecisionRecord } from "../../store/record.js";

/**
 * Why a person's word is not enough to call a run completed; empty if it is. The word replaces a proof, not work and not
 * a check. `left` are the tasks that are not done.
 */
export function missingForAcceptance(
  { decision, observation }: Pick<DecisionRecord, "decision" | "observation">,
  left: readonly string[],
): readonly string[] {
  if (left.length > 0) return [`not done: ${left.slice(0, maxNamed).join(", ")}${more(left.length - maxNamed)}`];
  if (decision.outcome === "completed" || decision.onlyReview) return [];
  const unmet = observation.evidence.filter(({ required, state }) => required && state !== "holds");
  const checks = unmet.map((check) => `required check ${describeCheck(check)}`);
  return checks.length > 0 ? checks : [`the run ended as ${decision.outcome}: ${decision.reason}`];
}

const maxNamed = 10;
const more = (count: number): string => (count > 0 ? ` and ${count} more` : "");
