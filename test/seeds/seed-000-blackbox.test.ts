import { describe, expect, it } from "vitest";
import {
  type Decision,
  decide,
  decideSituation,
  parseSituation,
  policyDefinition,
  readAgentReport,
  readTranscript,
} from "../../src/index.js";
import { boxes, decisionOf, times } from "./decide-from.js";

const blackbox = (situation: object): Decision => decisionOf({ policy: "blackbox", ...situation });
const heard = (text: string) => readAgentReport(readTranscript(text));

/** 90 points, so that no doubt speaks before the rule under test. */
const sure = "I am confident this is correct.";
/** 40 points. */
const unsure = "It might work now.";
const errorLines = (count: number): string =>
  [sure, ...Array.from({ length: count }, (_, at) => `Error: module number ${at} was not found`)].join("\n");
/** Files change, no task is finished. */
const idle = { filesChanged: 2, tasksDone: 0 };

describe("seed 000 (blackbox): its three worked examples", () => {
  it.each([
    {
      name: "5 of 5 boxes ticked and said so",
      tasks: boxes(5, 5),
      output: "All tasks are now complete.",
      expected: { decision: "EXIT", outcome: "completed", rule: "high-completion", percent: 100 },
    },
    {
      name: "a hedged answer",
      tasks: undefined,
      output: "I think this might work, but I'm not sure.",
      expected: { decision: "EXIT", outcome: "needs-review", rule: "low-confidence", percent: null },
    },
    {
      name: "1 of 3 boxes ticked, a confident answer",
      tasks: boxes(1, 3),
      output: "I am confident this is correct. Task 1 done.",
      expected: { decision: "CONTINUE", outcome: null, rule: "otherwise", percent: 33 },
    },
  ])("$name: $expected.decision by $expected.rule", ({ tasks, output, expected }) => {
    const { decision, outcome, rule, completion } = blackbox(tasks ? { tasks, output } : { output });
    expect({ decision, outcome, rule, percent: completion.percent }).toEqual(expected);
  });

  it("the confident example reaches 70 and the hedged one does not", () => {
    expect(heard("I am confident this is correct. Task 1 done.").confidence).toBe(90);
    expect(heard("I think this might work, but I'm not sure.").confidence).toBe(40);
  });
});

describe("seed 000 (blackbox): confidence of language", () => {
  it.each([
    { text: "I changed the parser.", points: 50, why: "plain prose is the base" },
    { text: "I am confident in the parser.", points: 90, why: "explicit, sure" },
    { text: "This is certainly the cause.", points: 90, why: "explicit, sure" },
    { text: "The parser is absolutely right.", points: 90, why: "explicit, sure" },
    { text: "The cause is likely the parser.", points: 60, why: "explicit, likely" },
    { text: "The cause is probably the parser.", points: 60, why: "explicit, likely" },
    { text: "Maybe the parser is the cause.", points: 40, why: "a hedge" },
    { text: "The parser might be the cause.", points: 40, why: "a hedge" },
    { text: "The parser could be the cause.", points: 40, why: "a hedge" },
    { text: "The parser takes approximately a second.", points: 40, why: "a hedge" },
    { text: "The parser is definitely the cause.", points: 60, why: "a certainty" },
    { text: "The order is assured.", points: 60, why: "a certainty" },
    { text: "The order is guaranteed.", points: 60, why: "a certainty" },
  ])("$points for $why: $text", ({ text, points }) => {
    expect(heard(text).confidence).toBe(points);
  });

  it.each([
    { text: "I am confident, it is probably the parser.", points: 90, why: "sure wins over likely" },
    { text: "I am confident, and this is definitely it.", points: 100, why: "the level replaces the base, then adds" },
    { text: "I am confident it is definitely guaranteed and assured.", points: 100, why: "never above 100" },
    { text: "I am confident. It might rain.", points: 80, why: "a sure level less one hedge" },
    { text: "It is likely, but it could also be the lexer.", points: 50, why: "a likely level less one hedge" },
    { text: "Maybe it might be what it could be, approximately.", points: 10, why: "four hedges" },
    { text: "Maybe. It is definitely odd.", points: 50, why: "a hedge and a certainty cancel" },
    { text: "It might fit. It might not. It might bend.", points: 40, why: "a hedge counts once, however often" },
    { text: "It is definitely in. Definitely in.", points: 60, why: "a certainty counts once, however often" },
    { text: "I AM CONFIDENT.", points: 90, why: "case does not matter" },
  ])("$points because $why: $text", ({ text, points }) => {
    expect(heard(text).confidence).toBe(points);
  });

  it.each([
    { text: "I am not confident in the parser.", points: 50, why: "a negated level" },
    { text: "The order isn't guaranteed.", points: 50, why: "a negated certainty" },
    { text: "It is not pretty, but I am confident in it.", points: 90, why: "a negation in another clause" },
    { text: "I am not confident, it might break.", points: 40, why: "only the clause of the negation is cancelled" },
    { text: "The file is confidential.", points: 50, why: "part of a longer word" },
    { text: "The cause is unlikely to be the parser.", points: 50, why: "part of a longer word" },
    { text: "The almighty parser is in.", points: 50, why: "part of a longer word" },
  ])("whole words and their negation, $why: $text", ({ text, points }) => {
    expect(heard(text).confidence).toBe(points);
  });
});

describe("seed 000 (blackbox): errors in the response", () => {
  it.each([
    { text: "The parser is in and compiles.", errors: 0 },
    { text: "The build ended with no errors.", errors: 0 },
    { text: "Summary: 0 errors, 0 failures.", errors: 0 },
    { text: "I added error handling to the parser.", errors: 0 },
    { text: "Error: module two was not found", errors: 1 },
    { text: "Error: no such file or directory", errors: 1 },
    { text: "The build failed.", errors: 1 },
    { text: "3 tests failed.", errors: 1 },
    { text: "Error: module one was not found\nAll else is in.\nfatal: not a repository", errors: 2 },
  ])("$errors in: $text", ({ text, errors }) => {
    expect(heard(text).errors).toBe(errors);
    expect(blackbox({ output: text }).errors).toBe(errors);
  });
});

describe("seed 000 (blackbox): completion is ticked boxes out of all boxes", () => {
  it.each([
    { name: "two of four", markdown: boxes(2, 4).markdown, done: 2, total: 4, percent: 50 },
    { name: "one of three", markdown: boxes(1, 3).markdown, done: 1, total: 3, percent: 33 },
    { name: "all five", markdown: boxes(5, 5).markdown, done: 5, total: 5, percent: 100 },
    { name: "none of two", markdown: boxes(0, 2).markdown, done: 0, total: 2, percent: 0 },
    { name: "a capital X ticks", markdown: "- [X] one\n- [ ] two", done: 1, total: 2, percent: 50 },
    { name: "a link is no box", markdown: "- [x] one\n- [ ] two\n- [a](page.md)", done: 1, total: 2, percent: 50 },
  ])("$name: $percent %", ({ markdown, done, total, percent }) => {
    expect(blackbox({ tasks: { markdown }, output: sure }).completion).toEqual({ done, total, percent });
  });
});

describe("seed 000 (blackbox): both sides of every threshold", () => {
  it.each([
    { name: "79 % done", tasks: boxes(79, 100), says: "CONTINUE", outcome: null },
    { name: "79.9 % done", tasks: boxes(799, 1000), says: "CONTINUE", outcome: null },
    { name: "80 % done with work left", tasks: boxes(80, 100), says: "EXIT", outcome: "stuck" },
    { name: "4 of 5 done", tasks: boxes(4, 5), says: "EXIT", outcome: "stuck" },
    { name: "3 of 4 done", tasks: boxes(3, 4), says: "CONTINUE", outcome: null },
    { name: "100 % done", tasks: boxes(5, 5), says: "EXIT", outcome: "completed" },
  ])("$name: $says, $outcome", ({ tasks, says, outcome }) => {
    expect(blackbox({ tasks, output: sure })).toMatchObject({ decision: says, outcome });
  });

  it("80 % with work left says that it stopped early, and never that it completed", () => {
    const decision = blackbox({ tasks: boxes(4, 5), output: "All tasks are now complete. I am confident." });
    expect(decision).toMatchObject({ decision: "EXIT", outcome: "stuck", rule: "high-completion", exitCode: 1 });
    expect(decision.reason).toContain("stopped early by policy");
  });

  it.each([
    { name: "confidence 70", output: "I am confident. It might fit, maybe.", says: "CONTINUE", outcome: null },
    {
      name: "confidence 60",
      output: "I am confident. It might fit, maybe, or it could bend.",
      says: "EXIT",
      outcome: "needs-review",
    },
    { name: "5 errors", output: errorLines(5), says: "CONTINUE", outcome: null },
    { name: "6 errors", output: errorLines(6), says: "EXIT", outcome: "stuck" },
  ])("$name: $says, $outcome", ({ output, says, outcome }) => {
    expect(blackbox({ tasks: boxes(1, 3), output })).toMatchObject({ decision: says, outcome });
  });

  it.each([
    { name: "one loop without a task done", before: 0, says: "CONTINUE", outcome: null },
    { name: "two loops in a row", before: 1, says: "CONTINUE", outcome: null },
    { name: "three loops in a row", before: 2, says: "EXIT", outcome: "stuck" },
    { name: "four loops in a row", before: 3, says: "EXIT", outcome: "stuck" },
  ])("$name, although files change and the agent sees progress: $says", ({ before, says, outcome }) => {
    const situation = { tasks: boxes(1, 3), output: `${sure} Great progress.`, iteration: idle };
    expect(blackbox({ ...situation, history: times(before, idle) })).toMatchObject({ decision: says, outcome });
  });

  it.each([
    { name: "ticked now", history: times(4, idle), iteration: { filesChanged: 1, tasksDone: 1 } },
    { name: "ticked in the loop before", history: [idle, idle, { tasksDone: 1 }], iteration: idle },
    { name: "ticked two loops before", history: [idle, idle, { tasksDone: 1 }, idle], iteration: idle },
  ])("a task $name resets the count of loops without one", ({ history, iteration }) => {
    expect(blackbox({ tasks: boxes(1, 3), output: sure, history, iteration }).decision).toBe("CONTINUE");
  });

  it.each([
    { setting: { minConfidence: 90 }, output: sure, says: "CONTINUE" },
    { setting: { minConfidence: 91 }, output: sure, says: "EXIT" },
    { setting: { minCompletion: 34 }, output: sure, says: "CONTINUE" },
    { setting: { minCompletion: 33 }, output: sure, says: "EXIT" },
    { setting: { maxErrors: 2 }, output: errorLines(2), says: "CONTINUE" },
    { setting: { maxErrors: 1 }, output: errorLines(2), says: "EXIT" },
  ])("$setting moves its edge: $says", ({ setting, output, says }) => {
    expect(blackbox({ tasks: boxes(1, 3), output, settings: setting }).decision).toBe(says);
  });

  const perProject = { exit_decision: { min_confidence: 80, min_completion: 90, stagnation_loops: 2 } };
  it.each([
    { name: "confidence 80", situation: { output: "I am confident. It might fit." }, says: "CONTINUE" },
    { name: "confidence 70", situation: { output: "I am confident. It might fit, maybe." }, says: "EXIT" },
    { name: "89 % done", situation: { output: sure, tasks: boxes(89, 100) }, says: "CONTINUE" },
    { name: "90 % done", situation: { output: sure, tasks: boxes(90, 100) }, says: "EXIT" },
    { name: "one idle loop", situation: { output: sure, iteration: idle }, says: "CONTINUE" },
    { name: "two idle loops", situation: { output: sure, iteration: idle, history: [idle] }, says: "EXIT" },
  ])("the document's own spelling of a project's override, $name: $says", ({ situation, says }) => {
    expect(blackbox({ ...situation, settings: perProject }).decision).toBe(says);
  });
});

describe("seed 000 (blackbox): the decision matrix", () => {
  const high = [80, 90, 100];
  const low = [0, 50, 79];
  const confident = [sure, "I am confident. It might fit, maybe."];
  const doubtful = ["I changed the parser.", unsure, "It is likely the parser."];

  it.each(high.flatMap((done) => [...confident, ...doubtful].map((output) => ({ done, output }))))(
    "$done % done and any confidence exits: $output",
    ({ done, output }) => {
      expect(blackbox({ tasks: boxes(done, 100), output })).toMatchObject({
        decision: "EXIT",
        rule: "high-completion",
      });
    },
  );

  it.each([...high, ...low].flatMap((done) => doubtful.map((output) => ({ done, output }))))(
    "$done % done and low confidence exits: $output",
    ({ done, output }) => {
      expect(blackbox({ tasks: boxes(done, 100), output }).decision).toBe("EXIT");
    },
  );

  it.each(low.flatMap((done) => confident.map((output) => ({ done, output }))))(
    "$done % done and high confidence continues: $output",
    ({ done, output }) => {
      expect(blackbox({ tasks: boxes(done, 100), output })).toMatchObject({
        decision: "CONTINUE",
        outcome: null,
        exitCode: null,
      });
    },
  );
});

describe("seed 000 (blackbox): the seven criteria in their order", () => {
  const breaker = { state: "open", reason: "five failures" };
  const standstill = { iteration: idle, history: times(2, idle) };
  const doubtAndErrors = `${unsure}\n${errorLines(6).split("\n").slice(1).join("\n")}`;
  /** Above every share, so that the fifth rule can speak at all. */
  const shareOff = { minCompletion: 101 };
  it.each([
    {
      name: "an open breaker beats all that follow",
      situation: { breaker, tasks: boxes(5, 5), output: doubtAndErrors, ...standstill },
      rule: "breaker-open",
    },
    {
      name: "high completion beats doubt, errors and stagnation",
      situation: { tasks: boxes(4, 5), output: doubtAndErrors, ...standstill },
      rule: "high-completion",
    },
    {
      name: "doubt beats errors and stagnation",
      situation: { tasks: boxes(1, 5), output: doubtAndErrors, ...standstill },
      rule: "low-confidence",
    },
    {
      name: "doubt beats a finished list",
      situation: { tasks: boxes(5, 5), output: unsure, settings: shareOff },
      rule: "low-confidence",
    },
    {
      name: "errors beat a finished list",
      situation: { tasks: boxes(5, 5), output: errorLines(6), settings: shareOff },
      rule: "too-many-errors",
    },
    {
      name: "errors beat stagnation",
      situation: { tasks: boxes(1, 5), output: errorLines(6), ...standstill },
      rule: "too-many-errors",
    },
    {
      name: "a finished list beats stagnation",
      situation: { tasks: boxes(5, 5), output: sure, settings: shareOff, ...standstill },
      rule: "no-work-left",
    },
    {
      name: "stagnation beats going on",
      situation: { tasks: boxes(1, 5), output: sure, ...standstill },
      rule: "stagnation",
    },
    { name: "else it goes on", situation: { tasks: boxes(1, 5), output: sure }, rule: "otherwise" },
  ])("$name", ({ situation, rule }) => {
    expect(blackbox(situation).rule).toBe(rule);
  });

  it("the policy lists them in the document's order", () => {
    const fromDocument = policyDefinition("blackbox").steps.filter(({ from }) => /priority order.*\d$/.test(from));
    expect(fromDocument.map(({ rule }) => rule.name)).toEqual([
      "breaker-open",
      "high-completion",
      "low-confidence",
      "too-many-errors",
      "no-work-left",
      "stagnation",
    ]);
  });
});

describe("seed 000 (blackbox): breaker integration", () => {
  const now = "2026-01-01T01:00:00Z";
  it.each([
    { name: "closed", breaker: { state: "closed" }, says: "CONTINUE" },
    { name: "half-open", breaker: { state: "half-open" }, says: "CONTINUE" },
    { name: "open, nobody knows since when", breaker: { state: "open" }, says: "EXIT" },
    { name: "open for 1799 s", breaker: { state: "open", openedAt: "2026-01-01T00:30:01Z" }, says: "EXIT" },
    { name: "open for 1800 s", breaker: { state: "open", openedAt: "2026-01-01T00:30:00Z" }, says: "CONTINUE" },
    { name: "open since tomorrow", breaker: { state: "open", openedAt: "2026-01-02T00:00:00Z" }, says: "EXIT" },
  ])("$name: $says", ({ breaker, says }) => {
    const decision = blackbox({ breaker, now, tasks: boxes(1, 3), output: sure });
    expect(decision.decision).toBe(says);
    if (says === "EXIT") expect(decision).toMatchObject({ outcome: "stuck", rule: "breaker-open", exitCode: 1 });
  });

  it("the reason names what tripped it", () => {
    const breaker = { state: "open", reason: "the same error five times" };
    expect(blackbox({ breaker, output: sure }).reason).toContain("the same error five times");
  });

  it("an open breaker is met before any agent starts", () => {
    expect(blackbox({ breaker: { state: "open" }, tasks: boxes(1, 3) }).rule).toBe("breaker-open");
  });
});

describe("seed 000 (blackbox): state persists across decisions", () => {
  it.each([
    { name: "an exit", situation: { tasks: boxes(5, 5), output: "All tasks are now complete." } },
    { name: "a doubt", situation: { output: unsure } },
    { name: "a continue", situation: { tasks: boxes(1, 3), output: sure, iteration: idle, history: [idle] } },
    { name: "an open breaker", situation: { breaker: { state: "open", reason: "five failures" }, output: sure } },
    { name: "a standstill", situation: { output: sure, iteration: idle, history: times(2, idle) } },
  ])("$name comes out the same from the recorded observation", ({ situation }) => {
    const { policy, observation, decision } = decideSituation(parseSituation({ policy: "blackbox", ...situation }));
    const recorded = JSON.parse(JSON.stringify(observation));
    expect(decide(policy, recorded)).toEqual(decision);
    expect(decide(policy, recorded)).toEqual(decide(policy, recorded));
  });

  it("loops without a task are counted through a record that was written and read again", () => {
    let kept = "[]";
    const said: string[] = [];
    for (let loop = 0; loop < 3; loop++) {
      const history: unknown[] = JSON.parse(kept);
      said.push(blackbox({ tasks: boxes(1, 3), output: sure, iteration: idle, history }).decision);
      kept = JSON.stringify([...history, idle]);
    }
    expect(said).toEqual(["CONTINUE", "CONTINUE", "EXIT"]);
  });
});

describe("seed 000 (blackbox): what holds in every policy", () => {
  const finished = { tasks: boxes(5, 5), output: sure };
  it.each([
    {
      name: "a required check fails",
      situation: { ...finished, evidence: [{ name: "tests", state: "fails", required: true }] },
    },
    {
      name: "a required check is unknown",
      situation: { ...finished, evidence: [{ name: "tests", state: "unknown", required: true }] },
    },
    { name: "the agent says no", situation: { ...finished, output: `${sure}\n\nEXIT_SIGNAL: false` } },
    {
      name: "the agent names work that is left",
      situation: { ...finished, output: `${sure}\n\nRemaining work: the parser still needs its tests.` },
    },
    { name: "the list is missing", situation: { ...finished, tasks: null } },
    { name: "the list is empty", situation: { ...finished, tasks: { markdown: "" } } },
    { name: "the list has no box", situation: { ...finished, tasks: { markdown: "# Plan\n\nSome words." } } },
    { name: "one box is left", situation: { ...finished, tasks: boxes(9, 10) } },
  ])("is never completed while $name", ({ situation }) => {
    expect(blackbox(situation).outcome).not.toBe("completed");
  });

  it("an interrupt comes before the open breaker", () => {
    const decision = blackbox({ ...finished, interrupted: true, breaker: { state: "open" } });
    expect(decision).toMatchObject({ decision: "EXIT", outcome: "interrupted", exitCode: 3 });
  });
});
