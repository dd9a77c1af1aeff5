import { describe, expect, it } from "vitest";
import { Place } from "../../../test/evidence/place.js";
import type { Evidence } from "../../decide/evidence.js";
import type { Task } from "../../decide/tasks.js";
import type { Baseline } from "../baseline.js";
import { type CheckResult, plainResult } from "../checks/tests/judge-run.js";
import type { Gathered } from "../gathered.js";
import { noTicks } from "./list-ledger.js";
import { otherClaims } from "./other-claims.js";
import { type ClaimedTask, type ProvingTurn, proveTurn } from "./prove-turn.js";

const task = (id: string, title: string, status: Task["status"] = "todo"): Task => ({
  ...{ id, title, status, optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
});
const roman = task("T1", "Convert roman numerals");
const words = task("T2", "Count words with wordcount");
const accounts = task("T3", "Delete old accounts nightly");
const tasks = [roman, words, accounts];

const romanTest = "test/roman.test.js: four";
const wordTest = "test/wordcount.test.js: two";
const moneyTest = "test/money.test.js: rounds";

const result = (passed: number, failing: readonly string[], ran?: readonly string[]): CheckResult => ({
  ...plainResult("tests", failing.length === 0 ? "holds" : "fails"),
  ...{ passed, failing, failed: failing.length, total: passed + failing.length },
  ...(ran
    ? { census: { ran: ran.length, names: { ran, skipped: [] } } as unknown as NonNullable<CheckResult["census"]> }
    : {}),
});

interface Given {
  readonly start: CheckResult;
  readonly now: CheckResult;
  readonly task?: Task | null;
  readonly list?: readonly Task[];
  readonly others?: readonly ClaimedTask[];
  readonly evidence?: Partial<Evidence>;
  readonly takenAway?: readonly string[];
}

function prove({ start, now, others = [], evidence = {}, list = tasks, takenAway = [], ...given }: Given) {
  const check: Evidence = {
    ...{ name: "tests", state: now.state, required: true, detail: "", failing: now.failing },
    ...{ passed: now.passed ?? 0, passedBefore: start.passed ?? 0 },
    ...evidence,
  };
  const seen = { evidence: [check], results: [now], verified: [], sinceStart: null, takenAway } as unknown as Gathered;
  const baseline = { checks: [start], verified: [] } as unknown as Baseline;
  const turn: ProvingTurn = {
    ...{ cwd: new Place().path, seen, baseline, began: [start], tasks: list, others, isVisible: true },
    ...{ files: {}, prover: null },
    task: given.task === undefined ? roman : given.task,
  };
  return proveTurn(turn);
}

const ticked = (...of: readonly Task[]): readonly ClaimedTask[] => of.map((each) => ({ task: each, by: "tick" }));

describe("other tasks claimed in a turn", () => {
  it.each([
    { when: "nothing", ticked: [], standing: [], work: null, is: [] },
    { when: "one is ticked", ticked: [words], standing: [], work: null, is: ["T2 tick"] },
    { when: "one was ticked in an earlier turn", ticked: [], standing: [accounts], work: null, is: ["T3 tick"] },
    { when: "the selected one is ticked", ticked: [roman], standing: [], work: null, is: [] },
    { when: "one is named with its work", ticked: [], standing: [], work: "T2: src/words.js", is: ["T2 block"] },
    {
      when: "two are named",
      ticked: [],
      standing: [],
      work: "src/roman.js; T2: src/words.js; T3: src/accounts.js",
      is: ["T2 block", "T3 block"],
    },
    { when: "ticked and named", ticked: [words], standing: [], work: "T2: src/words.js", is: ["T2 tick"] },
    { when: "files and lines only", ticked: [], standing: [], work: "src/roman.js:12, src/a.js", is: [] },
    { when: "one that is not in the list", ticked: [], standing: [], work: "T9: src/words.js", is: [] },
    { when: "named without any work", ticked: [], standing: [], work: "T2:", is: [] },
  ])("$when: $is", ({ ticked: now, standing, work, is }) => {
    const ticks = { ...noTicks, ticked: now, standing };
    const claims = otherClaims({ report: { work }, ticks, tasks, task: "T1", changes: null });
    expect(claims.map(({ task: { id }, by }) => `${id} ${by}`)).toEqual(is);
  });

  it("are not those that are done already, and there are none without a task", () => {
    const ticks = { ...noTicks, ticked: [words] };
    const done = [roman, { ...words, status: "done" as const }];
    expect(otherClaims({ report: { work: null }, ticks, tasks: done, task: "T1", changes: null })).toEqual([]);
    expect(otherClaims({ report: { work: null }, ticks, tasks, task: undefined, changes: null })).toEqual([]);
  });

  it.each([
    {
      when: "each by its own test",
      turn: { start: result(1, [romanTest, wordTest]), now: result(3, []), others: ticked(words) },
      is: ["proven", ["proven"]],
    },
    {
      when: "the other has no test of its own",
      turn: { start: result(1, [romanTest, wordTest]), now: result(3, []), others: ticked(accounts) },
      is: ["proven", ["not-proven"]],
    },
    {
      when: "a test of nobody's turned green: it speaks for the selected task only",
      turn: { start: result(1, [moneyTest]), now: result(2, []), others: ticked(words, accounts) },
      is: ["proven", ["not-proven", "not-proven"]],
    },
    {
      when: "three new tests: counting proves nothing",
      turn: { start: result(1, []), now: result(4, []), others: ticked(words, accounts) },
      is: ["not-proven", ["not-proven", "not-proven"]],
    },
    {
      when: "only the other's test turned green",
      turn: { start: result(1, [romanTest, wordTest]), now: result(2, [romanTest]), others: ticked(words) },
      is: ["not-proven", ["proven"]],
    },
    {
      when: "the other's test still fails",
      turn: { start: result(1, [romanTest, wordTest]), now: result(2, [wordTest]), others: ticked(words) },
      is: ["proven", ["not-proven"]],
    },
  ])("are proved one by one: $when", async ({ turn, is }) => {
    const { proof, claims = [] } = (await prove(turn)).shown;
    expect([proof?.state, claims.map((claim) => claim.proof.state)]).toEqual(is);
  });
});

describe("whose failing tests they are", () => {
  const owners = async (given: Given) => {
    const [check] = (await prove(given)).evidence;
    return { ofOthers: check?.ofOthers ?? [], ownFailing: check?.ownFailing ?? [] };
  };
  const nobody = { ofOthers: [], ownFailing: [] };
  const start = result(2, [], ["adds", "subtracts"]);
  it.each<[string, Given, Awaited<ReturnType<typeof owners>>]>([
    ["its own by subject", { start, now: result(2, [romanTest]) }, { ofOthers: [], ownFailing: [romanTest] }],
    ["another open task's", { start, now: result(2, [wordTest]) }, { ofOthers: [wordTest], ownFailing: [] }],
    ["nobody's", { start, now: result(2, [moneyTest]) }, nobody],
    [
      "another task's that is done",
      { start, now: result(2, [wordTest]), list: [roman, { ...words, status: "done" }] },
      nobody,
    ],
    [
      "another open task's that passed at the start",
      { start: result(2, [], ["two", "adds"]), now: result(2, [wordTest]) },
      nobody,
    ],
    ["another open task's, and a test that passed is gone", { start, now: result(1, [wordTest]) }, nobody],
    ["without a task", { start, now: result(2, [romanTest, wordTest]), task: null }, nobody],
    [
      "a test that the task's text names is a fact, and no matter of subject",
      {
        start,
        now: result(2, [romanTest]),
        task: task("T1", "Make test/roman.test.js pass"),
        list: [task("T1", "Make test/roman.test.js pass")],
      },
      nobody,
    ],
  ])("%s", async (_, given, is) => expect(await owners(given)).toEqual(is));

  it("a named test is told as a fact of the task, a file outside the project as a warning", async () => {
    const named = task("T1", "Make test/roman.test.js pass, and ../other/test/x.test.js too");
    const { shown, warnings } = await prove({ start, now: result(2, [romanTest]), task: named, list: [named] });
    expect(shown.facts).toEqual([
      { name: "test/roman.test.js", kind: "test", before: "fails", now: "fails", asked: true },
    ]);
    expect(warnings.join()).toContain("outside the project");
  });

  const seen = { start: result(0, [romanTest, wordTest]), now: result(1, [wordTest]), list: tasks };
  it.each([
    ["asked to pass below the box", "Done when test/wordcount.test.js passes.", ["test/wordcount.test.js"]],
    ["named there, and nobody else's", "See test/roman.test.js.", ["test/roman.test.js"]],
    ["named there, and what another task is about", "Unlike test/wordcount.test.js, it takes one word.", []],
    ["asked to be gone", "Remove test/roman.test.js.", []],
  ])("a test is a fact or none: %s", async (_, line, is) => {
    const told = { ...roman, below: [line] };
    const { shown } = await prove({ ...seen, task: told, list: [told, words, accounts] });
    expect((shown.facts ?? []).map(({ name }) => name)).toEqual(is);
  });
});

describe("work that is only listed where nothing proves it", () => {
  it.each([
    ["Remove the CSV export", ["toCsv"], true],
    ["Rename toCsv to formatCsv", ["toCsv"], true],
    ["Remove the CSV export", [], undefined],
    ["Remove the CSV export and add one for XML", ["toCsv"], undefined],
    ["Rename toCsv to formatCsv; it must quote commas", ["toCsv"], undefined],
    ["Remove shout(), which nobody should use any more", ["shout"], true],
    ["Replace the parser by one that reads quotes", ["Parser"], undefined],
    ["Make it faster", [], undefined],
  ])("%s %j: %s", async (title, takenAway, is) => {
    const of = task("T1", title);
    const { shown } = await prove({ start: result(1, []), now: result(1, []), task: of, list: [of], takenAway });
    expect(shown.proof?.isExempt).toBe(is);
  });
});
