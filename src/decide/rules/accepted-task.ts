import { plural } from "../../lib/text/plural.js";
import type { Observation } from "../observation.js";
import { abstain, type Rule, speak, type TurnCase } from "../rule.js";
import { finish } from "./finish.js";

/** The settings the gate uses. */
export const gateSettings = [
  "gateEnabled",
  "grantedBy",
  "requireExplicitSignal",
  "unverified",
  "unchanged",
  "newFailures",
  "indicatorThreshold",
  "minScore",
  "minTrust",
  "confirmations",
  "allowOverride",
] as const;

export const acceptedTask: Rule = {
  name: "accepted-task",
  summary: "the selected task's claim passes the gate: the task is done, and the run if it was the last",
  uses: gateSettings,
  looksBack: ({ confirmations }) => confirmations,
  about: "run",
  asks: "after-turn",
  judge(context) {
    if (context.seen.selection.is !== "task") return abstain("no task is selected");
    if (context.seen.again) return abstain("the task is judged again");
    const unmet = unmetByGate(context);
    return unmet ? abstain(unmet) : speak(finish(context, describePassed(context)));
  },
};

/** Why the gate does not accept the claim yet, or undefined if it does. */
export function unmetByGate({ gate, settings }: TurnCase): string | undefined {
  if (!settings.gateEnabled) return "the gate is turned off";
  if (!gate.claimed) return "the agent does not claim completion";
  if (!gate.passed) return `the gate refused: ${gate.refusals.join("; ")}`;
  const needed = Math.max(settings.confirmations, settings.verifyIteration ? 2 : 1);
  return gate.confirmed < needed ? `${gate.confirmed} of ${needed} passing claims in a row` : undefined;
}

export function describePassed({ gate, score, seen, settings }: TurnCase): string {
  if (gate.visible === null) {
    const scored = settings.minScore > 0 ? ` and score ${score.total}` : "";
    return `an explicit claim with ${plural(gate.indicatorSum, "indicator")}${scored}, no veto`;
  }
  const holding = seen.evidence.filter((check) => check.required && check.state === "holds").map(({ name }) => name);
  const work = gate.visible ? "the work is visible" : describeUnchanged({ gate, seen });
  const checks = holding.length > 0 ? `${holding.join(", ")} hold${holding.length === 1 ? "s" : ""}` : noChecks(seen);
  return `claimed; ${work}; ${checks}`;
}

function describeUnchanged({ gate, seen }: Pick<TurnCase, "gate" | "seen">): string {
  if (gate.proof?.kind === "held-before" && gate.proof.why) return gate.proof.why;
  return seen.session ? "nothing has changed" : "claimed twice, with nothing changed";
}

const noChecks = ({ evidence }: Observation): string =>
  evidence.some(({ required }) => required) ? "no check is worse than before" : "not proven, as no check exists";
