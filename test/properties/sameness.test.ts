import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decision, decide, parseSituation, readAgentReport, readTranscript, UserError } from "../../src/index.js";
import {
  anyProse,
  anyScene,
  composedPolicy,
  decideGiven,
  everyRuling,
  hopefulScene,
  messageOf,
  type Scene,
  shownScene,
  situationOf,
} from "./situations.js";

const anything = fc.oneof(
  anyScene,
  hopefulScene,
  shownScene,
  fc
    .tuple(anyScene, fc.boolean(), fc.boolean())
    .map(([scene, interrupted, forceComplete]): Scene => ({ ...scene, interrupted, forceComplete })),
);

describe("deciding twice", () => {
  it("on the same record gives the same answer, also when the record was stored in between", () => {
    fc.assert(
      fc.property(anything, composedPolicy, (scene, composed) => {
        for (const { policy, decision, story } of everyRuling(scene, composed)) {
          const answered = decideGiven({ ...situationOf(scene), policy });
          expect(answered.decision, story).toEqual(decision);
          const before = JSON.stringify(answered.observation);
          expect(decide(answered.policy, answered.observation), story).toEqual(decision);
          expect(JSON.stringify(answered.observation), "deciding changed the record").toBe(before);
          expect(decide(answered.policy, JSON.parse(before)), story).toEqual(decision);
          expect(JSON.parse(JSON.stringify(decision)), "the decision is not plain JSON").toEqual(decision);
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** Values that are right for some field and wrong for most, and some at the edge of what numbers and dates can be. */
const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    "",
    -1,
    0.5,
    1e16,
    1e300,
    -1e300,
    "constructor",
    "__proto__",
    "toString",
    [],
    {},
    [null],
    ["/(/"],
    ["constructor"],
    { constructor: 1 },
    "2026-13-45",
    "open",
    "complete",
    "T1",
  ),
);

const topFields = ["policy", "output", "outputFile", "format", "agent", "tasks", "task", "iteration", "evidence"];
const shownFields = ["facts", "proof", "claims", "doneInRun", "unverified", "factRan"];
const lateFields = ["history", "breaker", "used", "settings", "interrupted", "forceComplete", "now", "stranger"];
const innerFields = [
  ...["rules", "extends", "settings", "exitCode", "stderr", "timedOut", "markdown", "list", "file", "number", "error"],
  ...["filesChanged", "limited", "snapshot", "name", "state", "required", "detail", "output", "openedAt", "noProgress"],
  ...["lastError", "iterations", "usd", "patterns", "promise", "abortPromise", "nonce", "indicatorWeights", "weights"],
  ...["kind", "before", "now", "tests", "why", "by", "task", "proof", "flaky", "tail", "ofOthers", "ownFailing"],
  ...["breaker", "evidenceChecks", "byTaskKind", "optionalSections", "maxIterations", "exit_gate", "exit_decision"],
];

const mutation = fc.record({
  field: fc.constantFrom(...topFields, ...shownFields, ...lateFields),
  inner: fc.option(fc.constantFrom(...innerFields), { nil: null }),
  value: oddValue,
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

/** Sets a field, or a field of it: of the object there, or of the first entry of the list there. */
function mutate(given: Record<string, unknown>, { field, inner, value }: Mutation): Record<string, unknown> {
  if (inner === null) return { ...given, [field]: value };
  const held = given[field];
  if (Array.isArray(held)) return { ...given, [field]: [{ ...held[0], [inner]: value }, ...held.slice(1)] };
  return { ...given, [field]: { ...(typeof held === "object" ? held : {}), [inner]: value } };
}

/** Turns that ran into a limit, whose reset must be told as a date. */
const limitTurn = fc.constantFrom(
  { output: "You've hit your session limit · resets 9pm (America/New_York)" },
  { output: "Claude AI usage limit reached|1760000000" },
  { output: "API Error: 429 rate limit, try again at 8:08am (UTC)" },
  { output: "API Error: 429 rate limit, resets in 2h 5m" },
  { iteration: { limited: true } },
);
const oddNow = fc.oneof(fc.constantFrom<unknown>(0, -1, 8.64e15, 8.65e15, 1e300, -1e300, "1970-01-01"), fc.double());

describe("anything may be given", () => {
  it("any JSON is decided or refused with words for a person", () => {
    fc.assert(fc.property(fc.jsonValue(), decidesOrRefuses), { numRuns: 300 });
  });

  it("a situation with any fields set to anything is decided or refused with words for a person", () => {
    fc.assert(
      fc.property(
        anything,
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        composedPolicy,
        (scene, changes, policy) => {
          decidesOrRefuses(changes.reduce(mutate, { ...situationOf(scene), policy }));
          decidesOrRefuses(changes.reduce(mutate, situationOf(scene)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("a limit is waited for whatever the clock says", () => {
    fc.assert(
      fc.property(anyScene, limitTurn, oddNow, (scene, turn, now) => {
        const { agent: _, ...given } = situationOf({ ...scene, breaker: null });
        decidesOrRefuses({ ...given, ...turn, now });
      }),
      { numRuns: 150 },
    );
  });

  it("user patterns of any kind are read or refused", () => {
    const pattern = fc.oneof(
      fc.string(),
      fc.string().map((text) => `/${text}/`),
      fc.constantFrom("constructor", "toString", "__proto__", "/(/", "/[/i", "*", "work is complete"),
    );
    fc.assert(
      fc.property(hopefulScene, fc.array(pattern, { minLength: 1, maxLength: 2 }), (scene, patterns) => {
        const words = { ...scene, before: [...scene.before, ...patterns], settings: { patterns } };
        decidesOrRefuses(situationOf(words));
      }),
      { numRuns: 150 },
    );
  });

  it("any text can be listened to", () => {
    const piece = fc.oneof(
      anyProse,
      anyScene.map(messageOf),
      anyScene.map((scene) => String(situationOf(scene)["output"] ?? "")),
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.json(),
    );
    const text = fc.oneof(
      piece,
      fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join("\n")),
      // Cut anywhere, as a killed process leaves it.
      fc.tuple(piece, fc.nat({ max: 400 })).map(([whole, at]) => whole.slice(0, at)),
    );
    const format = fc.constantFrom("auto", "text", "claude-json", "claude-stream", "codex");
    fc.assert(
      fc.property(text, format, fc.integer({ min: -1, max: 255 }), (output, as, exitCode) => {
        for (const transcript of [
          readTranscript(output, { format: as }),
          readTranscript(output, { process: { exitCode, stderr: output } }),
        ]) {
          const said = readAgentReport(transcript);
          expect(said).toEqual(JSON.parse(JSON.stringify(said)));
          expect(said.confidence).toBeGreaterThanOrEqual(0);
          expect(said.confidence).toBeLessThanOrEqual(100);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function decidesOrRefuses(given: unknown): void {
  let decision: Decision;
  try {
    parseSituation(given);
    decision = decideGiven(given).decision;
  } catch (error) {
    if (error instanceof UserError) return;
    throw new Error(`not a UserError: ${error}\n${JSON.stringify(given)}`, { cause: error });
  }
  const told = JSON.stringify({ given, decision });
  expect(Number.isFinite(decision.indicators), `indicators in ${told}`).toBe(true);
  expect(decision.score.total >= 0 && decision.score.total <= 100, `score in ${told}`).toBe(true);
  expect(decision.exitCode === null, `exit code in ${told}`).toBe(decision.decision === "CONTINUE");
  expect(decision.outcome === null, `outcome in ${told}`).toBe(decision.decision === "CONTINUE");
  expect(decision.reason, `reason in ${told}`).not.toBe("");
}
