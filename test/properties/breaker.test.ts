import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Breaker,
  type BreakerEvent,
  type BreakerLimits,
  closedBreaker,
  enterBreaker,
  stepBreaker,
} from "../../src/index.js";

const now = 1_800_000_000_000;
const offLimits: BreakerLimits = { noProgress: 0, sameError: 0, gateRefused: 0, coolDownSeconds: 1800 };

const anyLimits: fc.Arbitrary<BreakerLimits> = fc.record({
  noProgress: fc.nat({ max: 5 }),
  sameError: fc.nat({ max: 5 }),
  gateRefused: fc.nat({ max: 5 }),
  coolDownSeconds: fc.nat({ max: 4000 }),
});
const anyError = fc.constantFrom(undefined, null, "TypeError: x", "exit status 1", "exit status 2");
const anyEvent: fc.Arbitrary<BreakerEvent> = fc.record({
  progress: fc.constantFrom(true, false, undefined),
  excluded: fc.boolean(),
  error: anyError,
  gate: fc.constantFrom("passed", "refused"),
  eased: fc.boolean(),
});
const anyBreaker: fc.Arbitrary<Breaker> = fc.record({
  state: fc.constantFrom("closed", "half-open", "open"),
  reason: fc.constantFrom(null, "told"),
  openedAt: fc.constantFrom(null, 0, now - 1, now + 1),
  noProgress: fc.nat({ max: 6 }),
  sameError: fc.nat({ max: 6 }),
  lastError: fc.constantFrom(null, "TypeError: x", "exit status 7"),
  gateRefused: fc.nat({ max: 6 }),
});
const at = (limits: BreakerLimits) => ({ limits, now });

describe("a breaker", () => {
  it("is never changed by an iteration that proves nothing", () => {
    fc.assert(
      fc.property(anyBreaker, anyEvent, anyLimits, (breaker, event, limits) => {
        expect(stepBreaker(breaker, { ...event, excluded: true }, at(limits))).toEqual(breaker);
      }),
      { numRuns: 300 },
    );
  });

  it("stays open as it is under any events", () => {
    fc.assert(
      fc.property(anyBreaker, fc.array(anyEvent, { maxLength: 8 }), anyLimits, (breaker, events, limits) => {
        const open: Breaker = { ...breaker, state: "open" };
        expect(events.reduce((before, event) => stepBreaker(before, event, at(limits)), open)).toEqual(open);
      }),
      { numRuns: 300 },
    );
  });

  it("is closed by progress, and its count of idle iterations starts again", () => {
    fc.assert(
      fc.property(anyBreaker, anyEvent, anyLimits, (breaker, event, limits) => {
        fc.pre(breaker.state !== "open");
        const moved: BreakerEvent = { ...event, progress: true, excluded: false, error: null, eased: true };
        const after = stepBreaker(breaker, moved, at(limits));
        expect(after).toMatchObject({ state: "closed", reason: null, noProgress: 0, sameError: 0, gateRefused: 0 });
      }),
      { numRuns: 300 },
    );
  });

  it("is closed and never tripped by a passed gate", () => {
    fc.assert(
      fc.property(anyBreaker, anyEvent, anyLimits, (breaker, event, limits) => {
        fc.pre(breaker.state !== "open");
        const after = stepBreaker(breaker, { ...event, gate: "passed", excluded: false }, at(limits));
        expect(after).toEqual(closedBreaker);
      }),
      { numRuns: 300 },
    );
  });

  it("opens exactly at the limit of idle iterations in a row, and is half open one before it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(anyEvent, { maxLength: 20 }), (limit, events) => {
        const limits = { ...offLimits, noProgress: limit };
        let breaker = closedBreaker;
        let idle = 0;
        for (const event of events) {
          breaker = stepBreaker(breaker, event, at(limits));
          if (!event.excluded && idle < limit) idle = idleAfter(idle, event);
          const expected = idle >= limit ? "open" : limit > 1 && idle === limit - 1 ? "half-open" : "closed";
          expect(breaker.state, `${idle} of ${limit} idle`).toBe(expected);
          if (expected === "open") expect(breaker.openedAt).toBe(now);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("opens exactly at the limit of the same error in a row, numbers aside", () => {
    const error = fc.oneof(
      fc.nat().map((line) => `TypeError: x is undefined at line ${line}`),
      fc.nat().map((port) => `connect ECONNREFUSED port ${port}`),
      fc.constantFrom(null, undefined),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(error, { maxLength: 15 }), (limit, errors) => {
        const limits = { ...offLimits, sameError: limit };
        let breaker = closedBreaker;
        let row: string[] = [];
        for (const told of errors) {
          breaker = stepBreaker(breaker, { ...refusedEvent, error: told }, at(limits));
          if (row.length < limit) row = rowAfter(row, told);
          expect(breaker.state, JSON.stringify(errors)).toBe(row.length >= limit ? "open" : "closed");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("opens exactly at the limit of refused gates with nothing easing between", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(anyEvent, { maxLength: 15 }), (limit, events) => {
        const limits = { ...offLimits, gateRefused: limit };
        let breaker = closedBreaker;
        let refused = 0;
        for (const event of events) {
          breaker = stepBreaker(breaker, event, at(limits));
          if (!event.excluded && refused < limit) refused = event.gate === "passed" || event.eased ? 0 : refused + 1;
          expect(breaker.state === "open", `${refused} of ${limit} refused`).toBe(refused >= limit);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("with its limits off never opens", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
        const after = events.reduce((before, event) => stepBreaker(before, event, at(offLimits)), closedBreaker);
        expect(after.state).toBe("closed");
      }),
      { numRuns: 200 },
    );
  });
});

describe("cooling down", () => {
  const opened: fc.Arbitrary<Breaker> = anyBreaker.map((breaker) => ({ ...breaker, state: "open" }));

  it("has not happened without the time of opening or of now, or with an opening in the future", () => {
    const times = fc.oneof(
      fc.record({ openedAt: fc.constant(null), time: fc.constantFrom(null, now) }),
      fc.record({ openedAt: fc.constantFrom(0, now), time: fc.constant(null) }),
      fc.record({ openedAt: fc.integer({ min: 1, max: 1e12 }).map((later) => now + later), time: fc.constant(now) }),
    );
    fc.assert(
      fc.property(opened, anyLimits, times, (breaker, limits, { openedAt, time }) => {
        const given = { ...breaker, openedAt };
        expect(enterBreaker(given, limits, time)).toEqual(given);
      }),
      { numRuns: 200 },
    );
  });

  it("happens at the stated time and not a moment before", () => {
    fc.assert(
      fc.property(opened, anyLimits, fc.integer({ min: -3000, max: 3000 }), (breaker, limits, off) => {
        const openedAt = now - limits.coolDownSeconds * 1000 - off;
        fc.pre(openedAt <= now);
        const { state } = enterBreaker({ ...breaker, openedAt }, limits, now);
        expect(state).toBe(off >= 0 ? "half-open" : "open");
      }),
      { numRuns: 300 },
    );
  });

  it("lets one trial through: idle opens again, progress closes, what proves nothing leaves it", () => {
    fc.assert(
      fc.property(opened, fc.integer({ min: 1, max: 5 }), anyEvent, (breaker, limit, event) => {
        const limits = { ...offLimits, noProgress: limit };
        const trial = enterBreaker({ ...breaker, openedAt: 0 }, limits, now);
        const { state } = stepBreaker(trial, event, at(limits));
        const unproven = event.excluded || (event.gate === "refused" && event.progress === undefined);
        const closes = event.gate === "passed" || event.progress === true;
        expect(state).toBe(unproven ? "half-open" : closes ? "closed" : "open");
      }),
      { numRuns: 300 },
    );
  });

  it("is asked of open breakers only", () => {
    fc.assert(
      fc.property(anyBreaker, anyLimits, (breaker, limits) => {
        fc.pre(breaker.state !== "open");
        expect(enterBreaker(breaker, limits, now)).toEqual(breaker);
      }),
      { numRuns: 100 },
    );
  });
});

const refusedEvent: BreakerEvent = {
  progress: undefined,
  excluded: false,
  error: undefined,
  gate: "refused",
  eased: false,
};

function idleAfter(idle: number, { progress, gate }: BreakerEvent): number {
  if (gate === "passed" || progress === true) return 0;
  return progress === false ? idle + 1 : idle;
}

/** Unknown neither lengthens the row nor ends it; another error begins a new one. */
function rowAfter(row: string[], told: string | null | undefined): string[] {
  if (told === undefined) return row;
  if (told === null) return [];
  const kind = told.slice(0, 8);
  return row[0] === kind ? [...row, kind] : [kind];
}
