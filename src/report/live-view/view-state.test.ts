import { describe, expect, it } from "vitest";
import { agentStart, began, iterationStart, runStart, verdict } from "../../../test/report/view-events.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import { applyEvent, measureSeconds, startView, type ViewState } from "./view-state.js";

const clean = (text: string): string => text.replaceAll("secret", "[masked]");

/** One event per second. */
function play(events: readonly RunEvent[]): ViewState {
  return events.reduce(
    (state, event, at) => applyEvent(state, event, { at: began + at * 1000, clean }),
    startView(began),
  );
}

const second = (at: number): number => began + at * 1000;

describe("the view after events", () => {
  it.each<{ name: string; events: readonly RunEvent[]; shows: Partial<ViewState> }>([
    {
      name: "a run starts",
      events: [runStart],
      shows: { iteration: null, step: { is: "starting", at: second(0) }, limits: runStart.limits },
    },
    {
      name: "an iteration starts",
      events: [runStart, iterationStart(3)],
      shows: { iteration: 3, task: "T2 Add the login form", tasks: { done: 3, total: 7 } },
    },
    {
      name: "a title begins with the id",
      events: [runStart, iterationStart(3, "T2: secret plans")],
      shows: { task: "T2: [masked] plans" },
    },
    {
      name: "the agent uses a tool",
      events: [runStart, agentStart, { type: "agent-activity", agent: "claude", does: "edits", what: "secret.ts" }],
      shows: {
        step: {
          ...{ is: "agent", at: second(2), agent: "claude", phase: null, does: "edits [masked].ts" },
          ...{ printedBytes: 0, printedAt: second(1) },
        },
      },
    },
    {
      name: "the agent writes",
      events: [runStart, agentStart, { type: "agent-message", agent: "claude", text: "the secret is out" }],
      shows: { words: "the [masked] is out" },
    },
    {
      name: "plain text",
      events: [runStart, agentStart, { type: "agent-output", bytes: 10, line: "compiling" }],
      shows: { words: "compiling" },
    },
    {
      name: "output without a new line keeps the words",
      events: [
        ...[runStart, agentStart],
        { type: "agent-message", agent: "claude", text: "I read." },
        { type: "agent-output", bytes: 10, line: null },
      ],
      shows: { words: "I read." },
    },
    {
      name: "the next agent starts with nothing said",
      events: [runStart, agentStart, { type: "agent-message", agent: "claude", text: "I read." }, agentStart],
      shows: { words: null },
    },
    {
      name: "a check runs",
      events: [runStart, { type: "check-start", name: "tests", plan: {} as never }],
      shows: { step: { is: "checking", at: second(1), check: "tests" } },
    },
    {
      name: "a decision",
      events: [runStart, verdict({ done: 4, setAside: 1, breaker: { noProgress: 2 } })],
      shows: {
        last: { outcome: null, head: "T2 refused", reason: "2 tests fail", unit: null },
        tasks: { done: 4, total: 7 },
        setAside: 1,
      },
    },
    {
      name: "a wait",
      events: [runStart, { type: "wait-start", until: null, seconds: 90, why: "a usage limit" }],
      shows: { step: { is: "waiting", at: second(1), until: second(91), why: "a usage limit" } },
    },
    {
      name: "a retry at once is no wait",
      events: [runStart, agentStart, { type: "agent-retry", seconds: 0, why: "the session is gone" }],
      shows: { words: null },
    },
    {
      name: "a wait ends",
      events: [
        runStart,
        { type: "wait-start", until: null, seconds: 90, why: "" },
        { type: "wait-end", interrupted: false },
      ],
      shows: { step: { is: "checking", at: second(2), check: null } },
    },
    { name: "a pause is asked for", events: [{ type: "pause-requested", by: "key" }], shows: { request: "pause" } },
    {
      name: "and no longer",
      events: [
        { type: "pause-requested", by: "key" },
        { type: "pause-cancelled", by: "command" },
      ],
      shows: { request: "none" },
    },
    {
      name: "paused",
      events: [runStart, { type: "pause-requested", by: "key" }, { type: "pause-start" }],
      shows: { request: "none", step: { is: "paused", at: second(2) } },
    },
    { name: "Ctrl-C", events: [{ type: "interrupt-received", level: 1 }], shows: { request: "stop" } },
    { name: "Ctrl-C twice", events: [{ type: "interrupt-received", level: 2 }], shows: { request: "stop-now" } },
  ])("$name", ({ events, shows }) => {
    expect(play(events)).toMatchObject(shows);
  });

  it("ignores events it does not know: a newer run may be watched", () => {
    const state = startView(began);
    expect(applyEvent(state, { type: "moon-rise" } as never, { at: began, clean })).toEqual(state);
  });
});

describe("the time a run has worked", () => {
  const resumed = { ...runStart, used: { ...runStart.used, seconds: 600 } };
  it.each<[string, readonly RunEvent[], number, number]>([
    ["counts from the start", [runStart], 30, 30],
    ["goes on where a resumed run was", [resumed], 30, 630],
    ["is that of the last decision, and what followed", [runStart, verdict({ used: { seconds: 60 } })], 11, 70],
    ["stands still in a pause", [runStart, { type: "pause-start" }], 500, 1],
    ["goes on after a pause", [runStart, { type: "pause-start" }, { type: "pause-end", by: "continue" }], 12, 11],
    ["never goes back, whatever the clock does", [runStart], -100, 0],
  ])("%s", (_, events, at, seconds) => {
    expect(measureSeconds(play(events), second(at))).toBe(seconds);
  });
});
