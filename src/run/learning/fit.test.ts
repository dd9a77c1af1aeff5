import { describe, expect, it } from "vitest";
import { draw } from "../../lib/numbers/draw.js";
import type { Claim } from "./claim.js";
import { type Fit, fitAll, type Group, groupsOf, sourcesOf } from "./fit.js";
import type { Outcome, Verdict } from "./outcomes.js";
import { propose } from "./proposals.js";

const plain: Claim = {
  ...{ run: "r", task: "T1", n: 1, at: "2026-01-01T00:00:00Z", agent: "claude", model: "opus", kind: null },
  ...{ explicit: true, confidence: 80, score: 80, checks: [{ name: "tests", state: "holds" }] },
  ...{ done: true, verified: true, proof: "new-test", isDoubtful: false },
};

function outcome(n: number, right: boolean, claim: Partial<Claim> = {}, turns = 1): Outcome {
  const verdict: Verdict = {
    ...{ n, at: "2026-01-02T00:00:00Z", is: right ? "right" : "wrong", from: "person", by: "jane", why: null },
  };
  return {
    claim: { ...plain, run: `r${n}`, n, ...claim },
    ...{ verdict, verdicts: [verdict], contradicts: null, turns, usd: 0.5 * turns },
  };
}

const fitOf = (fits: readonly Fit[], of: Group): Fit | undefined =>
  fits.find((fit) => JSON.stringify(fit.of) === JSON.stringify(of));
const share = (fit: Fit | undefined, name: string) => fit?.sources.find((each) => each.name === name)?.share;

/** An agent whose claims are right as often as is known: by what stands behind them, and by its stated confidence. */
const known = { claude: { verified: 0.95, plain: 0.6 }, codex: { verified: 0.85, plain: 0.4 } } as const;

function simulated(seed: number, n: number): readonly Outcome[] {
  return Array.from({ length: n }, (_, at) => {
    const agent = draw(seed, at, 1) < 0.5 ? "claude" : "codex";
    const verified = draw(seed, at, 2) < 0.5;
    const right = draw(seed, at, 3) < known[agent][verified ? "verified" : "plain"];
    return outcome(at, right, { agent, model: null, verified, proof: verified ? "new-test" : null });
  });
}

describe("what is fitted", () => {
  it.each(["claude", "codex"] as const)("holds how reliable %s is in at least 95 of 100 seeds", (agent) => {
    const held = { verified: 0, plain: 0 };
    for (let seed = 0; seed < 100; seed++) {
      const fit = fitOf(fitAll(simulated(seed, 160)), { agent });
      for (const [name, of] of [
        ["proof new-test", "verified"],
        ["done, not proven", "plain"],
      ] as const) {
        const found = share(fit, name);
        if (found && found.low <= known[agent][of] && known[agent][of] <= found.high) held[of]++;
      }
    }
    expect(held.verified).toBeGreaterThanOrEqual(95);
    expect(held.plain).toBeGreaterThanOrEqual(95);
  });

  it("says that an agent got worse within 30 outcomes", () => {
    const outcomes = Array.from({ length: 130 }, (_, at) => outcome(at, draw(5, at) < (at < 100 ? 0.9 : 0.45)));
    const drift = fitAll(outcomes)[0]?.drift;
    expect(drift?.since).toBeLessThan(0.7);
    expect(fitAll(outcomes.slice(0, 100))[0]?.drift).toBeNull();
  });

  it("has groups from all claims to agent, model and kind, each with eight outcomes or more", () => {
    const outcomes = [
      ...Array.from({ length: 8 }, (_, at) => outcome(at, true, { kind: "bug" })),
      ...Array.from({ length: 7 }, (_, at) => outcome(at + 8, true, { model: "haiku" })),
    ];
    const groups = fitAll(outcomes).map(({ of }) => of);
    expect(groups).toContainEqual({});
    expect(groups).toContainEqual({ agent: "claude", model: "opus", kind: "bug" });
    expect(groups).not.toContainEqual({ agent: "claude", model: "haiku" });
    expect(groupsOf({ agent: null, model: null, kind: null })).toEqual([{}]);
  });

  it("lets a newer outcome count more than an older one", () => {
    const half = (first: boolean) => Array.from({ length: 300 }, (_, at) => outcome(at, at < 150 === first));
    const [better, worse] = [fitAll(half(false))[0]?.all.likely ?? 0, fitAll(half(true))[0]?.all.likely ?? 0];
    expect(better).toBeGreaterThan(worse + 0.1);
  });

  it("reads stated confidence: what it means here, and whether it says anything", () => {
    const honest = Array.from({ length: 60 }, (_, at) =>
      outcome(at, at % 2 === 0, { confidence: at % 2 === 0 ? 90 : 30 }),
    );
    const [fit] = fitAll(honest);
    expect(fit?.confidence.map(({ from, share: right }) => [from, right])).toEqual([[30, 0], [90, 1]]); // biome-ignore format: pairs
    expect(fit?.brier?.stated).toBeLessThan(fit?.brier?.base ?? 0);
    const boasting = fitAll(honest.map((each) => ({ ...each, claim: { ...each.claim, confidence: 100 } })))[0];
    expect(boasting?.brier?.stated).toBeGreaterThan(boasting?.brier?.base ?? 1);
    expect(fitAll(honest.slice(0, 29))[0]?.confidence).toEqual([]);
  });

  it.each([
    [{}, ["words: status block", "check tests holds", "proof new-test"]],
    [{ explicit: false, verified: false, proof: null }, ["words: prose", "check tests holds", "done, not proven"]],
    [{ done: false, verified: false, proof: null, checks: [] }, ["words: status block"]],
    [
      {
        checks: [
          { name: "tests:a", state: "holds" as const },
          { name: "tests:b", state: "fails" as const },
        ],
        isDoubtful: true,
      },
      ["words: status block", "check tests fails", "proof new-test", "signs or changed tests"],
    ],
  ])("knows what %j stood on", (claim, names) => {
    expect(sourcesOf({ ...plain, ...claim })).toEqual(names);
  });
});

describe("proposed settings", () => {
  const proposed = (outcomes: readonly Outcome[]) => propose(fitAll(outcomes), outcomes);
  const unproven = { verified: false, proof: null };

  it("are none after ten outcomes, nor where hardly anything is wrong", () => {
    expect(proposed(Array.from({ length: 10 }, (_, at) => outcome(at, false)))).toMatchObject({ is: "too-little" });
    expect(proposed(Array.from({ length: 60 }, (_, at) => outcome(at, at > 3)))).toMatchObject({ is: "too-little" });
  });

  it("refuse what is not proven where that is rarely right, and count what that would have refused", () => {
    const outcomes = Array.from({ length: 60 }, (_, at) =>
      at % 2 === 0 ? outcome(at, at % 8 === 0, unproven) : outcome(at, true),
    );
    expect(proposed(outcomes)).toMatchObject({
      proposals: [{ setting: "unverified", value: "refuse", refusedWrong: 22, refusedRight: 8 }],
    });
  });

  it("refuse it of one agent alone where only that one is rarely right", () => {
    const outcomes = Array.from({ length: 120 }, (_, at) =>
      at % 4 === 0 ? outcome(at, at % 16 === 0, { ...unproven, agent: "codex" }) : outcome(at, true, unproven),
    );
    expect(proposed(outcomes)).toMatchObject({ proposals: [{ setting: "minTrust", value: 60 }] });
  });

  it("are none where what is not proven is right as well", () => {
    const outcomes = Array.from({ length: 60 }, (_, at) => outcome(at, at % 10 !== 0, at % 2 === 0 ? unproven : {}));
    expect(proposed(outcomes)).toMatchObject({ is: "proposals", proposals: [] });
  });

  it("stop earlier where no right task ever took that long", () => {
    const outcomes = Array.from({ length: 60 }, (_, at) => outcome(at, at % 6 !== 0, {}, at % 6 === 0 ? 9 : 2));
    expect(proposed(outcomes)).toMatchObject({ proposals: [{ setting: "maxIterationsPerTask", value: 3 }] });
  });
});
