import { standingFailures } from "../core/completion.js";
import type { Decision } from "../core/decision.js";
import type { IterationFacts } from "../core/observation.js";
import { tasksDoneBy } from "../core/policy.js";
import { eased } from "../core/progress.js";
import type { Case } from "../core/rule.js";
import { standstill } from "../rules/stagnation.js";
import type { After } from "../store/record.js";
import { historyLimit } from "./history-limit.js";

/** What a decision leaves to the next one, whoever made it. */
export function aftermath(
  of: Case,
  decision: Decision,
): Pick<After, "breaker" | "past" | "historyLimit" | "stagnation" | "unverified" | "gained"> {
  const { turn, history } = of.seen;
  const past = turn ? toPast(of, turn.facts, decision) : {};
  return {
    breaker: of.breakerAfter,
    past,
    historyLimit: historyLimit(of.settings),
    stagnation: turn ? standstill(past, history, of.settings) : 0,
    unverified: countUnverified(of, decision),
    gained: hasGained(of, decision),
  };
}

/** A task done, or fewer failing tests while they are those of the start. */
function hasGained({ seen }: Case, decision: Decision): boolean {
  if (tasksDoneBy(decision).length > 0) return true;
  const isHonest = !seen.evidence.some(({ name, state }) => name === "honest-tests" && state === "fails");
  return isHonest && seen.turn !== null && eased(seen.turn.facts, seen.history.at(-1));
}

/** Tasks done by this decision whose work nothing spoke for. One that only waits for red checks to hold is none. */
function countUnverified({ gate }: Case, { taskDone, alsoDone, forced }: Decision): number {
  return alsoDone.length + (taskDone !== null && (forced || !gate.earned) ? 1 : 0);
}

/**
 * The iteration as later ones will see it: short, since many are kept. A task that passed the gate is done, whether or
 * not its box is ticked yet.
 */
function toPast({ gate, score, seen, settings }: Case, facts: IterationFacts, decision: Decision): IterationFacts {
  const done = tasksDoneBy(decision);
  const { alsoTicked: _, ...own } = facts;
  const told = Object.entries(own).filter(
    ([name, value]) => value !== false || name === "spoke" || name === "workVisible",
  );
  const knownFailing = standingFailures(seen, settings, done);
  return {
    ...(Object.fromEntries(told) satisfies IterationFacts),
    ...(gate.passed ? { passed: true } : {}),
    ...(knownFailing === undefined ? {} : { knownFailing }),
    score: score.total,
    ...(done.length > 0 && !facts.tasksDone ? { tasksDone: done.length } : {}),
  };
}
