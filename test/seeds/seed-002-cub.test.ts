import { describe, expect, it } from "vitest";
import { type Decision, readAgentReport, readTranscript } from "../../src/index.js";
import { boxes, decisionOf, times } from "./decide-from.js";

const cub = (situation: object): Decision => decisionOf({ policy: "cub", ...situation });

/** The explicit half of the gate; its reason says nothing that counts. */
function signal(fields: Record<string, string> = {}): string {
  const all = { EXIT_STATUS: "COMPLETE", EXIT_REASON: "see above", REMAINING_WORK: "none", ...fields };
  return Object.entries(all)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n");
}
const message = (...paragraphs: string[]): string => paragraphs.join("\n\n");

const one = "The branch is ready for review.";
const two = "The implementation is finished. The branch is ready for review.";
const none = "I moved the parser into a file of its own.";
const holds = (name: string, required = false) => ({ name, state: "holds", required });
const everySwitch = { evidenceChecks: { tests: true, build: true, acceptanceCriteria: true, cleanGit: true } };

describe("seed 002 (cub): counting completion patterns", () => {
  it.each([
    { text: "All tasks have been completed.", count: 1 },
    { text: "All tasks are complete.", count: 1 },
    { text: "all TASKS are now Completed", count: 1 },
    { text: "The implementation is finished.", count: 1 },
    { text: "The branch is ready for review.", count: 1 },
    { text: "There is no remaining work.", count: 1 },
    { text: "All acceptance criteria are met.", count: 1 },
    { text: "All acceptance criteria have been met.", count: 1 },
    { text: two, count: 2 },
    { text: "All tasks have been completed. All acceptance criteria are met. No remaining work.", count: 3 },
    { text: "The branch is ready for review.\n\nOnce more: it is ready for review.", count: 1 },
    { text: none, count: 0 },
  ])("$count in: $text", ({ text, count }) => {
    expect(cub({ output: text }).indicators).toBe(count);
  });

  it.each([
    "Not all tasks are completed.",
    "Once the implementation is finished I will open the branch.",
    "The branch will be ready for review.",
    "The branch is not ready for review.",
    "There is remaining work.",
    "Are all acceptance criteria met?",
    "> All tasks have been completed.",
    "```\nAll tasks have been completed.\n```",
  ])("text that only looks like a pattern counts nothing: %s", (text) => {
    expect(cub({ output: text }).indicators).toBe(0);
  });

  it("the promise is a signal, and one token never fills both sides of the gate", () => {
    const decision = cub({ output: "<promise>COMPLETE</promise>", settings: { indicatorThreshold: 1 } });
    expect(decision).toMatchObject({ decision: "CONTINUE", explicit: true, claim: "complete", indicators: 0 });
  });

  it("patterns of the configuration replace the list", () => {
    const settings = { patterns: ["the kettle is on"] };
    expect(cub({ output: "The kettle is on.", settings }).indicators).toBe(1);
    expect(cub({ output: two, settings }).indicators).toBe(0);
  });
});

describe("seed 002 (cub): evidence as indicators", () => {
  it.each([
    { check: "tests", byDefault: 1, switchedOn: 1 },
    { check: "criteria", byDefault: 1, switchedOn: 1 },
    { check: "clean-git", byDefault: 0, switchedOn: 1 },
    { check: "build", byDefault: 0, switchedOn: 1 },
  ])("$check that holds: $byDefault by default, $switchedOn where asked for", ({ check, byDefault, switchedOn }) => {
    const situation = { output: none, evidence: [holds(check)] };
    expect(cub(situation).indicators).toBe(byDefault);
    expect(cub({ ...situation, settings: everySwitch }).indicators).toBe(switchedOn);
  });

  it.each(["fails", "unknown"])("a check that %s is no indicator", (state) => {
    for (const name of ["tests", "criteria", "clean-git", "build"])
      expect(cub({ output: none, evidence: [{ name, state }], settings: everySwitch }).indicators).toBe(0);
  });

  it("patterns and evidence are added up", () => {
    const evidence = [holds("tests"), holds("criteria"), holds("clean-git"), holds("build")];
    expect(cub({ output: message(two, signal()), evidence, settings: everySwitch }).indicators).toBe(6);
  });

  it("a finished list counts too", () => {
    expect(cub({ output: none, tasks: boxes(3, 3) }).indicators).toBe(1);
    expect(cub({ output: none, tasks: boxes(2, 3) }).indicators).toBe(0);
  });
});

describe("seed 002 (cub): indicators at the threshold and an explicit signal", () => {
  it.each([
    { name: "no indicator, no signal", output: none, evidence: [], says: "CONTINUE" },
    { name: "no indicator, signal", output: message(none, signal()), evidence: [], says: "CONTINUE" },
    { name: "one phrase, signal", output: message(one, signal()), evidence: [], says: "CONTINUE" },
    { name: "two phrases, no signal", output: two, evidence: [], says: "CONTINUE" },
    { name: "two phrases, signal", output: message(two, signal()), evidence: [], says: "EXIT" },
    { name: "a phrase and tests, no signal", output: one, evidence: [holds("tests")], says: "CONTINUE" },
    { name: "a phrase and tests, signal", output: message(one, signal()), evidence: [holds("tests")], says: "EXIT" },
    {
      name: "a phrase and build, signal",
      output: message(one, signal()),
      evidence: [holds("build")],
      says: "CONTINUE",
    },
    {
      name: "two green checks and no word about the work, signal",
      output: message(none, signal()),
      evidence: [holds("tests"), holds("criteria")],
      says: "CONTINUE",
    },
  ])("$name: $says", ({ output, evidence, says }) => {
    expect(cub({ output, evidence })).toMatchObject({
      decision: says,
      outcome: says === "EXIT" ? "completed" : null,
      exitCode: says === "EXIT" ? 0 : null,
    });
  });

  it.each([
    { threshold: 0, output: message(none, signal()), says: "EXIT" },
    { threshold: 1, output: message(none, signal()), says: "CONTINUE" },
    { threshold: 1, output: message(one, signal()), says: "EXIT" },
    { threshold: 1, output: one, says: "CONTINUE" },
    { threshold: 2, output: message(one, signal()), says: "CONTINUE" },
    { threshold: 3, output: message(two, signal()), says: "CONTINUE" },
    { threshold: 3, output: message(two, "No remaining work.", signal()), says: "EXIT" },
  ])("--exit-threshold $threshold moves the edge: $says", ({ threshold, output, says }) => {
    expect(cub({ output, settings: { indicatorThreshold: threshold } }).decision).toBe(says);
  });

  it("all the green checks there are still prove nothing about the work", () => {
    const evidence = ["tests", "criteria", "clean-git", "build"].map((name) => holds(name));
    const decision = cub({ output: message(none, signal()), evidence, settings: everySwitch });
    expect(decision).toMatchObject({ decision: "CONTINUE", indicators: 4 });
    expect(decision.feedback.join("\n")).toMatch(/prove nothing/);
  });

  it("says how many of how many indicators a refused claim had", () => {
    expect(cub({ output: message(one, signal()) }).feedback.join("\n")).toMatch(/1 of 2/);
  });

  it("a task that passes is done and the run goes on to the next", () => {
    const situation = { output: message(two, signal()), tasks: boxes(0, 2), task: "1" };
    expect(cub(situation)).toMatchObject({ decision: "CONTINUE", taskDone: "1" });
    expect(cub({ ...situation, tasks: boxes(1, 2), task: "2" })).toMatchObject({
      decision: "EXIT",
      outcome: "completed",
      taskDone: "2",
    });
  });

  it("confirmations ask for consecutive signals", () => {
    const situation = {
      output: message(two, signal()),
      iteration: { filesChanged: 1 },
      settings: { confirmations: 2 },
    };
    expect(cub(situation).decision).toBe("CONTINUE");
    expect(cub({ ...situation, history: [{ claimed: true, passed: true, filesChanged: 1 }] }).decision).toBe("EXIT");
    expect(cub({ ...situation, history: [{ claimed: true, filesChanged: 1 }] }).decision).toBe("CONTINUE");
  });
});

describe("seed 002 (cub): parsing the explicit signal", () => {
  const heard = (text: string) => readAgentReport(readTranscript(text));
  it.each([
    { text: signal(), claim: "complete", explicit: true },
    { text: signal({ EXIT_STATUS: "CONTINUE" }), claim: "continue", explicit: true },
    { text: "exit_status: complete", claim: "complete", explicit: true },
    { text: "EXIT_STATUS: {COMPLETE|CONTINUE}", claim: "none", explicit: false },
    { text: "EXIT_STATUS: ALMOST", claim: "none", explicit: false },
    { text: "LAST_EXIT_STATUS: COMPLETE", claim: "none", explicit: false },
    { text: none, claim: "none", explicit: false },
    { text: signal({ REMAINING_WORK: "the parser has no tests" }), claim: "continue", explicit: true },
  ])("$claim: $text", ({ text, claim, explicit }) => {
    expect(heard(text)).toMatchObject({ claim, explicit });
  });

  it("keeps the reason and every other field", () => {
    const [read] = heard(signal({ EXIT_REASON: "the parser is in", EXIT_CONFIDENCE: "HIGH" })).signals;
    expect(read?.fields).toEqual({
      EXIT_STATUS: "COMPLETE",
      EXIT_REASON: "the parser is in",
      REMAINING_WORK: "none",
      EXIT_CONFIDENCE: "HIGH",
    });
  });
});

describe("seed 002 (cub): the failure modes it was written against", () => {
  it.each([
    {
      name: "the signal comes, the tests fail",
      situation: { output: message(two, signal()), evidence: [{ name: "tests", state: "fails", required: true }] },
    },
    {
      name: "the signal comes, the tests could not be read",
      situation: { output: message(two, signal()), evidence: [{ name: "tests", state: "unknown", required: true }] },
    },
    { name: "the list is only partly done", situation: { output: message(two, signal()), tasks: boxes(2, 3) } },
    {
      name: "the block names remaining work",
      situation: { output: message(two, signal({ REMAINING_WORK: "the parser has no tests" })) },
    },
    {
      name: "the agent says not yet beside words of completion",
      situation: { output: message(two, signal({ EXIT_STATUS: "CONTINUE" })), evidence: [holds("tests")] },
    },
    { name: "only the promise is printed", situation: { output: "<promise>COMPLETE</promise>" } },
    {
      name: "the agent's process failed",
      situation: { output: message(two, signal()), agent: { exitCode: 1, stderr: "killed" } },
    },
  ])("goes on when $name", ({ situation }) => {
    expect(cub(situation)).toMatchObject({ decision: "CONTINUE", outcome: null });
  });

  it.each([
    { name: "the words without the signal", output: two, warning: /no explicit signal/ },
    { name: "the signal without indicators", output: message(none, signal()), warning: /too few indicators/ },
  ])("warns of $name", ({ output, warning }) => {
    expect(cub({ output }).warnings.join("\n")).toMatch(warning);
  });
});

describe("seed 002 (cub): overrides", () => {
  it("--force-complete skips the gate for the task at hand, and the run goes on", () => {
    const decision = cub({ forceComplete: true, output: none, tasks: boxes(0, 2), task: "1" });
    expect(decision).toMatchObject({ decision: "CONTINUE", rule: "forced-completion", taskDone: "1", forced: true });
  });

  it.each([
    { name: "the last task", situation: { tasks: boxes(1, 2), task: "2" }, taskDone: "2" },
    { name: "a run without a list", situation: {}, taskDone: null },
  ])("--force-complete ends $name as completed", ({ situation, taskDone }) => {
    const decision = cub({ forceComplete: true, output: none, ...situation });
    expect(decision).toMatchObject({ decision: "EXIT", outcome: "completed", exitCode: 0, taskDone, forced: true });
  });

  it("--force-complete lists the checks it goes against", () => {
    const evidence = [
      { name: "tests", state: "fails", required: true },
      { name: "build", state: "unknown" },
    ];
    const { reason } = cub({ forceComplete: true, evidence });
    expect(reason).toMatch(/tests fails/);
    expect(reason).toMatch(/build could not be verified/);
  });

  it("--force-complete with a list and no task is refused with the words to type", () => {
    const decision = cub({ forceComplete: true, output: none, tasks: boxes(0, 2) });
    expect(decision).toMatchObject({ decision: "CONTINUE", taskDone: null, forced: false });
    expect(decision.abstained.find(({ rule }) => rule === "forced-completion")?.why).toContain("--task ID");
  });

  const override = { EXIT_OVERRIDE: "true", EXIT_CONFIDENCE: "HIGH" };
  const bare = message(none, signal(override));
  const allow = { allowOverride: true };
  it.each([
    { name: "is not heard by default", situation: { output: bare }, says: "CONTINUE" },
    { name: "skips the threshold where allowed", situation: { output: bare, settings: allow }, says: "EXIT" },
    {
      name: "may carry a comment",
      situation: { output: message(none, signal({ EXIT_OVERRIDE: "true  # skip it" })), settings: allow },
      says: "EXIT",
    },
    {
      name: "is none when false",
      situation: { output: message(none, signal({ EXIT_OVERRIDE: "false" })), settings: allow },
      says: "CONTINUE",
    },
    {
      name: "is nothing without the signal itself",
      situation: { output: message(none, "EXIT_OVERRIDE: true"), settings: allow },
      says: "CONTINUE",
    },
    {
      name: "does not beat a failing required check",
      situation: { output: bare, settings: allow, evidence: [{ name: "tests", state: "fails", required: true }] },
      says: "CONTINUE",
    },
    {
      name: "does not beat an unknown required check",
      situation: { output: bare, settings: allow, evidence: [{ name: "tests", state: "unknown", required: true }] },
      says: "CONTINUE",
    },
    {
      name: "does not beat named remaining work",
      situation: { output: message(none, signal({ ...override, REMAINING_WORK: "the tests" })), settings: allow },
      says: "CONTINUE",
    },
    {
      name: "does not beat its own no",
      situation: { output: message(none, signal({ ...override, EXIT_STATUS: "CONTINUE" })), settings: allow },
      says: "CONTINUE",
    },
    {
      name: "does not beat a task that is left",
      situation: { output: bare, settings: allow, tasks: boxes(2, 3) },
      says: "CONTINUE",
    },
    {
      name: "does not beat a failed turn",
      situation: { output: bare, settings: allow, agent: { exitCode: 1 } },
      says: "CONTINUE",
    },
  ])("EXIT_OVERRIDE $name: $says", ({ situation, says }) => {
    expect(cub(situation).decision).toBe(says);
  });
});

describe("seed 002 (cub): the gate and the breaker", () => {
  const refused = { claimed: true, filesChanged: 1 };
  const again = { output: message(one, signal()), iteration: { filesChanged: 1 } };
  it.each([
    { name: "the fourth time", before: 3, says: "CONTINUE", state: "closed" },
    { name: "the fifth time", before: 4, says: "EXIT", state: "open" },
    { name: "the sixth time", before: 5, says: "EXIT", state: "open" },
  ])("the gate does not pass $name: $says", ({ before, says, state }) => {
    const decision = cub({ ...again, history: times(before, refused) });
    expect(decision.decision).toBe(says);
    expect(decision.breaker.state).toBe(state);
    if (says === "EXIT") {
      expect(decision).toMatchObject({ outcome: "stuck", rule: "breaker-tripped", exitCode: 1 });
      expect(decision.reason).toMatch(/gate/);
    }
  });

  it("iterations that claim nothing do not pass the gate either", () => {
    const quiet = { output: none, iteration: { filesChanged: 1 }, history: times(4, { filesChanged: 1 }) };
    expect(cub(quiet)).toMatchObject({ decision: "EXIT", outcome: "stuck", rule: "breaker-tripped" });
  });

  it("a count kept by the loop is taken up", () => {
    expect(cub({ ...again, breaker: { state: "closed", gateRefused: 3 } }).decision).toBe("CONTINUE");
    expect(cub({ ...again, breaker: { state: "closed", gateRefused: 4 } }).outcome).toBe("stuck");
  });

  it("a gate that passes the fifth time completes and never trips", () => {
    const decision = cub({ ...again, output: message(two, signal()), history: times(4, refused) });
    expect(decision).toMatchObject({ outcome: "completed", breaker: { state: "closed" } });
  });

  it.each([
    { name: "a task done", history: [...times(3, refused), { ...refused, tasksDone: 1 }] },
    {
      name: "fewer failing tests",
      history: [...times(3, { ...refused, failingTests: 5 }), { ...refused, failingTests: 4 }],
    },
    { name: "a gate that passed", history: [...times(3, refused), { ...refused, passed: true }] },
  ])("$name resets the count", ({ history }) => {
    expect(cub({ ...again, history }).decision).toBe("CONTINUE");
  });

  it("the limit is a setting", () => {
    const settings = { breaker: { gateRefused: 2 } };
    expect(cub({ ...again, settings }).decision).toBe("CONTINUE");
    expect(cub({ ...again, settings, history: [refused] }).outcome).toBe("stuck");
  });

  it("an open breaker on entry beats a claim that passes", () => {
    const decision = cub({ output: message(two, signal()), breaker: { state: "open" } });
    expect(decision).toMatchObject({ outcome: "stuck", rule: "breaker-open" });
  });
});

describe("seed 002 (cub): the exit_gate group of its configuration", () => {
  const documented = {
    enabled: true,
    indicator_threshold: 2,
    require_explicit_signal: true,
    evidence_checks: { tests: true, build: false, acceptance_criteria: true, clean_git: false },
    patterns: ["<promise>COMPLETE</promise>", "all tasks completed", "ready for review"],
  };
  const gate = (patch: object) => ({ settings: { exit_gate: patch } });

  it.each([
    { name: "a listed pattern and tests", output: message(one, signal()), evidence: [holds("tests")], says: "EXIT" },
    {
      name: "a listed pattern and criteria",
      output: message(one, signal()),
      evidence: [holds("criteria")],
      says: "EXIT",
    },
    {
      name: "a listed pattern and build",
      output: message(one, signal()),
      evidence: [holds("build")],
      says: "CONTINUE",
    },
    { name: "a listed pattern alone", output: message(one, signal()), evidence: [], says: "CONTINUE" },
    {
      name: "both listed phrases",
      output: message("All tasks completed, the branch is ready for review.", signal()),
      evidence: [],
      says: "EXIT",
    },
    {
      name: "a phrase that is not listed and tests",
      output: message("The implementation is finished.", signal()),
      evidence: [holds("tests")],
      says: "CONTINUE",
    },
  ])("as documented, $name: $says", ({ output, evidence, says }) => {
    expect(cub({ ...gate(documented), output, evidence }).decision).toBe(says);
  });

  it("enabled: false leaves completion to the task list and the operator", () => {
    const off = gate({ enabled: false });
    expect(cub({ ...off, output: message(two, signal()) }).decision).toBe("CONTINUE");
    expect(cub({ ...off, output: none, tasks: boxes(3, 3) }).outcome).toBe("completed");
    expect(cub({ ...off, output: none, forceComplete: true }).outcome).toBe("completed");
  });

  it("indicator_threshold: 1 lets one phrase do", () => {
    expect(cub({ ...gate({ indicator_threshold: 1 }), output: message(one, signal()) }).outcome).toBe("completed");
  });

  it("require_explicit_signal: false lets a claim in prose stand for the signal", () => {
    expect(cub({ output: two }).decision).toBe("CONTINUE");
    expect(cub({ ...gate({ require_explicit_signal: false }), output: two }).outcome).toBe("completed");
    expect(cub({ ...gate({ require_explicit_signal: false }), output: none }).decision).toBe("CONTINUE");
  });

  it.each([
    { key: "build", check: "build" },
    { key: "clean_git", check: "clean-git" },
  ])("evidence_checks.$key: true counts the check", ({ key, check }) => {
    const situation = { output: message(one, signal()), evidence: [holds(check)] };
    expect(cub(situation).decision).toBe("CONTINUE");
    expect(cub({ ...situation, ...gate({ evidence_checks: { [key]: true } }) }).outcome).toBe("completed");
  });

  it.each([
    { key: "tests", check: "tests" },
    { key: "acceptance_criteria", check: "criteria" },
  ])("evidence_checks.$key: false no longer counts it", ({ key, check }) => {
    const situation = { output: message(one, signal()), evidence: [holds(check)] };
    expect(cub(situation).outcome).toBe("completed");
    expect(cub({ ...situation, ...gate({ evidence_checks: { [key]: false } }) }).decision).toBe("CONTINUE");
  });

  it.each([
    { name: "a name nobody knows", patch: { treshold: 2 }, says: /treshold/ },
    { name: "a threshold in words", patch: { indicator_threshold: "two" }, says: /indicator_threshold/ },
  ])("$name is refused by its name", ({ patch, says }) => {
    expect(() => cub({ ...gate(patch), output: one })).toThrow(says);
  });
});
