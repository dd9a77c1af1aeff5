import { type Breaker, type BreakerEvent, closedBreaker, countEvent, enterBreaker, stepBreaker } from "./breaker.js";
import { askGate, noGate } from "./gate.js";
import type { IterationFacts, Observation } from "./observation.js";
import { detectProgress, eased, isExcluded } from "./progress.js";
import type { Case } from "./rule.js";
import { noScore } from "./score.js";
import type { BreakerLimits, Settings } from "./settings.js";

/** Applies a policy's settings to an observation. Pure, and without text: the output was read before. */
export function weigh(observation: Observation, settings: Settings): Case {
  const seen = settings.grantedBy === "facts" ? observation : countThrough(observation);
  const limits = breakerLimits(settings);
  const saved = seen.breaker
    ? { ...closedBreaker, ...missingCounts(seen, limits), ...seen.breaker }
    : countsFromHistory(seen.history, limits);
  const { turn } = seen;
  const entered = turn?.facts.fresh && saved.state !== "open" ? { ...saved, ...restarted } : saved;
  const breakerBefore = enterBreaker(entered, limits, seen.now);
  if (!turn) {
    const breaker = { breakerBefore, breakerAfter: breakerBefore };
    return { seen, settings, score: noScore, gate: noGate, ...breaker, progress: undefined, excluded: false };
  }
  const last = seen.history.at(-1);
  const progress = detectProgress(turn.facts, last);
  const excluded = isExcluded(turn.facts, progress);
  const { gate, score } = askGate(seen, turn, settings);
  if (seen.again) {
    const breaker = { breakerBefore, breakerAfter: breakerBefore };
    return { seen, settings, score, gate, ...breaker, progress, excluded };
  }
  const gateResult = settings.gateEnabled ? (gate.passed ? "passed" : "refused") : "off";
  const event = breakerEvent(turn.facts, last, { progress, excluded, gate: gateResult });
  const breakerAfter = stepBreaker(breakerBefore, event, { limits, now: seen.now });
  return { seen, settings, score, gate, breakerBefore, breakerAfter, progress, excluded };
}

/** Policies with `grantedBy: "indicators"` do not restart their counts at a new task, and know claims of the run only. */
function countThrough(seen: Observation): Observation {
  const { turn, history } = seen;
  const isOther = ({ fresh, ofUnit }: IterationFacts): boolean => fresh === true || ofUnit === true;
  if (!(turn && isOther(turn.facts)) && !history.some(isOther)) return seen;
  const without = ({ fresh: _, ofUnit, ...facts }: IterationFacts): IterationFacts =>
    ofUnit ? { ...facts, claimed: false } : facts;
  return { ...seen, turn: turn && { ...turn, facts: without(turn.facts) }, history: history.map(without) };
}

/** Another task or a resumed run: iterations without progress no longer count. */
const restarted = { state: "closed", reason: null, noProgress: 0, gateRefused: 0 } as const;

/** Takes counts missing in a saved breaker from the history. */
function missingCounts({ breaker, history }: Observation, limits: BreakerLimits): Partial<Breaker> {
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
 * Without a saved breaker, its counts come from the history. Its state does not: a caller that continues after our
 * verdict decided to, so only a saved breaker can be open.
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
