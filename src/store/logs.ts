import type { DecisionRecord } from "./record.js";

/** One line per decision, for `tail -f`. */
export function decisionLine({ at, run, iteration, decision }: DecisionRecord): string {
  const { outcome, rule, policy, reason, completion, confidence } = decision;
  const percent = completion.percent === null ? "no list" : `${completion.percent}% done`;
  const verdict = outcome === null ? decision.decision : `${decision.decision} ${outcome}`;
  const figures = `score ${decision.score.total}, ${percent}, confidence ${confidence ?? "unknown"}`;
  return `${at} run ${run} iteration ${iteration}: ${verdict} by ${rule} (${policy}): ${oneLine(reason)} [${figures}]\n`;
}

/** The log of doyaken: the score and all its parts. */
export function confidenceLine({ at, run, iteration, decision }: DecisionRecord): string {
  const parts = decision.score.parts.map(({ name, points, of, why }) => `${name} ${points}/${of} (${oneLine(why)})`);
  return `${at} run ${run} iteration ${iteration}: score ${decision.score.total}/100: ${parts.join(", ") || "no turn"}\n`;
}

/** `exit-decisions_2026-01-31.log`. */
export const decisionLogName = (at: string): string => `exit-decisions_${at.slice(0, 10)}.log`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
