import { describe, expect, it } from "vitest";
import { takeBaseline } from "../../src/evidence/baseline.js";
import { gather } from "../../src/evidence/gather.js";
import { planChecks } from "../../src/evidence/plan-checks.js";
import { Place } from "../evidence/place.js";

/** A runner of tests that is a program of the project's own, with its results in files. */
const runner = `const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const at = existsSync(".runs") ? Number(readFileSync(".runs", "utf8")) : 0;
writeFileSync(".runs", String(at + 1));
const results = readFileSync("results.txt", "utf8").trim().split("\\n");
const [names, red = ""] = (results[at % results.length] ?? "").split("/");
const failing = red.split(" ").filter(Boolean);
console.log("TAP version 13");
names.split(" ").filter(Boolean).forEach((name, n) => console.log((failing.includes(name) ? "not ok " : "ok ") + (n + 1) + " - " + name));
console.log("1.." + names.split(" ").filter(Boolean).length);
process.exit(failing.length > 0 ? 1 : 0);
`;

/** Each line is a run: the tests that run, and after a slash those that fail. */
function project(...results: readonly string[]) {
  const place = new Place();
  place
    .writeAll({ "runner.js": runner, "results.txt": `${results.join("\n")}\n`, ".gitignore": ".runs\n" })
    .repository();
  const { plans } = planChecks({ cwd: place.path, checks: { tests: "node runner.js" }, detect: false });
  const begin = () => takeBaseline({ cwd: place.path, plans });
  const runs = (): number => Number(place.read(".runs"));
  return { place, plans, begin, runs };
}

type Project = ReturnType<typeof project>;
type Started = Awaited<ReturnType<Project["begin"]>>;

async function claim({ place, plans }: Project, { baseline }: Started, more: object = {}) {
  const task = { id: "T1", title: "one", criteria: [] };
  const seen = await gather({ cwd: place.path, plans, baseline, task, claimed: true, ...more });
  return { ...seen, tests: seen.evidence.find(({ name }) => name === "tests") };
}

describe("a test that fails runs once more before it counts", () => {
  it("at the start: what fails in one run only is flaky, and counts as passing", async () => {
    const run = project("a b / b", "a b");
    const { baseline } = await run.begin();
    expect(baseline.checks[0]).toMatchObject({ state: "holds", failing: [], flaky: ["b"], passed: 2 });
    expect(run.runs()).toBe(2);
  });

  it("at the start: what fails twice fails", async () => {
    const run = project("a b / b");
    const { baseline } = await run.begin();
    expect(baseline.checks[0]).toMatchObject({ state: "fails", failing: ["b"], failed: 1 });
    expect(baseline.checks[0]?.flaky).toBeUndefined();
  });

  it.each([
    {
      what: "passed before and passes again",
      results: ["a b", "a b / b", "a b"],
      state: "holds",
      flaky: ["b"],
      runs: 3,
    },
    {
      what: "passed before and fails twice",
      results: ["a b", "a b / b", "a b / b"],
      state: "fails",
      flaky: undefined,
      runs: 3,
    },
    { what: "failed before", results: ["a b / b"], state: "fails", flaky: undefined, runs: 3 },
    { what: "is new, as far as names tell", results: ["a b", "a b c / c"], state: "fails", flaky: undefined, runs: 2 },
    { what: "was flaky at the start", results: ["a b / b", "a b", "a b / b"], state: "holds", flaky: ["b"], runs: 3 },
  ])("at a claim: one that $what", async ({ results, state, flaky, runs }) => {
    const run = project(...results);
    const { tests } = await claim(run, await run.begin());
    expect(tests).toMatchObject({ state, now: state });
    expect(tests?.flaky).toEqual(flaky);
    expect(run.runs()).toBe(runs);
  });

  it("not with retries 0, and not where nothing is claimed", async () => {
    for (const more of [{ retries: 0 }, { claimed: false, ending: false }]) {
      const run = project("a b", "a b / b", "a b");
      await claim(run, await run.begin(), more);
      expect(run.runs()).toBeLessThanOrEqual(2);
    }
  });

  it("is remembered for the rest of the run", async () => {
    const run = project("a b", "a b / b", "a b", "a b / b", "a b / b");
    const start = await run.begin();
    const first = await claim(run, start);
    const flaky = Object.fromEntries(first.results.map(({ name, flaky: known = [] }) => [name, known]));
    const second = await claim(run, start, { flaky });
    expect(second.tests).toMatchObject({ state: "holds", flaky: ["b"] });
    expect(run.runs()).toBe(4);
  });
});

describe("a check that ran at the start and cannot run now", () => {
  const scripted = (text: string) => {
    const place = new Place();
    place.writeAll({ "t.sh": text, "app.txt": "1\n" }).repository();
    const { plans } = planChecks({
      cwd: place.path,
      checks: { tests: { command: "sh t.sh", reads: "status" } },
      detect: false,
    });
    return { place, plans, begin: () => takeBaseline({ cwd: place.path, plans }), runs: () => 0 };
  };

  it("was broken by the task where it runs as it was at the start", async () => {
    const run = scripted("grep -q . app.txt\n");
    const start = await run.begin();
    run.place.write("t.sh", "no-such-runner\n");
    const waited: number[] = [];
    const { tests } = await claim(run, start, { sleep: async (seconds: number) => void waited.push(seconds) });
    expect(tests).toMatchObject({ state: "unknown", now: "cannot-run", atStart: "holds", blamed: "T1" });
    expect(tests?.tail).toEqual(["t.sh: 1: no-such-runner: not found"]);
    expect(waited).toEqual([]);
  });

  it("was broken by the machine where it does not, after three tries", async () => {
    const outside = new Place();
    const tool = outside.write("tool", "#!/bin/sh\nexit 0\n", 0o755);
    const run = scripted(`${tool}\n`);
    const start = await run.begin();
    outside.remove("tool");
    const waited: number[] = [];
    const { tests } = await claim(run, start, { sleep: async (seconds: number) => void waited.push(seconds) });
    expect(tests).toMatchObject({ now: "cannot-run", blamed: "place" });
    expect(waited).toEqual([5, 30, 120]);
  });

  it("is no matter any more where it runs after a wait", async () => {
    const outside = new Place();
    const tool = outside.write("tool", "#!/bin/sh\nexit 0\n", 0o755);
    const run = scripted(`${tool}\n`);
    const start = await run.begin();
    outside.remove("tool");
    const sleep = async (): Promise<void> => void outside.write("tool", "#!/bin/sh\nexit 0\n", 0o755);
    const { tests } = await claim(run, start, { sleep });
    expect(tests).toMatchObject({ state: "holds", now: "holds" });
    expect(tests?.blamed).toBeUndefined();
  });

  it("is told where it is the other way round", async () => {
    const run = scripted("./tool\n");
    const start = await run.begin();
    run.place.write("tool", "#!/bin/sh\nexit 0\n", 0o755);
    const { tests, warnings } = await claim(run, start);
    expect(tests).toMatchObject({ state: "holds", atStart: "cannot-run" });
    expect(warnings).toContain("tests can run now; it could not at the start of the run");
  });
});
