import { abstain, type Rule, speak, type TurnCase } from "../core/rule.js";
import { finish } from "./finish.js";

/** A task is selected and its claim passes the gate: that task is done, and the run if it was the last. */
export const verifiedTask: Rule = {
  name: "verified-task",
  summary: "the selected task's claim passes the gate: the task is done, and the run if it was the last",
  uses: ["gateEnabled", "requireExplicitSignal", "indicatorThreshold", "minScore", "confirmations", "allowOverride"],
  asks: "after-turn",
  judge(of) {
    if (of.seen.selection.is !== "task") return abstain("no task is selected");
    const unmet = unmetByGate(of);
    return unmet ? abstain(unmet) : speak(finish(of, told(of)));
  },
};

/** Why the claim does not stand yet, or undefined where it does. */
export function unmetByGate({ gate, settings }: TurnCase): string | undefined {
  if (!settings.gateEnabled) return "the gate is turned off";
  if (!gate.claimed) return "the agent does not claim completion";
  if (!gate.passed) return `the gate refused: ${gate.refusals.join("; ")}`;
  const needed = Math.max(settings.confirmations, settings.verifyIteration ? 2 : 1);
  return gate.confirmed < needed ? `${gate.confirmed} of ${needed} passing claims in a row` : undefined;
}

/** What the gate found, for the reason. */
export function told({ gate, score }: TurnCase): string {
  return `an explicit claim with ${gate.indicatorSum} indicators and score ${score.total}, no veto`;
}
