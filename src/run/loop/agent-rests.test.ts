import { describe, expect, it } from "vitest";
import type { Agent } from "../../agents/agent.js";
import { commandAgent } from "../../agents/start/start-agent.js";
import { emptyTranscript, type Failure, type FailureKind } from "../../decide/transcript.js";
import type { TurnTaken } from "../../store/record.js";
import { AgentRests } from "./agent-rests.js";
import { chooseRecovery } from "./choose-recovery.js";

const agent = (name: string): Agent => ({ ...commandAgent({ words: [name], env: {} }), name });
const a = agent("a");
const b = agent("b");
const now = Date.UTC(2026, 0, 1);
const minute = 60_000;
const failure = (kind: FailureKind, limit: Failure["limit"] = null): Failure => ({ kind, message: kind, limit });
const limit = (minutes: number | null): Failure =>
  failure("limit", {
    kind: "usage",
    resetsAt: minutes === null ? null : new Date(now + minutes * minute).toISOString(),
    resetsText: null,
  });

describe("an agent that failed", () => {
  it.each([
    { why: "a limit until its reset", failed: limit(30), minutes: 30 },
    { why: "a limit without a reset for a minute", failed: limit(null), minutes: 1 },
    { why: "a limit whose reset is past for a minute", failed: limit(-5), minutes: 1 },
    { why: "an outage for five minutes", failed: failure("api"), minutes: 5 },
    { why: "a missing log-in for an hour", failed: failure("auth"), minutes: 60 },
    { why: "a missing program for ever", failed: failure("not-installed"), minutes: Number.POSITIVE_INFINITY },
    { why: "flags that it does not know for ever", failed: failure("bad-flags"), minutes: Number.POSITIVE_INFINITY },
  ])("rests after $why", ({ failed, minutes }) => {
    const rests = new AgentRests();
    expect(rests.select([a, b], now)).toBe(a);
    rests.add(a, failed, now);
    expect(rests.select([a, b], now + Math.min(minutes, 1e6) * minute - 1)).toBe(b);
    if (Number.isFinite(minutes)) expect(rests.select([a, b], now + minutes * minute)).toBe(a);
  });

  it("rests twice as long each time, up to an hour, until it works again", () => {
    const rests = new AgentRests();
    const lengths = Array.from({ length: 8 }, () => ((rests.add(a, limit(null), now) ?? 0) - now) / minute);
    expect(lengths).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    rests.remove(a);
    expect(rests.add(a, limit(null), now)).toBe(now + minute);
  });
});

describe("where all rest", () => {
  const reported = (first: Failure, second: Failure) => {
    const rests = new AgentRests();
    rests.add(a, first, now);
    rests.add(b, second, now);
    return rests.describe([a, b]);
  };

  it.each([
    { why: "the earlier reset", first: limit(50), second: limit(20), agent: b, kind: "limit" },
    { why: "a limit, not a missing log-in", first: limit(300), second: failure("auth"), agent: a, kind: "limit" },
    {
      why: "an outage, not a missing program",
      first: failure("not-installed"),
      second: failure("api"),
      agent: b,
      kind: "api",
    },
    {
      why: "the first log-in if both miss one",
      first: failure("auth"),
      second: failure("billing"),
      agent: a,
      kind: "auth",
    },
  ])("counts $why", ({ first, second, agent: expected, kind }) => {
    expect(reported(first, second)).toMatchObject({ agent: expected, failure: { kind } });
  });

  it("waits for an outage as for a limit if the other is at a limit", () => {
    expect(reported(limit(180), failure("api"))).toMatchObject({
      agent: b,
      failure: { kind: "limit", limit: { kind: "overloaded", resetsAt: new Date(now + 5 * minute).toISOString() } },
    });
  });

  it("tries the one that is back first", () => {
    const rests = new AgentRests();
    rests.add(a, limit(50), now);
    rests.add(b, limit(20), now);
    expect(rests.select([a, b], now)).toBe(b);
  });
});

const said = { ...emptyTranscript, messages: [{ text: "hello", line: 1 }] };
const turn = { transcript: emptyTranscript, isResumed: false, hasOther: true, mayRetry: true };

it.each([
  { failed: failure("auth"), over: {}, recovery: "next-agent" },
  { failed: failure("auth"), over: { hasOther: false }, recovery: "none" },
  { failed: failure("auth"), over: { hasOther: false, isResumed: true }, recovery: "new-session" },
  { failed: limit(5), over: {}, recovery: "next-agent" },
  { failed: limit(5), over: { hasOther: false }, recovery: "none" },
  { failed: limit(5), over: { isResumed: true }, recovery: "next-agent" },
  { failed: failure("timeout", limit(5).limit), over: {}, recovery: "next-agent" },
  { failed: failure("timeout"), over: {}, recovery: "none" },
  { failed: failure("api"), over: {}, recovery: "retry" },
  { failed: failure("api"), over: { mayRetry: false }, recovery: "next-agent" },
  { failed: failure("api"), over: { mayRetry: false, hasOther: false }, recovery: "none" },
  { failed: failure("crash"), over: { isResumed: true }, recovery: "new-session" },
  { failed: failure("crash"), over: { isResumed: true, transcript: said }, recovery: "none" },
  { failed: failure("crash"), over: {}, recovery: "none" },
  { failed: failure("context"), over: {}, recovery: "none" },
])("after $failed.kind with $over: $recovery", ({ failed, over, recovery }) => {
  expect(chooseRecovery({ ...turn, ...over, failure: failed })).toBe(recovery);
});

describe("agents of a resumed run", () => {
  const taken = (name: string, minutes: number | null, model: string | null = null): TurnTaken => ({
    ...{ agent: name, model, phase: "work", seconds: 1, usd: null, tokens: null },
    failure: minutes === null ? null : "limit",
    ...(minutes === null ? {} : { resetsAt: new Date(now + minutes * minute).toISOString() }),
  });

  it.each([
    { what: "a limit that lasts", turns: [taken("a", 30)], takes: b },
    { what: "a limit that is over", turns: [taken("a", -1)], takes: a },
    { what: "a limit, and a turn after it", turns: [taken("a", 30), taken("a", null)], takes: a },
    { what: "the limit of another model", turns: [taken("a", 30, "large")], takes: a },
    { what: "no turns", turns: [], takes: a },
    { what: "limits of both: the one that is back first", turns: [taken("a", 30), taken("b", 10)], takes: b },
  ])("after $what", ({ turns, takes }) => {
    expect(AgentRests.resume(turns).select([a, b], now)).toBe(takes);
  });

  it("are tried again after what a person may have seen to", () => {
    const turn: TurnTaken = { ...taken("a", null), failure: "auth" };
    expect(AgentRests.resume([turn]).select([a, b], now)).toBe(a);
  });
});
