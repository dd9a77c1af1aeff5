import { describe, expect, it } from "vitest";
import { ask, busy, green, idle, said, taskClaim } from "../../test/ask.js";

/** The gate where the workspace is known, through `decide`: what a situation can express of it. */

const list = (...statuses: string[]) => ({ list: statuses.map((status, at) => ({ id: `T${at + 1}`, status })) });
const plain =
  "Changed the parser.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---\n";
const whole = plain.replace("EXIT_SIGNAL: false", "EXIT_SIGNAL: true");
const claim = { output: plain, task: "T1", tasks: list("todo", "todo") };
const tests = (more: object) => [{ name: "tests", required: true, ...more }];
const nothingChanged = [{ name: "changes", state: "fails" }];

type Row = { when: string; situation: Record<string, unknown>; says: string };
const table = (rows: readonly Row[]) =>
  it.each(rows)("$when: $says", ({ situation, says }) => expect(said(situation)).toBe(says));

const passes = "accepted-task: CONTINUE [T1]";
const refused = "otherwise: CONTINUE";

describe("visible work", () => {
  table([
    { when: "told outright", situation: { ...claim, iteration: { workVisible: true } }, says: passes },
    { when: "told that there is none", situation: { ...claim, iteration: { workVisible: false } }, says: refused },
    { when: "files changed now", situation: { ...claim, iteration: busy }, says: passes },
    {
      when: "files changed in an earlier iteration of the task",
      situation: { ...claim, iteration: idle, history: [{ task: "T1", filesChanged: 2 }] },
      says: passes,
    },
    {
      when: "files changed in an iteration of another task only",
      situation: { ...claim, iteration: idle, history: [{ task: "T2", filesChanged: 2 }], evidence: nothingChanged },
      says: refused,
    },
    {
      when: "the check of changes fails",
      situation: { ...claim, iteration: idle, evidence: nothingChanged },
      says: refused,
    },
    {
      when: "nobody looked: words are not enough without two indicators",
      situation: { ...claim },
      says: refused,
    },
    {
      when: "nobody looked, and the words bring two indicators",
      situation: { ...claim, output: taskClaim },
      says: passes,
    },
    {
      when: "a fact about this very task holds",
      situation: {
        ...claim,
        iteration: { workVisible: false },
        evidence: tests({ name: "criteria", state: "holds", aboutTask: true }),
      },
      says: passes,
    },
    {
      when: "a fact about this very task fails",
      situation: {
        ...claim,
        iteration: { workVisible: false },
        evidence: tests({ name: "criteria", state: "unknown", aboutTask: true, required: false }),
      },
      says: refused,
    },
    {
      when: "without a list: the run's own change",
      situation: { output: whole, iteration: idle, history: [{ filesChanged: 1 }], evidence: green },
      says: "accepted-completion: completed",
    },
    {
      when: "without a list and without any change",
      situation: { output: whole, iteration: { workVisible: false } },
      says: refused,
    },
    {
      when: "the box was ticked in the turn",
      situation: { ...claim, output: "Done.", iteration: { ...busy, ticked: true } },
      says: passes,
    },
    {
      when: "the box was ticked, and the agent says it is still at it",
      situation: { ...claim, output: "EXIT_STATUS: CONTINUE", iteration: { ...busy, ticked: true } },
      says: refused,
    },
    {
      when: "a green check of any name counts",
      situation: { ...claim, iteration: busy, evidence: tests({ name: "smoke", state: "holds" }) },
      says: passes,
    },
    {
      when: "checks are required and there is none",
      situation: { ...claim, iteration: busy, settings: { unverified: "refuse" } },
      says: refused,
    },
    {
      when: "checks are required and one holds",
      situation: { ...claim, iteration: busy, evidence: green, settings: { unverified: "refuse" } },
      says: passes,
    },
    {
      when: "a seed's policy keeps its indicators",
      situation: { ...claim, iteration: busy, policy: "cub" },
      says: refused,
    },
  ]);
});

describe("a required check and the task", () => {
  const at = (more: object) => ({ ...claim, iteration: busy, evidence: tests(more) });
  const newRed = { state: "fails", before: "fails", failing: ["b", "c"], failingBefore: ["b"] };
  table([
    { when: "it fails and nobody knows how it was", situation: at({ state: "fails" }), says: refused },
    { when: "it failed before, too", situation: at({ state: "fails", before: "fails" }), says: passes },
    { when: "it held before", situation: at({ state: "fails", before: "holds" }), says: refused },
    { when: "it was unknown before", situation: at({ state: "fails", before: "unknown" }), says: refused },
    { when: "it is unknown and held before", situation: at({ state: "unknown", before: "holds" }), says: refused },
    { when: "it is unknown as before", situation: at({ state: "unknown", before: "unknown" }), says: refused },
    { when: "it is empty as before", situation: at({ now: "empty", before: "empty" }), says: passes },
    { when: "it is empty and held before", situation: at({ now: "empty", before: "holds" }), says: refused },
    { when: "it is empty and nobody knows how it was", situation: at({ now: "empty" }), says: refused },
    { when: "it is empty and was only unknown", situation: at({ now: "empty", before: "unknown" }), says: refused },
    { when: "it cannot run", situation: at({ now: "cannot-run", before: "holds" }), says: refused },
    { when: "it cannot run, as before", situation: at({ now: "cannot-run", before: "cannot-run" }), says: refused },
    { when: "it was empty, and its first test fails", situation: at({ now: "fails", before: "empty" }), says: refused },
    { when: "it was empty, and its first test passes", situation: at({ now: "holds", before: "empty" }), says: passes },
    { when: "it is due at the end and cannot run", situation: at({ now: "cannot-run", atEnd: true }), says: refused },
    { when: "it is due only at the end", situation: at({ state: "unknown", atEnd: true, notRun: true }), says: passes },
    { when: "it was due and was not run", situation: at({ state: "unknown", notRun: true }), says: refused },
    {
      when: "the same tests fail as when the task began",
      situation: at({ state: "fails", before: "fails", failing: ["b"], failingBefore: ["a", "b"] }),
      says: passes,
    },
    {
      when: "a new test fails",
      situation: at({ state: "fails", before: "fails", failing: ["b", "c"], failingBefore: ["a", "b"] }),
      says: refused,
    },
    {
      when: "a new test fails, which the kind of task may leave behind",
      situation: {
        ...at({ state: "fails", before: "fails", failing: ["b", "c"], failingBefore: ["b"] }),
        settings: { newFailures: "allow" },
      },
      says: passes,
    },
    {
      when: "a new test fails because one that passed was broken",
      situation: {
        ...at({
          state: "fails",
          before: "fails",
          failing: ["b", "c"],
          failingBefore: ["b"],
          passed: 3,
          passedBefore: 4,
        }),
        settings: { newFailures: "allow" },
      },
      says: refused,
    },
    {
      when: "a test fails that passed when the run began",
      situation: at({ state: "fails", before: "fails", failing: ["b"], failingBefore: ["b"], failingAtStart: ["a"] }),
      says: refused,
    },
    {
      when: "tests without names, as many as before",
      situation: at({ state: "fails", before: "fails", failed: 2, failedBefore: 2 }),
      says: passes,
    },
    {
      when: "tests without names, one more",
      situation: at({ state: "fails", before: "fails", failed: 3, failedBefore: 2 }),
      says: refused,
    },
    {
      when: "more fail than the runner names",
      situation: at({
        state: "fails",
        before: "fails",
        failing: ["a"],
        failed: 120,
        failingBefore: ["b"],
        failedBefore: 130,
      }),
      says: passes,
    },
    {
      when: "a file that did not load before loads, and its other tests fail by name",
      situation: at({
        state: "fails",
        before: "fails",
        failing: ["test/all.test.js: roman works"],
        failingBefore: ["test/all.test.js"],
        failingAtStart: ["test/all.test.js"],
      }),
      says: passes,
    },
    {
      when: "a file no longer loads",
      situation: at({
        state: "fails",
        before: "fails",
        failing: ["test/a.test.js"],
        failingBefore: ["test/b.test.js: x"],
      }),
      says: refused,
    },
    {
      when: "tests that passed no longer run, though all is green",
      situation: at({ state: "holds", before: "holds", failing: [], failingBefore: [], passed: 3, passedBefore: 5 }),
      says: refused,
    },
    {
      when: "a new failing test is another open task's own",
      situation: at({ ...newRed, ofOthers: ["c"] }),
      says: passes,
    },
    {
      when: "one is another open task's own, one is not",
      situation: at({ ...newRed, failing: ["b", "c", "d"], ofOthers: ["c"] }),
      says: refused,
    },
    {
      when: "another open task's own test fails that passed before",
      situation: at({ ...newRed, ofOthers: ["c"], passed: 3, passedBefore: 4 }),
      says: refused,
    },
    {
      when: "another open task's own test fails since an earlier task",
      situation: at({ ...newRed, failingBefore: ["b", "c"], failingAtStart: ["b"], ofOthers: ["c"] }),
      says: passes,
    },
    {
      when: "a test fails since an earlier task, and is nobody's",
      situation: at({ ...newRed, failingBefore: ["b", "c"], failingAtStart: ["b"] }),
      says: refused,
    },
    {
      when: "a test fails that passed and failed on the same content",
      situation: at({ ...newRed, flaky: ["c"] }),
      says: passes,
    },
    {
      when: "another test than the one that fails now and then",
      situation: at({ ...newRed, flaky: ["d"] }),
      says: refused,
    },
    {
      when: "an optional check got worse",
      situation: { ...claim, iteration: busy, evidence: [{ name: "lint", state: "fails", before: "holds" }] },
      says: passes,
    },
  ]);

  it("is read from its more exact state, and the worse of the two counts", () => {
    const stated = (more: object) => said(at({ before: "holds", ...more }));
    expect(stated({ now: "holds" })).toBe(passes);
    expect(stated({ state: "holds", now: "holds" })).toBe(passes);
    for (const now of ["fails", "empty", "cannot-run", "not-run", "unknown"])
      expect(stated({ state: "holds", now }), now).toBe(refused);
    expect(stated({ state: "holds", notRun: true })).toBe(refused);
    expect(stated({ state: "fails", now: "holds" })).toBe(refused);
  });

  it("must hold for the run, whoever named it", () => {
    const last = { ...claim, output: whole, tasks: list("todo", "done"), iteration: busy };
    expect(said({ ...last, evidence: tests({ state: "fails", before: "fails" }) })).toBe(
      "accepted-task: CONTINUE [T1]",
    );
    expect(said({ ...last, evidence: tests({ state: "holds", before: "fails" }) })).toBe(
      "accepted-task: completed [T1]",
    );
    for (const now of ["empty", "cannot-run", "not-run", "unknown"])
      expect(ask({ ...last, evidence: tests({ now, before: now, atStart: now }) }).outcome, now).toBeNull();
  });
});

describe("disputed", () => {
  const unseen = { ...claim, iteration: { workVisible: false, ...idle } };
  table([
    { when: "the first claim", situation: unseen, says: refused },
    {
      when: "the second in a row",
      situation: { ...unseen, history: [{ task: "T1", claimed: true }] },
      says: "disputed: sets T1 aside as needs-review",
    },
    {
      when: "a usage limit between",
      situation: {
        ...unseen,
        history: [
          { task: "T1", claimed: true },
          { task: "T1", limited: true },
        ],
      },
      says: "disputed: sets T1 aside as needs-review",
    },
    {
      when: "a turn without a claim between",
      situation: {
        ...unseen,
        settings: { stagnationLoops: 0 },
        history: [
          { task: "T1", claimed: true, filesChanged: 0 },
          { task: "T1", filesChanged: 0 },
        ],
      },
      says: refused,
    },
    {
      when: "the first claim was of another task",
      situation: { ...unseen, history: [{ task: "T2", claimed: true }] },
      says: refused,
    },
    {
      when: "accepted by the settings",
      situation: { ...unseen, history: [{ task: "T1", claimed: true }], settings: { unchanged: "accept" } },
      says: passes,
    },
    {
      when: "refused by the settings, for the second time",
      situation: { ...unseen, history: [{ task: "T1", claimed: true }], settings: { unchanged: "refuse" } },
      says: refused,
    },
    {
      when: "refused by the settings, until the usual limit",
      situation: {
        ...unseen,
        history: [
          { task: "T1", claimed: true, filesChanged: 1 },
          { task: "T1", claimed: true, filesChanged: 1 },
        ],
        settings: { unchanged: "refuse", setAside: false },
      },
      says: "hollow-claims: needs-review",
    },
    {
      when: "accepted by the kind of the task",
      situation: {
        ...unseen,
        tasks: {
          list: [
            { id: "T1", status: "todo", kind: "action" },
            { id: "T2", status: "todo" },
          ],
        },
        history: [{ task: "T1", claimed: true }],
      },
      says: passes,
    },
    {
      when: "without a list",
      situation: { output: whole, iteration: { workVisible: false }, history: [{ claimed: true }] },
      says: "disputed: needs-review",
    },
    { when: "nobody looked", situation: { ...claim, history: [{ task: "T1", claimed: true }] }, says: refused },
  ]);
});

describe("known failures", () => {
  const failing = tests({ state: "fails", failing: ["old"], failingAtStart: ["old"] });
  const done = { output: whole, tasks: list("done", "done"), task: null, evidence: failing };
  table([
    {
      when: "the agent, told, changes nothing",
      situation: { ...done, iteration: idle },
      says: "known-failures: needs-review",
    },
    { when: "the agent is at it", situation: { ...done, iteration: busy }, says: refused },
    {
      when: "two iterations made them no fewer",
      situation: {
        ...done,
        iteration: busy,
        history: [
          { filesChanged: 1, knownFailing: 1 },
          { filesChanged: 1, knownFailing: 1 },
        ],
      },
      says: "known-failures: needs-review",
    },
    {
      when: "they become fewer",
      situation: {
        ...done,
        iteration: busy,
        history: [
          { filesChanged: 1, knownFailing: 3 },
          { filesChanged: 1, knownFailing: 2 },
        ],
      },
      says: refused,
    },
    {
      when: "something else fails, too",
      situation: {
        ...done,
        iteration: idle,
        evidence: tests({ state: "fails", failing: ["old", "new"], failingAtStart: ["old"] }),
      },
      says: refused,
    },
    {
      when: "accepted",
      situation: { ...done, iteration: idle, settings: { knownFailures: "accept" } },
      says: "no-work-left: completed",
    },
    {
      when: "refused",
      situation: { ...done, iteration: idle, settings: { knownFailures: "refuse" } },
      says: refused,
    },
    {
      when: "accepted by name",
      situation: { ...done, iteration: busy, settings: { knownFailures: ["old"] } },
      says: "accepted-completion: completed",
    },
    {
      when: "another name accepted",
      situation: { ...done, iteration: busy, settings: { knownFailures: ["x"] } },
      says: refused,
    },
    {
      when: "a check without names that failed at the start",
      situation: { ...done, iteration: idle, evidence: tests({ state: "fails", atStart: "fails" }) },
      says: "known-failures: needs-review",
    },
    {
      when: "a check without names that held at the start",
      situation: { ...done, iteration: idle, evidence: tests({ state: "fails", atStart: "holds" }) },
      says: refused,
    },
  ]);
});

describe("doubts about the tests", () => {
  const done = { output: whole, tasks: list("done"), task: null, iteration: busy };
  const doubt = (name: string, more: object) => [...green, { name, state: "holds", ...more }];
  const changed = doubt("original-tests", { changed: ["adds"] });
  const signs = doubt("honest-tests", { signs: ["src/a.js:1: this code looks for a test runner"] });
  const completed = "accepted-completion: completed";
  const review = "accepted-completion: needs-review";
  table([
    { when: "changed tests, by default", situation: { ...done, evidence: changed }, says: completed },
    {
      when: "changed tests, reviewed",
      situation: { ...done, evidence: changed, settings: { changedTests: "review" } },
      says: review,
    },
    { when: "signs, by default", situation: { ...done, evidence: signs }, says: completed },
    { when: "signs, reviewed", situation: { ...done, evidence: signs, settings: { signs: "review" } }, says: review },
    {
      when: "signs reviewed, and there are none",
      situation: { ...done, evidence: changed, settings: { signs: "review" } },
      says: completed,
    },
  ]);

  it("are both named", () => {
    const settings = { signs: "review", changedTests: "review" };
    const { reason } = ask({ ...done, evidence: [...changed, ...signs], settings });
    expect(reason).toContain("tests were changed to pass: adds; there are signs of cheating: src/a.js:1");
  });
});

describe("tampering", () => {
  const cheat = {
    ...claim,
    iteration: busy,
    evidence: tests({ name: "honest-tests", state: "fails", detail: "a test was deleted" }),
  };
  const twice = { ...cheat, history: [{ task: "T1", claimed: true, tampered: true, filesChanged: 1 }] };
  table([
    { when: "at one claim", situation: cheat, says: refused },
    {
      when: "at two in a row",
      situation: { ...cheat, history: [{ task: "T1", claimed: true, tampered: true, filesChanged: 1 }] },
      says: "tampering: needs-review",
    },
    {
      when: "at two in a row, after a task that is not proven",
      situation: { ...twice, doneInRun: 1, unverified: 1 },
      says: "tampering: needs-review",
    },
    {
      when: "at two in a row, after a verified task",
      situation: { ...twice, doneInRun: 1 },
      says: "tampering: sets T1 aside as needs-review",
    },
    {
      when: "at two in a row, in a second task",
      situation: { ...twice, doneInRun: 1, setAside: [{ task: "T2", outcome: "needs-review", rule: "tampering" }] },
      says: "tampering: needs-review",
    },
    {
      when: "and honest in between",
      situation: {
        ...cheat,
        history: [
          { task: "T1", claimed: true, tampered: true },
          { task: "T1", claimed: true, filesChanged: 1, tasksDone: 1 },
        ],
      },
      says: refused,
    },
  ]);
});

describe("weak claims", () => {
  const words = "The task is complete and ready for review.";
  const weak = { ...claim, output: words };
  table([
    { when: "once", situation: { ...weak, iteration: busy }, says: refused },
    {
      when: "twice, nothing changed in the second",
      situation: {
        ...weak,
        iteration: { ...idle, workVisible: true },
        history: [{ task: "T1", claimed: true, filesChanged: 1 }],
      },
      says: "confirmed-completion: CONTINUE [T1]",
    },
    {
      when: "twice, and still changing",
      situation: { ...weak, iteration: busy, history: [{ task: "T1", claimed: true, filesChanged: 1 }] },
      says: refused,
    },
    {
      when: "three times",
      situation: {
        ...weak,
        iteration: busy,
        history: [
          { task: "T1", claimed: true, filesChanged: 1 },
          { task: "T1", claimed: true, filesChanged: 1 },
        ],
      },
      says: "confirmed-completion: CONTINUE [T1]",
    },
    {
      when: "twice with nothing to show",
      situation: { ...weak, iteration: { ...idle, workVisible: false }, history: [{ task: "T1", claimed: true }] },
      says: "disputed: sets T1 aside as needs-review",
    },
    {
      when: "three beside work are no hollow claims",
      situation: {
        ...weak,
        iteration: busy,
        evidence: tests({ state: "fails" }),
        history: [1, 2, 3].map(() => ({ task: "T1", claimed: true, weak: true, filesChanged: 1 })),
      },
      says: refused,
    },
  ]);

  it("of a block without this turn's nonce say what is missing", () => {
    const decision = ask({ ...claim, iteration: busy, settings: { nonce: "k7" } });
    expect(decision).toMatchObject({ taskDone: null, rule: "otherwise" });
    expect(decision.feedback.join()).toContain("NONCE");
    expect(decision.warnings.join()).toContain("NONCE");
    expect(
      ask({
        ...claim,
        iteration: busy,
        settings: { nonce: "k7" },
        output: plain.replace("---END", "NONCE: k7\n---END"),
      }).taskDone,
    ).toBe("T1");
    const open = plain.slice(0, plain.indexOf("---END"));
    expect(ask({ ...claim, iteration: busy, output: open })).toMatchObject({ taskDone: null });
    expect(ask({ ...claim, iteration: busy, output: open }).feedback.join()).toContain("closing line");
  });
});

describe("refused claims in a row", () => {
  const red = tests({ state: "fails" });
  const past = (task: string | undefined) => ({
    ...(task === undefined ? {} : { task }),
    claimed: true,
    filesChanged: 1,
  });
  table([
    {
      when: "three on the task",
      situation: { ...claim, iteration: busy, evidence: red, history: [past("T1"), past("T1")] },
      says: "hollow-claims: sets T1 aside as needs-review",
    },
    {
      when: "the first on another task",
      situation: { ...claim, iteration: busy, evidence: red, history: [past("T2"), past("T1")] },
      says: refused,
    },
    {
      when: "counted on when nothing is selected any more",
      situation: {
        output: whole,
        tasks: list("done", "done"),
        task: null,
        iteration: busy,
        evidence: red,
        history: [past("T2"), past("T2")],
      },
      says: "hollow-claims: needs-review",
    },
    {
      when: "on any task while the run has shown no work at all",
      situation: {
        ...claim,
        task: "T2",
        iteration: idle,
        evidence: red,
        history: [
          { task: "T1", claimed: true, filesChanged: 0 },
          { task: "T1", claimed: true, filesChanged: 0 },
        ],
      },
      says: "hollow-claims: needs-review",
    },
  ]);
});

describe("a finished list that the agent keeps denying", () => {
  const denied = { output: "EXIT_SIGNAL: false", tasks: list("done", "done"), task: null, iteration: busy };
  table([
    { when: "once", situation: denied, says: refused },
    {
      when: "twice",
      situation: { ...denied, history: [{ denied: true, filesChanged: 1 }] },
      says: "no-work-left: needs-review",
    },
    {
      when: "the first time with a task selected",
      situation: { ...denied, history: [{ task: "T2", denied: true, filesChanged: 1 }] },
      says: refused,
    },
    {
      when: "while a check fails",
      situation: { ...denied, evidence: tests({ state: "fails" }), history: [{ denied: true, filesChanged: 1 }] },
      says: refused,
    },
  ]);
});

describe("what the agent says beside its claim", () => {
  const titled = {
    list: [
      { id: "T1", title: "Implement slugify", status: "todo" },
      { id: "T2", title: "Implement wordcount", status: "todo" },
      { id: "T3", title: "Add roman numerals", status: "todo" },
    ],
  };
  const saying = (words: string, more: object = {}) => ({
    ...claim,
    tasks: titled,
    iteration: busy,
    output: `${words}\n\n${plain}`,
    ...more,
  });
  table([
    { when: "other tasks are still to do", situation: saying("Still to do: wordcount, roman"), says: passes },
    {
      when: "something of this task is still to do",
      situation: saying("Still to do: the edge cases of slugify"),
      says: refused,
    },
    {
      when: "this task and another are still to do",
      situation: saying("Still to do: slugify, wordcount"),
      says: refused,
    },
    { when: "two more stories", situation: saying("There are still 2 more stories."), says: passes },
    {
      when: "two more stories, and the run is claimed",
      situation: { output: `There are still 2 more stories.\n\n${whole}`, iteration: busy },
      says: refused,
    },
    {
      when: "6 more to go, and the run is claimed",
      situation: { output: `6 more to go.\n\n${whole}`, iteration: busy },
      says: refused,
    },
    {
      when: "others are up next, and the run is claimed",
      situation: { output: `US-305 and US-306 are up next.\n\n${whole}`, iteration: busy },
      says: refused,
    },
    {
      when: "not the final story, and the run is claimed",
      situation: { output: `This is not the final story.\n\n${whole}`, iteration: busy },
      says: refused,
    },
    {
      when: "failing tests beside a check of ours that ran",
      situation: {
        ...claim,
        iteration: busy,
        evidence: tests({ state: "fails", before: "fails" }),
        output: plain.replace("EXIT", "TESTS_STATUS: FAILING\nEXIT"),
      },
      says: passes,
    },
    {
      when: "failing tests where nobody else ran any",
      situation: { ...claim, iteration: busy, output: plain.replace("EXIT", "TESTS_STATUS: FAILING\nEXIT") },
      says: refused,
    },
    {
      when: "a status word we do not know beside a yes",
      situation: { output: whole.replace("COMPLETE", "TERMINATING_LOOP"), iteration: busy },
      says: refused,
    },
    {
      when: "a yes, and a decorated no behind it",
      situation: { output: `${whole}\n## EXIT_SIGNAL: false`, iteration: busy },
      says: refused,
    },
  ]);
});
