import { describe, expect, it } from "vitest";
import { upgradeSourced } from "../../src/config/old-spellings.js";
import { resolvePolicy } from "../../src/decide/policies/policies.js";
import { Explainer } from "../../src/report/explain-record.js";
import { Comparison, type RunCompared } from "../../src/run/judge/compare.js";
import { judge } from "../../src/run/judge/judge.js";
import { nothingSpent } from "../../src/run/judge/spent.js";
import { emptyRunState } from "../../src/store/current-run.js";
import { readDecision } from "../../src/store/read-record.js";
import type { DecisionRecord } from "../../src/store/record.js";

/** A decision as a version wrote it in which settings and rules had other names. */
function oldRecord(settings: object): DecisionRecord {
  const { record } = judge(
    emptyRunState,
    {
      ...{ report: null, spent: nothingSpent, tasks: { is: "not-asked" }, evidence: [], facts: {}, response: null },
      ...{ forceComplete: false, interrupted: false, feedback: [], warnings: [] },
    },
    {
      ...{ policy: resolvePolicy("standard"), spec: "standard", settings: {}, origins: {}, run: "r", now: 0 },
    },
  );
  const line = JSON.stringify({ version: 1, n: 1, ...record, settings, origins: { requireChecks: "--set" } })
    .replaceAll("accepted-task", "verified-task")
    .replaceAll("accepted-completion", "verified-completion");
  const read = readDecision(line);
  if (!read) throw new Error("the record cannot be read");
  return read;
}

describe("a journal with old names", () => {
  const record = oldRecord({ requireChecks: true, unchangedTasks: "accept", changedTests: "report", strict: false });

  it("is explained with the current ones", () => {
    expect(record.decision.abstained.map(({ rule }) => rule)).toContain("verified-task");
    const { rules, settings, decidesAgain } = new Explainer().explain(record);
    expect(decidesAgain).toBe("the same");
    expect(rules.find(({ rule }) => rule === "accepted-task")?.answer).toBe("abstained");
    expect(settings).toContainEqual({ name: "unverified", value: "refuse", from: "--set" });
    expect(settings).toContainEqual(expect.objectContaining({ name: "unchanged", value: "accept" }));
  });

  it("is replayed", () => {
    const runs: RunCompared[] = [];
    const comparison = new Comparison(
      () => resolvePolicy("standard"),
      (run) => runs.push(run),
    );
    comparison.take(record);
    comparison.finish();
    expect(runs).toMatchObject([{ run: "r", saved: 0 }]);
  });
});

describe("what a run was started with, under old names", () => {
  const origin = { from: "project", where: ".ralph/config.yaml, line 1" } as const;
  const sourced = (name: string, value: unknown) => ({ name, value, origin });

  it.each([
    { given: sourced("requireChecks", true), is: { unverified: "refuse" } },
    { given: sourced("requireChecks", false), is: {} },
    { given: sourced("changedTests", "report"), is: { changedTests: "accept" } },
    { given: sourced("changedTests", "review"), is: { changedTests: "review" } },
    { given: sourced("breaker.noProgress", 5), is: { "breaker.noProgress": 5 } },
    {
      given: sourced("byTaskKind", { docs: { unchangedTasks: "accept" } }),
      is: { byTaskKind: { docs: { unchanged: "accept" } } },
    },
  ])("$given.name $given.value", ({ given, is }) => {
    const upgraded = upgradeSourced([given]);
    expect(Object.fromEntries(upgraded.map(({ name, value }) => [name, value]))).toEqual(is);
    for (const setting of upgraded) expect(setting.origin).toBe(origin);
  });

  it("lets strict win over what was set later", () => {
    const upgraded = upgradeSourced([sourced("strict", true), sourced("changedTests", "report")]);
    expect(upgraded.findLast(({ name }) => name === "changedTests")?.value).toBe("refuse");
  });
});
