import type { Decision } from "../core/decision.js";
import type { IterationFacts } from "../core/observation.js";
import type { Case } from "../core/rule.js";
import { standstill } from "../rules/stagnation.js";
import type { After } from "../store/record.js";
import { windowOf } from "./window.js";

/** What a decision leaves to the next one, whoever made it. */
export function aftermath(of: Case, decision: Decision): Pick<After, "breaker" | "past" | "keep" | "stagnation"> {
  const { turn, history } = of.seen;
  const past = turn ? pastOf(of, turn.facts, decision) : {};
  return {
    breaker: of.breakerAfter,
    past,
    keep: windowOf(of.settings),
    stagnation: turn ? standstill(past, history, of.settings) : 0,
  };
}

/**
 * The iteration as later ones will see it: short, since many are kept. A task that passed the gate is done, whether or
 * not its box is ticked yet.
 */
function pastOf({ gate, score }: Case, facts: IterationFacts, { taskDone }: Decision): IterationFacts {
  const seen = Object.entries(facts).filter(([name, value]) => value !== false || name === "spoke");
  return {
    ...(Object.fromEntries(seen) satisfies IterationFacts),
    ...(gate.passed ? { passed: true } : {}),
    score: score.total,
    ...(taskDone !== null && !facts.tasksDone ? { tasksDone: 1 } : {}),
  };
}
