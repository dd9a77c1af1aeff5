import { describe, expect, it } from "vitest";
import { type Decision, policyDefinition, readAgentReport, readTranscript } from "../../src/index.js";
import { boxes, decisionOf, times } from "./decide-from.js";

const doyaken = (situation: object): Decision => decisionOf({ policy: "doyaken", ...situation });

const words = "The implementation is finished.";
const noWords = "I moved the parser into a file of its own.";

/** A status block; a field given as null is left out. */
function block(fields: Record<string, string | null> = {}): string {
  const all = {
    PHASE_COMPLETE: "true",
    FILES_MODIFIED: "3",
    TESTS_STATUS: "unknown",
    REMAINING_WORK: "none",
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([key, value]) => (value === null ? [] : [`  ${key}: ${value}`]));
  return ["DOYAKEN_STATUS:", ...lines].join("\n");
}
const message = (...paragraphs: string[]): string => paragraphs.join("\n\n");

const changed = { filesChanged: 3 };
const moved = { taskFileMovedToDone: true };
const untouched = { filesChanged: 0, taskFileMovedToDone: false };

describe("seed 001 (doyaken): the score, part by part and unscaled", () => {
  const ownTests = [{ name: "tests", state: "holds" }];
  it.each([
    { name: "nothing", output: noWords, iteration: untouched, parts: [0, 0, 0, 0, 0, 0], total: 0 },
    {
      name: "a block",
      output: message(noWords, block({ PHASE_COMPLETE: "false" })),
      iteration: untouched,
      parts: [30, 0, 0, 0, 0, 0],
      total: 30,
    },
    {
      name: "a block that says true",
      output: message(noWords, block()),
      iteration: untouched,
      parts: [30, 20, 0, 0, 0, 0],
      total: 50,
    },
    { name: "files", output: noWords, iteration: { ...untouched, ...changed }, parts: [0, 0, 15, 0, 0, 0], total: 15 },
    {
      name: "commits",
      output: noWords,
      iteration: { filesChanged: 0, commits: 1 },
      parts: [0, 0, 15, 0, 0, 0],
      total: 15,
    },
    {
      name: "a moved file",
      output: noWords,
      iteration: { ...untouched, ...moved },
      parts: [0, 0, 0, 20, 0, 0],
      total: 20,
    },
    { name: "words", output: words, iteration: untouched, parts: [0, 0, 0, 0, 10, 0], total: 10 },
    {
      name: "tests of ours",
      output: noWords,
      iteration: untouched,
      evidence: ownTests,
      parts: [0, 0, 0, 0, 0, 5],
      total: 5,
    },
    {
      name: "a block whose tests pass",
      output: message(noWords, block({ TESTS_STATUS: "pass" })),
      iteration: untouched,
      parts: [30, 20, 0, 0, 0, 5],
      total: 55,
    },
    {
      name: "all but the block",
      output: words,
      iteration: { ...changed, ...moved },
      parts: [0, 0, 15, 20, 10, 0],
      total: 45,
    },
    {
      name: "all but the tests",
      output: message(words, block()),
      iteration: { ...changed, ...moved },
      parts: [30, 20, 15, 20, 10, 0],
      total: 95,
    },
    {
      name: "everything",
      output: message(words, block({ TESTS_STATUS: "pass" })),
      iteration: { ...changed, ...moved },
      parts: [30, 20, 15, 20, 10, 5],
      total: 100,
    },
  ])("$name: $total", ({ output, iteration, evidence, parts, total }) => {
    const { score } = doyaken({ output, iteration, evidence: evidence ?? [] });
    expect(score.parts.map(({ points }) => points)).toEqual(parts);
    expect(score.total).toBe(total);
  });

  it.each(["pass", "fail", "skip", "unknown"])("TESTS_STATUS: %s earns its 5 points only for pass", (status) => {
    const output = message(noWords, block({ PHASE_COMPLETE: "false", TESTS_STATUS: status }));
    expect(doyaken({ output, iteration: untouched }).score.total).toBe(status === "pass" ? 35 : 30);
  });

  it("our own test run beats what the agent says of it", () => {
    const output = message(words, block({ TESTS_STATUS: "pass" }));
    const evidence = [{ name: "tests", state: "fails" }];
    expect(doyaken({ output, iteration: { ...changed, ...moved }, evidence }).score.total).toBe(95);
  });

  it("modified files are those we saw, not those the agent counts", () => {
    expect(doyaken({ output: message(words, block({ FILES_MODIFIED: "12" })), iteration: untouched }).score.total).toBe(
      60,
    );
  });

  it("what nobody looked at earns nothing here, where the standard policy leaves it out", () => {
    const situation = { output: message(words, block({ TESTS_STATUS: "pass" })) };
    expect(doyaken(situation).score.total).toBe(65);
    expect(decisionOf({ policy: "standard", ...situation }).score.total).toBe(100);
  });

  it("says why for every part", () => {
    for (const part of doyaken({ output: message(words, block()), iteration: changed }).score.parts)
      expect(part.why).not.toBe("");
  });
});

describe("seed 001 (doyaken): 70 or more is a confident completion", () => {
  it.each([
    {
      name: "65: no file changed",
      output: message(words, block({ TESTS_STATUS: "pass" })),
      iteration: untouched,
      says: "CONTINUE",
    },
    { name: "60: words and block only", output: message(words, block()), iteration: untouched, says: "CONTINUE" },
    { name: "70: the task file moved", output: message(noWords, block()), iteration: moved, says: "EXIT" },
    { name: "75: words, block and files", output: message(words, block()), iteration: changed, says: "EXIT" },
    {
      name: "75: words, block and a commit",
      output: message(words, block()),
      iteration: { filesChanged: 0, commits: 1 },
      says: "EXIT",
    },
    {
      name: "100: everything",
      output: message(words, block({ TESTS_STATUS: "pass" })),
      iteration: { ...changed, ...moved },
      says: "EXIT",
    },
  ])("$name: $says", ({ output, iteration, says }) => {
    const decision = doyaken({ output, iteration });
    expect(decision).toMatchObject({ decision: says, outcome: says === "EXIT" ? "completed" : null });
  });

  it.each([
    { keywords: 4, total: 69, says: "CONTINUE" },
    { keywords: 5, total: 70, says: "EXIT" },
  ])("a point more or less decides: $total is $says", ({ keywords, total, says }) => {
    const decision = doyaken({
      output: message(words, block()),
      iteration: changed,
      settings: { weights: { keywords } },
    });
    expect(decision.score.total).toBe(total);
    expect(decision.decision).toBe(says);
  });
});

describe("seed 001 (doyaken): the dual-condition gate", () => {
  it.each([
    { indicator: "all tasks complete", words: "All tasks are complete.", iteration: changed },
    { indicator: "implementation finished", words: "The implementation is finished.", iteration: changed },
    { indicator: "tests passing", words: "All tests are passing.", iteration: changed },
    { indicator: "task file moved", words: noWords, iteration: { ...changed, ...moved } },
  ])("$indicator and a block that says true: both halves are met", ({ words, iteration }) => {
    const decision = doyaken({ output: message(words, block({ TESTS_STATUS: "pass" })), iteration });
    expect(decision).toMatchObject({ decision: "EXIT", outcome: "completed" });
  });

  it("words without a block go on with a warning that names the missing half", () => {
    const decision = doyaken({ output: words, iteration: { ...changed, ...moved } });
    expect(decision).toMatchObject({ decision: "CONTINUE", outcome: null });
    expect(decision.warnings.join("\n")).toMatch(/no explicit signal/);
  });

  it("a block without any indicator goes on with a warning, although it scores 70", () => {
    const decision = doyaken({ output: message(noWords, block({ TESTS_STATUS: "pass" })), iteration: changed });
    expect(decision.score.total).toBe(70);
    expect(decision).toMatchObject({ decision: "CONTINUE", outcome: null, indicators: 0 });
    expect(decision.warnings.join("\n")).toMatch(/too few indicators/);
  });

  it("neither half is no warning", () => {
    const decision = doyaken({ output: noWords, iteration: changed });
    expect(decision).toMatchObject({ decision: "CONTINUE", warnings: [] });
  });

  it("both halves are no warning", () => {
    expect(doyaken({ output: message(words, block()), iteration: changed }).warnings).toEqual([]);
  });

  it.each([
    { name: "nothing else is known", more: {} },
    { name: "files changed", more: { iteration: changed } },
    { name: "the task file moved", more: { iteration: { ...changed, ...moved } } },
    {
      name: "and our own tests pass too",
      more: { iteration: { ...changed, ...moved }, evidence: [{ name: "tests", state: "holds", required: true }] },
    },
  ])("without a block words alone go on: $name", ({ more }) => {
    const decision = doyaken({ output: "All tasks are complete.", ...more });
    expect(decision.decision).toBe("CONTINUE");
    expect(decision.score.total).toBeLessThan(70);
  });
});

describe("seed 001 (doyaken): what stands against a block", () => {
  const whole = { iteration: { ...changed, ...moved } };
  it.each([
    { name: "PHASE_COMPLETE is false", fields: { PHASE_COMPLETE: "false", TESTS_STATUS: "pass" } },
    { name: "its tests fail", fields: { TESTS_STATUS: "fail" } },
    { name: "it names remaining work", fields: { REMAINING_WORK: "the parser has no tests" } },
    {
      name: "it was never filled in",
      fields: { PHASE_COMPLETE: "true/false", TESTS_STATUS: "pass/fail/skip/unknown" },
    },
    { name: "its answer is none we know", fields: { PHASE_COMPLETE: "almost" } },
  ])("goes on when $name", ({ fields }) => {
    expect(doyaken({ ...whole, output: message(words, block(fields)) })).toMatchObject({
      decision: "CONTINUE",
      outcome: null,
      taskDone: null,
    });
  });

  it("an explicit no can score 80 and still never completes", () => {
    const output = message(words, block({ PHASE_COMPLETE: "false", TESTS_STATUS: "pass" }));
    const decision = doyaken({ ...whole, output });
    expect(decision.score.total).toBe(80);
    expect(decision).toMatchObject({ decision: "CONTINUE", claim: "continue", explicit: true });
  });

  it("a required check of ours that fails beats a full score", () => {
    const evidence = [{ name: "build", state: "fails", required: true }];
    const decision = doyaken({ ...whole, evidence, output: message(words, block({ TESTS_STATUS: "pass" })) });
    expect(decision.score.total).toBe(100);
    expect(decision.decision).toBe("CONTINUE");
  });

  it("CONFIDENCE: low warns", () => {
    const decision = doyaken({ ...whole, output: message(words, block({ CONFIDENCE: "low" })) });
    expect(decision.warnings.join("\n")).toMatch(/confidence is low/);
  });
});

describe("seed 001 (doyaken): reading the block", () => {
  const heard = (text: string) => readAgentReport(readTranscript(text));

  it("reads every field of it", () => {
    const [signal] = heard(message(words, block({ TESTS_STATUS: "pass", CONFIDENCE: "high" }))).signals;
    expect(signal).toMatchObject({
      dialect: "doyaken-status",
      says: "complete",
      trusted: true,
      line: 3,
      fields: {
        PHASE_COMPLETE: "true",
        FILES_MODIFIED: "3",
        TESTS_STATUS: "pass",
        CONFIDENCE: "high",
        REMAINING_WORK: "none",
      },
    });
  });

  it.each([
    { given: "true", says: "complete" },
    { given: "false", says: "continue" },
    { given: "true/false", says: "template" },
    { given: "maybe", says: "malformed" },
  ])("PHASE_COMPLETE: $given says $says", ({ given, says }) => {
    expect(heard(block({ PHASE_COMPLETE: given })).signals).toMatchObject([
      { says, trusted: /^(true|false)$/.test(given) },
    ]);
  });

  it.each([
    { given: "pass", tests: "pass" },
    { given: "fail", tests: "fail" },
    { given: "skip", tests: "skip" },
    { given: "unknown", tests: "unknown" },
  ])("TESTS_STATUS: $given is $tests", ({ given, tests }) => {
    expect(heard(block({ PHASE_COMPLETE: "false", TESTS_STATUS: given })).tests).toBe(tests);
  });

  it("ends at the first empty line", () => {
    const [signal] = heard(`${block({ REMAINING_WORK: null })}\n\nREMAINING_WORK: of another text`).signals;
    expect(signal?.fields).not.toHaveProperty("REMAINING_WORK");
  });

  it("takes the last of several", () => {
    expect(heard(message(block({ PHASE_COMPLETE: "false" }), words, block())).claim).toBe("complete");
    expect(heard(message(block(), words, block({ PHASE_COMPLETE: "false" }))).claim).toBe("continue");
  });

  it("does without one", () => {
    expect(heard(words)).toMatchObject({ signals: [], explicit: false });
  });
});

describe("seed 001 (doyaken): the exit priority chain", () => {
  const done = { output: message(words, block()), iteration: changed };
  const refused = { claimed: true, filesChanged: 1, score: 40 };
  it.each([
    {
      name: "an interrupt beats the breaker and a completion",
      situation: { ...done, interrupted: true, breaker: { state: "open" } },
      expected: { decision: "EXIT", outcome: "interrupted", rule: "interrupted", exitCode: 3 },
    },
    {
      name: "an open breaker beats a completion",
      situation: { ...done, breaker: { state: "open", reason: "no progress" } },
      expected: { decision: "EXIT", outcome: "stuck", rule: "breaker-open", exitCode: 1 },
    },
    {
      name: "a confident completion beats the claims refused before it",
      situation: { ...done, history: times(5, refused) },
      expected: { decision: "EXIT", outcome: "completed", exitCode: 0 },
    },
    {
      name: "the third refused claim in a row asks for a review",
      situation: { output: words, iteration: changed, history: times(2, refused) },
      expected: { decision: "EXIT", outcome: "needs-review", rule: "hollow-claims", exitCode: 1 },
    },
    {
      name: "no completion signal goes on",
      situation: { output: noWords, iteration: changed },
      expected: { decision: "CONTINUE", outcome: null, rule: "otherwise", exitCode: null },
    },
  ])("$name", ({ situation, expected }) => {
    expect(doyaken(situation)).toMatchObject(expected);
  });

  it("the policy lists the chain in the document's order", () => {
    const rules = policyDefinition("doyaken").steps.map(({ rule }) => rule.name);
    const chain = ["interrupted", "breaker-open", "accepted-task", "accepted-completion", "hollow-claims"];
    expect(rules.filter((rule) => chain.includes(rule))).toEqual(chain);
  });

  it("a completed task is marked and the run proceeds to the next", () => {
    const decision = doyaken({ ...done, tasks: boxes(0, 2), task: "1" });
    expect(decision).toMatchObject({ decision: "CONTINUE", outcome: null, taskDone: "1", exitCode: null });
  });

  it("the last task completes the run", () => {
    const decision = doyaken({ ...done, tasks: boxes(1, 2), task: "2" });
    expect(decision).toMatchObject({ decision: "EXIT", outcome: "completed", taskDone: "2", exitCode: 0 });
  });
});

describe("seed 001 (doyaken): repeated claims that do not hold", () => {
  const byWords = { output: words, iteration: changed };
  const byBlock = { output: message(noWords, block()), iteration: changed };
  const refused = (score: number) => ({ claimed: true, filesChanged: 1, score });
  it.each([
    { name: "the first", situation: byWords, history: [], says: null },
    { name: "the second", situation: byWords, history: [refused(40)], says: null },
    { name: "the third, all below 50", situation: byWords, history: times(2, refused(40)), says: "needs-review" },
    { name: "the third, all from 50 to 69", situation: byBlock, history: times(2, refused(60)), says: "needs-review" },
    { name: "the fourth", situation: byWords, history: times(3, refused(40)), says: "needs-review" },
    {
      name: "the third with one that claimed nothing between",
      situation: byWords,
      history: [refused(40), { claimed: false, filesChanged: 1 }, refused(40)],
      says: null,
    },
    {
      name: "the third, an earlier one on another task",
      situation: { ...byWords, task: "B" },
      history: [
        { ...refused(40), task: "A" },
        { ...refused(40), task: "B" },
      ],
      says: null,
    },
    {
      name: "no claim after two refused ones",
      situation: { output: noWords, iteration: changed },
      history: times(2, refused(40)),
      says: null,
    },
  ])("$name: $says", ({ situation, history, says }) => {
    expect(doyaken({ ...situation, history }).outcome).toBe(says);
  });

  it("counts claims it has to read out of past outputs", () => {
    const history = times(2, { output: words, filesChanged: 1 });
    expect(doyaken({ ...byWords, history }).outcome).toBe("needs-review");
  });

  it("a claim below 50 points warns that it is weak", () => {
    const decision = doyaken(byWords);
    expect(decision.score.total).toBe(25);
    expect(decision.warnings.join("\n")).toMatch(/weak claim/);
  });

  it("tells the next prompt why the gate refused", () => {
    expect(doyaken(byWords).feedback.length).toBeGreaterThan(0);
    expect(doyaken(byBlock).feedback.join("\n")).toMatch(/indicators/);
  });
});
