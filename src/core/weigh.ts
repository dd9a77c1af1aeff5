import { type Breaker, type BreakerEvent, closedBreaker, countEvent, enterBreaker, stepBreaker } from "./breaker.js";
import { askGate, noGate } from "./gate.js";
import type { IterationFacts, Observation } from "./observation.js";
import { detectProgress, eased, isExcluded } from "./progress.js";
import type { Case } from "./rule.js";
import { noScore } from "./score.js";
import type { BreakerLimits, Settings } from "./settings.js";

/** Works out what a policy's settings make of an observation. Pure, and without text: the words were read before. */
export function weigh(given: Observation, settings: Settings): Case {
  const seen = settings.proof === "facts" ? given : countThrough(given);
  const limits = breakerLimits(settings);
  const kept = seen.breaker
    ? { ...closedBreaker, ...untold(seen, limits), ...seen.breaker }
    : countsFromHistory(seen.history, limits);
  const { turn } = seen;
  const met = turn?.facts.fresh && kept.state !== "open" ? { ...kept, ...restarted } : kept;
  const breakerBefore = enterBreaker(met, limits, seen.now);
  if (!turn) {
    const breaker = { breakerBefore, breakerAfter: breakerBefore };
    return { seen, settings, score: noScore, gate: noGate, ...breaker, progress: undefined, excluded: false };
  }
  const last = seen.history.at(-1);
  const progress = detectProgress(turn.facts, last);
  const excluded = isExcluded(turn.facts, progress);
  const { gate, score } = askGate(seen, turn, settings);
  const asked = settings.gateEnabled ? (gate.passed ? "passed" : "refused") : "off";
  const event = breakerEvent(turn.facts, last, { progress, excluded, gate: asked });
  const breakerAfter = stepBreaker(breakerBefore, event, { limits, now: seen.now });
  return { seen, settings, score, gate, breakerBefore, breakerAfter, progress, excluded };
}

/** The seeds' policies count from one task to the next. */
function countThrough(seen: Observation): Observation {
  const { turn, history } = seen;
  if (!turn?.facts.fresh && !history.some(({ fresh }) => fresh)) return seen;
  const without = ({ fresh: _, ...facts }: IterationFacts): IterationFacts => facts;
  return { ...seen, turn: turn && { ...turn, facts: without(turn.facts) }, history: history.map(without) };
}

/** Another task, or a run that goes on: what was counted without progress counts no more. */
const restarted = { state: "closed", reason: null, noProgress: 0, gateRefused: 0 } as const;

/** Counts the keeper of the breaker did not tell are taken from the history. */
function untold({ breaker, history }: Observation, limits: BreakerLimits): Partial<Breaker> {
  if (!breaker || history.length === 0) return {};
  const { noProgress, sameError, lastError, gateRefused } = countsFromHistory(history, limits);
  return { noProgress, sameError, lastError, gateRefused };
}

/** `stagnationLoops: 0` turns off standstill in the breaker too. */
export function breakerLimits({ breaker, stagnationLoops }: Settings): BreakerLimits {
  return stagnationLoops === 0 ? { ...breaker, noProgress: 0 } : breaker;
}

function breakerEvent(
  facts: IterationFacts,
  before: IterationFacts | undefined,
  { progress, excluded, gate }: { progress: boolean | undefined; excluded: boolean; gate: BreakerEvent["gate"] },
): BreakerEvent {
  return {
    progress,
    excluded,
    error: facts.error,
    gate,
    eased: eased(facts, before),
  };
}

/**
 * Where nobody keeps a breaker its counts come from the past iterations. Its state does not: somebody who goes on
 * after a verdict of ours has decided to, and an open breaker must have been told to us to count as open.
 */
function countsFromHistory(history: readonly IterationFacts[], limits: BreakerLimits): Breaker {
  let breaker: Breaker = closedBreaker;
  let before: IterationFacts | undefined;
  for (const facts of history) {
    const progress = detectProgress(facts, before);
    const excluded = isExcluded(facts, progress);
    const event = breakerEvent(facts, before, { progress, excluded, gate: facts.passed ? "passed" : "refused" });
    breaker = countEvent(breaker, event);
    before = facts;
  }
  const nearly = limits.noProgress > 1 && breaker.noProgress >= limits.noProgress - 1;
  return nearly ? { ...breaker, state: "half-open" } : breaker;
}
