import type { Observation } from "../core/observation.js";
import { abstain, type Rule, speak, type TurnCase } from "../core/rule.js";
import { finish } from "./finish.js";

/** The settings by which the gate judges. */
export const gateSettings = [
  "gateEnabled",
  "proof",
  "requireExplicitSignal",
  "requireChecks",
  "unchangedTasks",
  "newFailures",
  "strict",
  "indicatorThreshold",
  "minScore",
  "confirmations",
  "allowOverride",
] as const;

/** A task is selected and its claim passes the gate: that task is done, and the run if it was the last. */
export const verifiedTask: Rule = {
  name: "verified-task",
  summary: "the selected task's claim passes the gate: the task is done, and the run if it was the last",
  uses: gateSettings,
  looksBack: ({ confirmations }) => confirmations,
  asks: "after-turn",
  judge(of) {
    if (of.seen.selection.is !== "task") return abstain("no task is selected");
    const unmet = unmetByGate(of);
    return unmet ? abstain(unmet) : speak(finish(of, describePassed(of)));
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
export function describePassed({ gate, score, seen }: TurnCase): string {
  if (gate.visible === null)
    return `an explicit claim with ${gate.indicatorSum} indicators and score ${score.total}, no veto`;
  const held = seen.evidence.filter((check) => check.required && check.state === "holds").map(({ name }) => name);
  const work = gate.visible ? "the work can be seen" : "claimed twice, with nothing changed";
  const checks = held.length > 0 ? `${held.join(", ")} hold${held.length === 1 ? "s" : ""}` : noChecks(seen);
  return `claimed; ${work}; ${checks}`;
}

const noChecks = ({ evidence }: Observation): string =>
  evidence.some(({ required }) => required) ? "no check is worse than before" : "unverified, as no check exists";
