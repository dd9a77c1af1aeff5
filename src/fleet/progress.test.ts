import { describe, expect, it } from "vitest";
import { readLimits, readProgress } from "./terms.js";

const progress = {
  ...{ status: "working", why: "", at: "2026-01-01T00:00:00Z", worker: "w1", iterations: 2, takeovers: 0, round: 0 },
};
const limits = { iterations: 5, usd: null, tokens: null, until: null };

describe("the progress of a task in Redis", () => {
  it.each([
    ["whole", {}, true],
    ["without a worker", { worker: null }, true],
    ["of an unknown status", { status: "finished" }, false],
    ["without a reason", { why: undefined }, false],
    ["with a worker that is no text", { worker: 7 }, false],
    ["with half an iteration", { iterations: 0.5 }, false],
    ["with fewer than no takeovers", { takeovers: -1 }, false],
    ["with a round that is text", { round: "0" }, false],
  ])("%s", (_, change, isRead) => {
    expect(readProgress(JSON.stringify({ ...progress, ...change })) !== null).toBe(isRead);
  });
});

describe("the limits of a submission in Redis", () => {
  it.each([
    ["whole", {}, true],
    ["of nothing", { iterations: 0 }, true],
    ["negative", { usd: -1 }, false],
    ["as text", { tokens: "5" }, false],
    ["left out", { until: undefined }, false],
  ])("%s", (_, change, isRead) => {
    expect(readLimits(JSON.stringify({ ...limits, ...change })) !== null).toBe(isRead);
  });

  it("that are no JSON are not read", () => {
    expect([readLimits("{"), readProgress("")]).toEqual([null, null]);
  });
});
