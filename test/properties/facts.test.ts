import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTranscript } from "../../src/agents/transcripts/read-transcript.js";
import type { Shown } from "../../src/decide/observe.js";
import { resolvePolicy } from "../../src/decide/policies/policies.js";
import type { Proof, TaskFact } from "../../src/decide/proof.js";
import type { SettingsPatch } from "../../src/decide/settings.js";
import { gather } from "../../src/evidence/gather.js";
import { planChecks } from "../../src/evidence/plan-checks.js";
import type { Iteration } from "../../src/run/judge/iteration.js";
import { judge } from "../../src/run/judge/judge.js";
import { readReport } from "../../src/run/judge/read-report.js";
import { nothingSpent } from "../../src/run/judge/spent.js";
import { emptyRunState } from "../../src/store/current-run.js";
import { applyRecord } from "../../src/store/run-state.js";
import { Place } from "../evidence/place.js";
import {
  anyScene,
  blockOf,
  completionPhrases,
  decideGiven,
  hopefulScene,
  messageOf,
  situationOf,
} from "./situations.js";

const wordsOnly = fc.constantFrom(
  ...completionPhrases,
  "The task is complete and ready for review.",
  "T1 is done, T2 is done, T3 is done. It was all there already.",
);
const named = fc.constantFrom("src/dates.js", "T2: src/totals.js; T3: src/amounts.js", "src/, test/", "none");
const anyMessage = fc.oneof(
  fc.oneof(anyScene, hopefulScene).map((scene) => `${messageOf(scene)}\n\n${blockOf(scene)}`),
  wordsOnly,
  named.map((work) => `Done.\n\n---TASK_STATUS---\nSTATUS: COMPLETE\nWORK: ${work}\n---END_TASK_STATUS---`),
);
const checkState = fc.constantFrom("holds" as const, "fails" as const, "unknown" as const);
/** What can be found out about a task for which nothing was changed, and that did not hold before. */
const noProof: fc.Arbitrary<Proof> = fc.record({
  state: fc.constantFrom("unknown" as const, "not-proven" as const),
  tests: fc.constantFrom([], ["adds"]),
});
const idleFact: fc.Arbitrary<TaskFact> = fc.record({
  name: fc.constantFrom("make docs", "test/dates.test.js"),
  kind: fc.constantFrom("verify" as const, "criterion" as const, "artifact" as const, "test" as const),
  before: fc.constantFrom("fails" as const, "unknown" as const),
  now: fc.constantFrom("fails" as const, "unknown" as const),
  asked: fc.constant(true),
});
const nothingShown: fc.Arbitrary<Shown> = fc.record(
  {
    facts: fc.array(idleFact, { maxLength: 2 }),
    proof: noProof,
    claims: fc.array(
      fc.record({
        task: fc.constantFrom("T1", "T2", "T3"),
        by: fc.constantFrom("tick" as const, "block" as const),
        proof: noProof,
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);

/** What a loop that watches the workspace knows of a turn that changed nothing. */
const unchanged = { workVisible: false, filesChanged: 0, commits: 0 };
const titles = ["Parse dates", "Print totals", "Round amounts"];

interface Idle {
  readonly task: string | null;
  readonly states: readonly ("holds" | "fails" | "unknown")[];
  readonly ticked: boolean;
  readonly shown: Shown;
}

function idleTurn(text: string, { task, states, ticked, shown }: Idle): Iteration {
  const settings = resolvePolicy("standard").settings;
  return {
    report: readReport(readTranscript(text), { settings, now: null }),
    spent: nothingSpent,
    tasks: {
      is: "tasks",
      tasks: titles.map((title, at) => ({
        id: `T${at + 1}`,
        title,
        status: "todo",
        optional: false,
        line: null,
        dependsOn: [],
        acceptance: [],
        kind: null,
      })),
    },
    task,
    evidence: [
      { name: "changes", state: "fails", required: false, detail: "no content has changed" },
      ...states.map((state, at) => ({
        name: `check-${at}`,
        state,
        before: "fails" as const,
        required: true,
        detail: "",
      })),
    ],
    shown,
    facts: ticked ? { ...unchanged, ticked } : unchanged,
    forceComplete: false,
    interrupted: false,
    response: null,
    feedback: [],
    warnings: [],
  };
}

describe("words alone", () => {
  it("mark no task whose workspace did not change, over any number of iterations, whatever the checks say", () => {
    const turn = fc.record({
      text: anyMessage,
      task: fc.constantFrom("T1", "T1", "T2", null),
      states: fc.array(checkState, { maxLength: 2 }),
      ticked: fc.boolean(),
      shown: nothingShown,
    });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 8 }), (turns) => {
        let kept = emptyRunState;
        for (const [at, { text, ...about }] of turns.entries()) {
          const { record, decision } = judge(kept, idleTurn(text, about), {
            policy: resolvePolicy("standard"),
            spec: "standard",
            settings: {},
            origins: {},
            run: "r",
            // A loop that goes on after our verdict, as stubborn as the agent.
            resumed: true,
            now: at,
          });
          expect(decision.taskDone, text).toBeNull();
          expect(decision.tasksDone).toEqual([]);
          expect(decision.verified).toBeNull();
          expect(decision.outcome, text).not.toBe("completed");
          kept = applyRecord(kept, { version: 1, n: at + 1, ...record });
        }
      }),
      { numRuns: 250 },
    );
  });
});

const answer = fc.constantFrom("review" as const, "accept" as const, "refuse" as const);

const anySetting: fc.Arbitrary<SettingsPatch> = fc.record(
  {
    promise: fc.constantFrom("COMPLETE", "DONE"),
    gateEnabled: fc.boolean(),
    grantedBy: fc.constantFrom("facts" as const, "indicators" as const),
    requireExplicitSignal: fc.boolean(),
    unverified: answer,
    indicatorThreshold: fc.nat(3),
    minScore: fc.constantFrom(0, 50, 70),
    unchanged: answer,
    knownFailures: answer,
    signs: answer,
    optionalSections: fc.constantFrom(["Later"], []),
    hollowClaimLimit: fc.nat(3),
    maxIterations: fc.constantFrom(2, 50),
    breaker: fc.record({ noProgress: fc.nat(3) }),
  },
  { requiredKeys: [] },
);

describe("settings", () => {
  it("decide the same inside a composed policy and beside it", () => {
    fc.assert(
      fc.property(fc.oneof(anyScene, hopefulScene), anySetting, (scene, settings) => {
        const { policy: _, settings: __, ...situation } = situationOf(scene);
        const inside = decideGiven({ ...situation, policy: { extends: "standard", name: "standard", settings } });
        const beside = decideGiven({ ...situation, policy: "standard", settings });
        expect(inside.decision).toEqual(beside.decision);
        expect(inside.observation).toEqual(beside.observation);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a configured required check", () => {
  it("is in the evidence of every look, made or not", async () => {
    const when = fc.constantFrom("always", "claim", "end");
    const checks = fc.dictionary(
      fc.constantFrom("tests", "build", "smoke", "types"),
      fc.record({ when, required: fc.boolean() }),
    );
    const place = new Place();
    await fc.assert(
      fc.asyncProperty(checks, fc.boolean(), fc.boolean(), async (named, claimed, ending) => {
        const given = Object.fromEntries(
          Object.entries(named).map(([name, check]) => [name, { ...check, command: "test -d .", reads: "status" }]),
        );
        const { plans } = planChecks({ cwd: place.path, checks: given, detect: false });
        const { evidence } = await gather({ cwd: place.path, plans, claimed, ending });
        for (const [name, { required }] of Object.entries(named)) {
          const found = evidence.find((check) => check.name === name);
          if (required) expect(found, name).toMatchObject({ required: true });
          if (found?.notRun) expect(found.state).toBe("unknown");
        }
      }),
      { numRuns: 25 },
    );
  });
});
