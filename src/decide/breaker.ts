import { plural } from "../lib/text/plural.js";
import { fingerprint } from "./fingerprint.js";
import type { BreakerLimits } from "./settings.js";

export type BreakerState = "closed" | "half-open" | "open";

export interface Breaker {
  readonly state: BreakerState;
  readonly reason: string | null;
  /** Milliseconds since 1970. */
  readonly openedAt: number | null;
  readonly noProgress: number;
  readonly sameError: number;
  readonly lastError: string | null;
  readonly gateRefused: number;
}

/** A breaker read from outside: the state is required, counts may be missing. */
export type SavedBreaker = Pick<Breaker, "state"> & Partial<Breaker>;

/** One iteration, as the breaker counts it. */
export interface BreakerEvent {
  /** undefined: unknown. Neither counts nor resets. */
  readonly progress: boolean | undefined;
  /** A usage limit, an interrupt or a question to a person: says nothing about progress. */
  readonly excluded: boolean;
  /** null: ended without an error; undefined: unknown. */
  readonly error: string | null | undefined;
  /** `off`: the gate is disabled in the settings. */
  readonly gate: "passed" | "refused" | "off";
  /** A task was done, or fewer tests or checks fail than in the last iteration. */
  readonly eased: boolean;
}

export const closedBreaker: Breaker = {
  state: "closed",
  reason: null,
  openedAt: null,
  noProgress: 0,
  sameError: 0,
  lastError: null,
  gateRefused: 0,
};

/** The breaker at the start of an iteration: after the cool-down, an open one lets one trial through. */
export function enterBreaker(breaker: Breaker, limits: BreakerLimits, now: number | null): Breaker {
  if (breaker.state !== "open" || !hasCooledDown(breaker, limits, now)) return breaker;
  return { ...closedBreaker, state: "half-open", reason: "cooled down, one trial", lastError: breaker.lastError };
}

function hasCooledDown(breaker: Breaker, limits: BreakerLimits, now: number | null): boolean {
  if (breaker.openedAt === null || now === null || breaker.openedAt > now) return false;
  return now - breaker.openedAt >= limits.coolDownSeconds * 1000;
}

/** The breaker after one iteration. A pure state machine: time is an argument, and an open breaker stays open. */
export function stepBreaker(
  before: Breaker,
  event: BreakerEvent,
  { limits, now }: { limits: BreakerLimits; now: number | null },
): Breaker {
  if (event.excluded || before.state === "open") return before;
  if (event.gate === "passed") return closedBreaker;
  const counted = countEvent(before, event);
  const reason = trips(before, counted, { event, limits });
  if (reason) return { ...counted, state: "open", reason, openedAt: now };
  return settle(before, counted, { event, limits });
}

/** The counts after one iteration, without applying any limit. */
export function countEvent(before: Breaker, event: BreakerEvent): Breaker {
  if (event.excluded) return before;
  if (event.gate === "passed") return closedBreaker;
  const { progress, error } = event;
  const repeated = typeof error === "string" && before.lastError !== null && sameError(error, before.lastError);
  return {
    state: before.state,
    reason: before.reason,
    openedAt: before.openedAt,
    noProgress: progress === true ? 0 : progress === false ? before.noProgress + 1 : before.noProgress,
    sameError: error === undefined ? before.sameError : error === null ? 0 : repeated ? before.sameError + 1 : 1,
    lastError: error === undefined ? before.lastError : error,
    gateRefused: event.eased ? 0 : before.gateRefused + (event.gate === "refused" ? 1 : 0),
  };
}

const sameError = (a: string, b: string): boolean => a === b || fingerprint(a) === fingerprint(b);

interface StepInput {
  readonly event: BreakerEvent;
  readonly limits: BreakerLimits;
}

function trips(before: Breaker, counted: Breaker, { event, limits }: StepInput): string | undefined {
  if (limits.noProgress > 0 && event.progress === false) {
    if (counted.noProgress >= limits.noProgress) return `${times(counted.noProgress)} in a row without progress`;
    if (before.state === "half-open") return "no progress in the trial iteration";
  }
  if (limits.sameError > 0 && typeof event.error === "string" && counted.sameError >= limits.sameError)
    return `the same error ${plural(counted.sameError, "time")} in a row`;
  if (limits.gateRefused > 0 && counted.gateRefused >= limits.gateRefused)
    return `the exit gate did not pass in ${times(counted.gateRefused)}`;
  return undefined;
}

/** The new state when no limit was reached. */
function settle(before: Breaker, counted: Breaker, { event, limits }: StepInput): Breaker {
  if (event.progress === true) return inState(counted, "closed", null);
  if (before.state === "half-open") return counted;
  if (limits.noProgress > 1 && counted.noProgress >= limits.noProgress - 1)
    return inState(counted, "half-open", `${times(counted.noProgress)} without progress, one less than the limit`);
  return inState(counted, "closed", null);
}

const inState = (breaker: Breaker, state: BreakerState, reason: string | null): Breaker =>
  breaker.state === state && breaker.reason === reason ? breaker : { ...breaker, state, reason };

const times = (count: number): string => plural(count, "iteration");
