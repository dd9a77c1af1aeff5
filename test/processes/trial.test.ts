import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** The trial itself: what it plays is written as it should be, and a wrong truth does not pass. */

const trial = fileURLToPath(new URL("../../scripts/trial.mjs", import.meta.url));
const load = (name: string): Promise<Record<string, never>> => import(`../../scripts/trial/${name}.mjs`);

interface Truth {
  readonly outcome: string | readonly string[];
  readonly done: readonly string[];
  readonly really: Readonly<Record<string, unknown>>;
  readonly best: number;
}
interface Scenario {
  readonly name: string;
  readonly truth: Truth;
}
interface Played {
  readonly kind: string;
  readonly why: string;
  readonly missed?: boolean;
  readonly falseCompleted?: boolean;
}
interface Parts {
  readonly scenarios: readonly Scenario[];
  readonly sample: readonly string[];
  readonly listMistakes: (scenarios: readonly unknown[]) => readonly string[];
  readonly judge: (scenario: { readonly truth: Truth }, seen: object) => Played;
  readonly isGoodEnough: (counts: { readonly wrong: number; readonly ratio: number }) => boolean;
}
const parts: Parts = Object.assign(
  {},
  ...(await Promise.all(["all-scenarios", "sample", "check-list", "judge", "results"].map(load))),
);
const { scenarios, sample, listMistakes, judge, isGoodEnough } = parts;
const [first] = scenarios as readonly [Scenario];

describe("the scenarios of the trial", () => {
  it("are at least forty, each with a name of its own and its truth", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(40);
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
    expect(listMistakes(scenarios)).toEqual([]);
  });

  it("have ten in the sample", () => {
    const names = scenarios.map(({ name }) => name);
    expect(sample.filter((name) => names.includes(name))).toHaveLength(10);
  });

  it.each([
    ["too few", scenarios.slice(0, 3), /40 are needed/],
    ["one name twice", [...scenarios, first], /two scenarios are called full-block/],
    ["no truth", [...scenarios, { ...first, name: "no-truth", truth: undefined }], /no-truth: .*no outcome/],
    ["no best", [...scenarios, withTruth({ best: undefined })], /best number of calls is not written/],
    ["an unknown outcome", [...scenarios, withTruth({ outcome: "fine" })], /no outcome/],
    ["a task that nothing asks about", [...scenarios, withTruth({ done: ["T9"] })], /of which nothing is asked/],
  ])("are refused with %s", (_, list, message) => {
    expect(listMistakes(list).join("\n")).toMatch(message);
  });
});

describe("a truth", () => {
  const right = { outcome: "completed", done: ["T1"], really: { T1: {} }, best: 1 };

  it.each([
    ["that is right passes", {}, {}, "ok", /completed/],
    ["that calls it blocked is noticed", { outcome: "blocked" }, {}, "wrong", /completed instead of blocked/],
    ["that has more done is noticed", { done: ["T1", "T2"] }, {}, "wrong", /really done is T1/],
    ["that has less done is noticed", { done: [] }, {}, "wrong", /really done is T1/],
    ["that sets a task aside is noticed", { setAside: ["T2"] }, {}, "wrong", /set aside nothing instead of T2/],
    ["with a best that is beaten is noticed", { best: 2 }, {}, "wrong", /1 calls, and the truth says that 2/],
    ["with fewer calls is wasteful", { best: 1 }, { calls: ["T1", "T1"] }, "wasteful", /calls for T1 T1/],
    ["with a limit of calls is wrong above it", { atMost: 1 }, { calls: ["T1", "T1"] }, "wrong", /at most 1/],
    ["whose work is not there is noticed", {}, { reallyDone: [] }, "wrong", /really done is nothing/],
    ["of a run that did not end is wrong", {}, { ends: [{ events: [], err: "killed" }] }, "wrong", /did not end/],
  ])("%s", (_, changes, seen, kind, why) => {
    const played = judge({ truth: { ...right, ...changes } }, { ...completedRun(), ...seen });
    expect(played.kind).toBe(kind);
    expect(played.why).toMatch(why);
  });

  it("tells a false and a missed completion", () => {
    expect(judge({ truth: { ...right, outcome: "stuck" } }, completedRun()).falseCompleted).toBe(true);
    expect(judge({ truth: right }, { ...completedRun(), reallyDone: [] }).falseCompleted).toBe(true);
    expect(judge({ truth: right }, completedRun("stuck")).missed).toBe(true);
  });

  it.each([
    [0, 1.15, true],
    [0, 1.151, false],
    [1, 1, false],
  ])("with %i wrong and %d times the calls is good enough: %s", (wrong, ratio, isGood) => {
    expect(isGoodEnough({ wrong, ratio })).toBe(isGood);
  });
});

it("plays a scenario by its name through the built CLI", () => {
  const { status, stdout } = spawnSync(process.execPath, [trial, "--only", "full-block"], { encoding: "utf8" });
  expect(stdout).toMatch(/^ok +full-block +3 calls, best 3/m);
  expect(stdout).toMatch(/^ratio +1$/m);
  expect(status).toBe(0);
});

it("refuses a name that no scenario has", () => {
  const { status, stderr } = spawnSync(process.execPath, [trial, "--only", "nothing"], { encoding: "utf8" });
  expect(stderr).toContain("there is no scenario nothing");
  expect(status).toBe(2);
});

function withTruth(changes: object): object {
  return { ...first, name: "changed", truth: { ...first.truth, ...changes } };
}

/** What is seen of a run that did its one task in one call. */
function completedRun(outcome = "completed"): object {
  const decision = { outcome, rule: "r", reason: "because", verified: true, taskDone: "T1", tasksDone: [] };
  const summary = { tasks: { done: 1, total: 1 }, refused: [], setAside: [] };
  const events = [{ type: "run-end", record: { decision }, summary }];
  return { ends: [{ code: outcome === "completed" ? 0 : 1, events, err: "" }], calls: ["T1"], reallyDone: ["T1"] };
}
