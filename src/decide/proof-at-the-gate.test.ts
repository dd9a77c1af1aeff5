import { describe, expect, it } from "vitest";
import { ask, busy, green, idle, said } from "../../test/ask.js";

/** What a proof does at the gate, and what a decision says about it: both sides of every edge, through `decide`. */

const list = (...statuses: string[]) => ({ list: statuses.map((status, at) => ({ id: `T${at + 1}`, status })) });
const block = (signal: boolean) =>
  `Changed the parser.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: ${signal}\n---END_RALPH_STATUS---\n`;
const prose = "The task is complete and ready for review.";
const oldTest = { state: "proven", kind: "old-test", check: "tests", tests: ["roman: four"] };
const notProven = { state: "not-proven", why: "nothing tests this work" };
const unknown = { state: "unknown" };
const explicit = { output: block(false), task: "T1", tasks: list("todo", "todo"), iteration: busy, evidence: green };
const weak = { ...explicit, output: prose };
const last = { ...explicit, output: block(true), tasks: list("todo", "done") };

type Row = { when: string; situation: Record<string, unknown>; says: string };
const table = (rows: readonly Row[]) =>
  it.each(rows)("$when: $says", ({ situation, says }) => expect(said(situation)).toBe(says));

const passes = "accepted-task: CONTINUE [T1]";
const refused = "otherwise: CONTINUE";

describe("a weak claim", () => {
  const idleButProven = { ...idle, workVisible: false };
  table([
    { when: "that is proven passes in the same turn", situation: { ...weak, proof: oldTest }, says: passes },
    { when: "that is not proven does not", situation: { ...weak, proof: notProven }, says: refused },
    { when: "whose proof is unknown does not", situation: { ...weak, proof: unknown }, says: refused },
    { when: "that nobody tried to prove does not", situation: weak, says: refused },
    {
      when: "that is proven, though a check vetoes",
      situation: { ...weak, proof: oldTest, evidence: [{ name: "tests", state: "fails", required: true }] },
      says: refused,
    },
    {
      when: "that is proven, though the agent names work that is left",
      situation: { ...weak, proof: oldTest, output: `${prose}\nRemaining work: the edge cases of the parser` },
      says: refused,
    },
    {
      when: "of the last task that is proven ends the run",
      situation: { ...weak, proof: oldTest, tasks: list("todo", "done") },
      says: "accepted-task: completed [T1]",
    },
    {
      when: "without a list that is proven ends the run",
      situation: { output: "All tasks are complete.", iteration: busy, evidence: green, proof: oldTest },
      says: "accepted-completion: completed",
    },
    {
      when: "without a list that is not proven does not",
      situation: { output: "All tasks are complete.", iteration: busy, evidence: green, proof: notProven },
      says: refused,
    },
    {
      when: "under a policy with a gate of its own gains nothing by a proof",
      situation: { ...weak, proof: oldTest, policy: "cub" },
      says: refused,
    },
    {
      when: "of work made in an earlier turn that is proven is visible",
      situation: { ...weak, iteration: idleButProven, proof: oldTest },
      says: passes,
    },
    {
      when: "with nothing changed and nothing proven",
      situation: { ...weak, iteration: idleButProven, proof: notProven },
      says: refused,
    },
  ]);
});

describe("an explicit claim", () => {
  const unseen = { ...explicit, iteration: { workVisible: false } };
  table([
    {
      when: "passes not proven, where the work is visible",
      situation: { ...explicit, proof: notProven },
      says: passes,
    },
    { when: "with nothing changed passes if it is proven", situation: { ...unseen, proof: oldTest }, says: passes },
    { when: "with nothing changed and no proof", situation: { ...unseen, proof: notProven }, says: refused },
    { when: "with nothing changed and an unknown proof", situation: { ...unseen, proof: unknown }, says: refused },
  ]);
});

describe("a test that the task's text names", () => {
  const named = (now: string, more: object = {}) => ({
    ...explicit,
    facts: [{ name: "test/a.test.js", kind: "test", before: "fails", now, ...more }],
  });
  table([
    { when: "fails", situation: named("fails"), says: refused },
    { when: "is unknown", situation: named("unknown"), says: passes },
    { when: "passes", situation: named("holds"), says: passes },
    { when: "fails, and was asked to pass", situation: named("fails", { asked: true }), says: refused },
    { when: "fails, as it held before", situation: named("fails", { before: "holds" }), says: refused },
    {
      when: "fails, though the task is proven by another",
      situation: { ...named("fails"), proof: oldTest },
      says: refused,
    },
    {
      when: "fails, in a task that may leave failing tests",
      situation: { ...named("fails"), settings: { newFailures: "allow" } },
      says: passes,
    },
    {
      when: "fails, under a policy with a gate of its own",
      situation: { ...named("fails"), output: `${prose}\n\n${block(false)}`, policy: "cub" },
      says: passes,
    },
  ]);

  it("is named in the feedback", () =>
    expect(ask(named("fails")).feedback).toContain("test/a.test.js, which this task names, fails or is missing"));
});

describe("another fact of the task's own", () => {
  const fact = (kind: string, now: string) => ({
    ...explicit,
    facts: [{ name: "make docs", kind, before: "fails", now }],
  });
  table([
    { when: "a command beside it fails", situation: fact("verify", "fails"), says: refused },
    { when: "a command beside it holds", situation: fact("verify", "holds"), says: passes },
    { when: "a command beside it is unknown", situation: fact("verify", "unknown"), says: passes },
    { when: "a criterion fails", situation: fact("criterion", "fails"), says: refused },
    { when: "an artifact is missing", situation: fact("artifact", "fails"), says: refused },
    {
      when: "a check stands for it, and is no worse than before",
      situation: {
        ...fact("criterion", "fails"),
        evidence: [{ name: "criteria", state: "fails", before: "fails", required: true }],
      },
      says: passes,
    },
    {
      when: "it turned from failing to holding: that is visible work",
      situation: { ...fact("verify", "holds"), iteration: { workVisible: false } },
      says: passes,
    },
    {
      when: "it held before, and nothing was changed: not asked for outright",
      situation: {
        ...explicit,
        iteration: { workVisible: false },
        facts: [{ name: "make docs", kind: "criterion", before: "holds", now: "holds" }],
      },
      says: refused,
    },
  ]);
});

describe("a failing test that is this task's own by its subject", () => {
  const own = (claims: number, more: object = {}, past: object = {}) => ({
    ...explicit,
    evidence: [
      { ...{ name: "tests", state: "fails", required: true, before: "fails" }, failing: ["a"], failingBefore: ["a"] },
    ].map((check) => ({ ...check, ownFailing: ["a"] })),
    history: Array.from({ length: claims }, () => ({ task: "T1", claimed: true, filesChanged: 1, ...past })),
    ...more,
  });
  const limited = { task: "T1", limited: true };
  table([
    { when: "at the first claim", situation: own(0), says: refused },
    { when: "at the second", situation: own(1), says: refused },
    { when: "at the third", situation: own(2), says: passes },
    {
      when: "at the third, with a usage limit between",
      situation: own(0, { history: pastWith(limited) }),
      says: passes,
    },
    { when: "at a claim after two of another task", situation: own(2, {}, { task: "T2" }), says: refused },
    { when: "after two turns without a claim", situation: own(2, {}, { claimed: false }), says: refused },
    {
      when: "in a task that may leave failing tests",
      situation: own(0, { settings: { newFailures: "allow" } }),
      says: passes,
    },
  ]);

  it("is named, and the third claim is not proven", () => {
    expect(ask(own(0)).feedback.join()).toContain("still failing, and about this task: a");
    expect(ask({ ...own(2), proof: notProven })).toMatchObject({
      tasksDone: [{ id: "T1", verified: false }],
      verified: false,
      notProven: "nothing tests this work",
    });
  });

  it("of an optional check refuses nothing", () => {
    const evidence = [...green, { name: "extra", state: "fails", ownFailing: ["a"] }];
    expect(said({ ...explicit, evidence })).toBe(passes);
  });
});

/** Two claims, and something between them. */
function pastWith(between: object): readonly object[] {
  const claimed = { task: "T1", claimed: true, filesChanged: 1 };
  return [claimed, between, claimed];
}

describe("what a task asks for held before the run began", () => {
  const asked = { name: "npm run docs", kind: "verify", before: "holds", now: "holds", asked: true };
  const held = { ...explicit, iteration: { ...idle, workVisible: false }, facts: [asked] };
  const other = { name: "a criterion", kind: "criterion", before: "holds", now: "holds" };
  table([
    { when: "claimed in a block", situation: held, says: passes },
    { when: "claimed in prose", situation: { ...held, output: prose }, says: passes },
    { when: "not claimed", situation: { ...held, output: "I looked around." }, says: refused },
    {
      when: "claimed in prose, and something was changed",
      situation: { ...held, output: prose, iteration: busy },
      says: refused,
    },
    {
      when: "claimed in prose, and nobody looked at the workspace",
      situation: { ...held, output: prose, iteration: {}, evidence: [] },
      says: refused,
    },
    {
      when: "it fails now",
      situation: { ...held, facts: [{ ...asked, now: "fails" }] },
      says: refused,
    },
    { when: "it is unknown now", situation: { ...held, facts: [{ ...asked, now: "unknown" }] }, says: refused },
    {
      when: "one of two held before",
      situation: { ...held, facts: [asked, { ...other, now: "fails" }] },
      says: refused,
    },
    { when: "two held before", situation: { ...held, facts: [asked, other] }, says: passes },
    {
      when: "a test that was only mentioned",
      situation: { ...held, facts: [{ ...asked, kind: "test", asked: false }] },
      says: refused,
    },
    {
      when: "a check vetoes",
      situation: { ...held, evidence: [{ name: "tests", state: "fails", required: true }] },
      says: refused,
    },
    { when: "where checks are asked for", situation: { ...held, settings: { unverified: "refuse" } }, says: passes },
    {
      when: "told by the caller",
      situation: { ...held, facts: [], proof: { state: "not-proven", kind: "held-before" } },
      says: passes,
    },
    {
      when: "told by the caller, against the facts",
      situation: {
        ...held,
        facts: [{ ...asked, now: "unknown" }],
        proof: { state: "not-proven", kind: "held-before" },
      },
      says: refused,
    },
  ]);

  it.each([held, { ...held, output: prose }, { ...held, proof: { state: "proven", kind: "held-before" } }])(
    "is never verified",
    (situation) => {
      expect(ask(situation)).toMatchObject({
        tasksDone: [{ id: "T1", verified: false }],
        verified: false,
        proof: [{ kind: "held-before", check: null, tests: ["npm run docs"] }],
        notProven: "what it asks for held before the run began",
      });
    },
  );

  it("is not why a task with changes is done", () => {
    const decision = ask({
      ...held,
      iteration: busy,
      proof: { ...notProven, why: "its tests passed before and after" },
    });
    expect(decision).toMatchObject({ taskDone: "T1", proof: [], notProven: "its tests passed before and after" });
  });
});

describe("other tasks claimed in the same turn", () => {
  const own = (tests: readonly string[]) => ({ state: "proven", kind: "old-test", check: "tests", tests });
  const three = { ...last, tasks: list("todo", "todo", "todo"), proof: oldTest };
  const claimed = (...claims: readonly object[]) => ({ ...three, claims });
  const done = (situation: Record<string, unknown>) =>
    ask(situation).tasksDone.map(({ id, verified }) => `${id} ${verified ? "verified" : "done"}`);
  it.each([
    {
      when: "both are proven, ticked or named",
      claims: [
        { task: "T2", by: "tick", proof: own(["b"]) },
        { task: "T3", by: "block", proof: own(["c"]) },
      ],
      is: ["T1 verified", "T2 verified", "T3 verified"],
    },
    {
      when: "one is proven",
      claims: [
        { task: "T2", by: "tick", proof: own(["b"]) },
        { task: "T3", by: "tick", proof: notProven },
      ],
      is: ["T1 verified", "T2 verified"],
    },
    { when: "ticked, not proven", claims: [{ task: "T2", by: "tick", proof: notProven }], is: ["T1 verified"] },
    { when: "ticked, unknown", claims: [{ task: "T2", by: "tick", proof: unknown }], is: ["T1 verified"] },
    { when: "ticked, nobody tried", claims: [{ task: "T2", by: "tick" }], is: ["T1 verified"] },
    { when: "named, not proven", claims: [{ task: "T2", by: "block", proof: notProven }], is: ["T1 verified"] },
    {
      when: "held before: that is no proof",
      claims: [{ task: "T2", by: "tick", proof: { state: "proven", kind: "held-before" } }],
      is: ["T1 verified"],
    },
    { when: "the selected one again", claims: [{ task: "T1", proof: own(["b"]) }], is: ["T1 verified"] },
    { when: "one that is not in the list", claims: [{ task: "T9", proof: own(["b"]) }], is: ["T1 verified"] },
    {
      when: "one of them twice",
      claims: [
        { task: "T2", proof: own(["b"]) },
        { task: "T2", proof: own(["c"]) },
      ],
      is: ["T1 verified", "T2 verified"],
    },
  ])("$when: $is", ({ claims, is }) => {
    const situation = claimed(...claims);
    expect(done(situation)).toEqual(is);
    expect(ask(situation).outcome).toBe(is.length === 3 ? "completed" : null);
  });

  it("are done beside a selected task that is not proven itself, each by its own test", () => {
    const situation = { ...claimed({ task: "T2", proof: own(["b"]) }), proof: notProven };
    expect(done(situation)).toEqual(["T1 done", "T2 verified"]);
    expect(ask(situation)).toMatchObject({ verified: false, proof: [{ kind: "old-test", tests: ["b"] }] });
  });

  it("stay open where the selected task's claim is refused", () => {
    const red = [{ name: "tests", state: "fails", required: true }];
    expect(done({ ...claimed({ task: "T2", proof: own(["b"]) }), evidence: red })).toEqual([]);
  });

  it("that are done already count once", () => {
    const situation = { ...three, tasks: list("todo", "done", "todo"), claims: [{ task: "T2", proof: own(["b"]) }] };
    expect(ask(situation)).toMatchObject({ outcome: null, tasksDone: [{ id: "T1" }] });
  });

  it("are left to the list under a policy that trusts it", () => {
    const words = `All tasks are complete. ${prose}\n\n${block(true)}`;
    const situation = { ...claimed({ task: "T2", proof: own(["b"]) }), output: words, policy: "cub" };
    expect(done(situation)).toEqual(["T1 verified"]);
  });
});

describe("verified", () => {
  const shown = { kind: "old-test", check: "tests", tests: ["roman: four"] };
  it.each([
    { when: "proven", situation: { ...explicit, proof: oldTest }, is: [true, [shown], null] },
    {
      when: "proven while other tests still fail",
      situation: {
        ...{ ...explicit, proof: oldTest },
        evidence: [{ name: "tests", state: "fails", required: true, before: "fails" }],
      },
      is: [true, [shown], null],
    },
    { when: "not proven", situation: { ...explicit, proof: notProven }, is: [false, [], "nothing tests this work"] },
    { when: "unknown", situation: { ...explicit, proof: unknown }, is: [false, [], "it could not be measured"] },
    {
      when: "not proven by a new test",
      situation: { ...explicit, proof: { ...notProven, kind: "new-test", tests: ["a"] } },
      is: [false, [], "nothing tests this work"],
    },
    {
      when: "not proven without a reason",
      situation: { ...explicit, proof: { state: "not-proven" } },
      is: [false, [], "nothing proves this work"],
    },
    { when: "nobody tried", situation: explicit, is: [null, [], null] },
    {
      when: "forced",
      situation: { ...explicit, proof: oldTest, forceComplete: true },
      is: [false, [], "forced by the operator"],
    },
    { when: "nothing was done", situation: { output: "Working on it.", proof: oldTest }, is: [null, [], null] },
    {
      when: "refused",
      situation: { ...explicit, output: block(false), proof: oldTest, agent: { exitCode: 1 } },
      is: [null, [], null],
    },
    {
      when: "a judge alone",
      situation: { ...explicit, evidence: [{ name: "judge", state: "holds", required: true }], proof: notProven },
      is: [false, [], "nothing tests this work"],
    },
    {
      when: "a seed's policy",
      situation: { ...explicit, output: `${prose} ${block(false)}`, policy: "cub", proof: oldTest },
      is: [true, [shown], null],
    },
  ])("of a task, $when: $is", ({ situation, is }) => {
    const { verified, proof, notProven: why } = ask(situation);
    expect([verified, proof, why]).toEqual(is);
  });

  it.each([
    { when: "every task is proven", more: { proof: oldTest, doneInRun: 1 }, is: [true, null] },
    { when: "it did one task, which is proven", more: { proof: oldTest }, is: [true, null] },
    {
      when: "an earlier task is not proven",
      more: { proof: oldTest, doneInRun: 1, unverified: 1 },
      is: [false, "1 task of this run is not proven"],
    },
    {
      when: "two earlier tasks are not proven",
      more: { proof: oldTest, doneInRun: 2, unverified: 2 },
      is: [false, "2 tasks of this run are not proven"],
    },
    { when: "the last task is not proven", more: { proof: notProven }, is: [false, "nothing tests this work"] },
    { when: "nobody tried to prove the last task", more: { doneInRun: 1 }, is: [null, null] },
    {
      when: "a known failure is accepted",
      more: {
        proof: oldTest,
        evidence: [
          { ...{ name: "tests", state: "fails", required: true, before: "fails" }, atStart: "fails" },
          ...green.map((check) => ({ ...check, name: "smoke" })),
        ],
        settings: { knownFailures: "accept" },
      },
      is: [false, "a required check does not hold"],
    },
    {
      when: "tests were changed to pass",
      more: { proof: oldTest, evidence: [...green, { name: "original-tests", state: "holds", changed: ["adds"] }] },
      is: [false, "tests were changed to pass"],
    },
  ])("of a run, $when: $is", ({ more, is }) => {
    const { outcome, verified, proof, notProven: why } = ask({ ...last, ...more });
    expect([outcome, verified, why]).toEqual(["completed", ...is]);
    if (verified) expect(proof).not.toEqual([]);
  });

  it("of a finished list whose proofs are not told is null, and false where one is known to be missing", () => {
    const finished = { tasks: list("done", "done"), evidence: green };
    expect(ask(finished)).toMatchObject({ outcome: "completed", verified: null });
    expect(ask({ ...finished, doneInRun: 2 })).toMatchObject({ outcome: "completed", verified: null, proof: [] });
    expect(ask({ ...finished, doneInRun: 2, unverified: 1 })).toMatchObject({ outcome: "completed", verified: false });
  });
});

describe("a run in which nothing could check the work", () => {
  const unchecked = { ...last, evidence: [] };
  const accept = { unverified: "accept" };
  it.each([
    {
      when: "one task",
      situation: { ...unchecked, tasks: list("todo") },
      is: ["needs-review", "1 of 1 task done; nothing here could check it"],
    },
    {
      when: "three tasks",
      situation: { ...unchecked, tasks: list("todo", "done", "done"), doneInRun: 2, unverified: 2 },
      is: ["needs-review", "3 of 3 tasks done; nothing here could check them"],
    },
    {
      when: "one of them done before the run",
      situation: { ...unchecked, tasks: list("todo", "done", "done"), doneInRun: 1 },
      is: ["needs-review", "2 of 3 tasks done; nothing here could check them"],
    },
    {
      when: "without a list",
      situation: { output: block(true), iteration: busy },
      is: ["needs-review", "the work is done; nothing here could check it"],
    },
    {
      when: "accepted",
      situation: { ...unchecked, settings: accept },
      is: ["completed", "claimed; the work is visible"],
    },
    {
      when: "without a list, accepted",
      situation: { output: block(true), iteration: busy, settings: accept },
      is: ["completed", "claimed; the work is visible"],
    },
    {
      when: "refused",
      situation: { ...unchecked, settings: { unverified: "refuse" } },
      is: [null, "there is no check that could verify it"],
    },
    { when: "a run that did nothing", situation: { tasks: list("done") }, is: ["completed", "the only task is done"] },
    { when: "a check ran", situation: { ...unchecked, evidence: green }, is: ["completed", "tests holds"] },
    {
      when: "a judge ran",
      situation: { ...unchecked, evidence: [{ name: "judge", state: "holds", required: true }] },
      is: ["completed", "judge holds"],
    },
    {
      when: "only the tests were found unaltered",
      situation: { ...unchecked, evidence: [{ name: "honest-tests", state: "holds", required: true }] },
      is: ["needs-review", "nothing here could check it"],
    },
    {
      when: "only the workspace was found clean",
      situation: { ...unchecked, evidence: [{ name: "clean-git", state: "holds", required: true }] },
      is: ["needs-review", "nothing here could check it"],
    },
    {
      when: "a fact of the task held",
      situation: { ...unchecked, facts: [{ name: "make", kind: "verify", before: "fails", now: "holds" }] },
      is: ["completed", "the work is visible"],
    },
    {
      when: "the task is proven",
      situation: { ...unchecked, proof: oldTest },
      is: ["completed", "the work is visible"],
    },
    {
      when: "a fact of the task is unknown",
      situation: { ...unchecked, facts: [{ name: "make", kind: "verify", before: "fails", now: "unknown" }] },
      is: ["needs-review", "nothing here could check it"],
    },
    {
      when: "nobody looked at the workspace: the dual gate",
      situation: { ...unchecked, iteration: {}, output: `All tasks are complete. ${prose}\n\n${block(true)}` },
      is: ["completed", "an explicit claim with"],
    },
    {
      when: "a seed's policy",
      situation: { ...unchecked, output: `All tasks are complete. ${prose}\n\n${block(true)}`, policy: "cub" },
      is: ["completed", "an explicit claim with"],
    },
  ])("$when: $is", ({ situation, is: [outcome, words] }) => {
    const decision = ask(situation);
    expect(decision.outcome).toBe(outcome);
    expect(decision.reason).toContain(words);
  });

  it("still tells which task is done, and why it is not proven", () => {
    expect(ask({ ...unchecked, tasks: list("todo"), proof: notProven })).toMatchObject({
      ...{ outcome: "needs-review", exitCode: 1, taskDone: "T1" },
      ...{ tasksDone: [{ id: "T1", verified: false }], verified: false, notProven: "nothing tests this work" },
    });
  });
});

describe("a proof that is told wrongly", () => {
  it.each([
    [{ proof: { state: "proven" } }, "proof.kind"],
    [{ proof: { state: "sure" } }, 'proof.state is "sure"'],
    [{ proof: { kind: "hope" } }, 'proof.kind is "hope"'],
    [{ facts: [{ kind: "test" }] }, "facts[0].name"],
    [{ facts: [{ name: "a", kind: "wish" }] }, 'facts[0].kind is "wish"'],
    [{ facts: [{ name: "a", now: "empty" }] }, 'facts[0].now is "empty"'],
    [{ claims: [{ by: "tick" }] }, "claims[0].task"],
    [{ claims: [{ task: "T2", by: "word" }] }, 'claims[0].by is "word"'],
    [{ claims: [{ task: "T2", proof: { state: "proven" } }] }, "proof.kind"],
    [{ evidence: [{ name: "tests", now: "maybe" }] }, 'evidence[0].now is "maybe"'],
  ])("%j is refused with the field and what was given", (situation, what) => {
    expect(() => ask(situation)).toThrowError(what);
  });
});

describe("a sign of cheating in the task's work", () => {
  const pairs = { kind: "pairs", file: "src/a.js", line: 12, what: "this code returns what the test expects" };
  const strong = { kind: "stack", file: "src/a.js", line: 3 };
  const proven = { ...explicit, proof: oldTest };
  const ends = { ...last, proof: oldTest };
  table([
    { when: "does not refuse the claim", situation: { ...proven, signs: [pairs] }, says: passes },
    {
      when: "refuses it where signs are refused",
      situation: { ...proven, signs: [pairs], settings: { signs: "refuse" } },
      says: refused,
    },
    {
      when: "passes with a list of exceptions",
      situation: { ...ends, signs: [pairs], settings: { signs: ["stack"] } },
      says: "accepted-task: completed [T1]",
    },
    { when: "that is strong refuses it", situation: { ...proven, signs: [strong] }, says: refused },
    {
      when: "that is strong refuses no claim of another policy",
      situation: { ...proven, signs: [strong], policy: "cub" },
      says: said({ ...proven, policy: "cub" }),
    },
    {
      when: "does not make a run needs-review",
      situation: { ...ends, signs: [pairs] },
      says: "accepted-task: completed [T1]",
    },
    {
      when: "makes it so where the settings say so",
      situation: { ...ends, signs: [pairs], settings: { signs: "review" } },
      says: "accepted-task: needs-review [T1]",
    },
    {
      when: "leaves a weak claim without what shows it",
      situation: { ...weak, proof: oldTest, signs: [pairs] },
      says: refused,
    },
    {
      when: "leaves what is shown visible",
      situation: { ...proven, iteration: { ...idle, workVisible: false }, signs: [pairs] },
      says: passes,
    },
    { when: "that nobody found changes nothing", situation: { ...proven, signs: [] }, says: passes },
  ]);

  it.each([
    { signs: [], verified: true, notProven: null },
    { signs: [pairs], verified: false, notProven: "the values its tests expect stand in src/a.js:12" },
    {
      signs: [{ kind: "call-count", file: "src/a.js", line: 3, what: "this code counts" }],
      verified: false,
      notProven: "src/a.js:3: this code counts",
    },
    {
      signs: [{ kind: "suppression", file: "src/a.ts" }],
      verified: false,
      notProven: "src/a.ts: a sign of cheating (suppression)",
    },
  ])("$signs: verified $verified, $notProven", ({ signs, verified, notProven: why }) => {
    const decision = ask({ ...ends, signs });
    expect(decision).toMatchObject({ outcome: "completed", verified, notProven: why });
    expect(decision.proof).toHaveLength(verified ? 1 : 0);
  });

  it("is told to the agent where it refuses", () => {
    const { feedback } = ask({ ...proven, signs: [pairs], settings: { signs: "refuse" } });
    expect(feedback.join("\n")).toContain("src/a.js:12: this code returns what the test expects. Do the work itself");
  });
});
