import { describe, expect, it } from "vitest";
import { type Baseline, takeBaseline } from "../../src/evidence/baseline.js";
import { gather } from "../../src/evidence/gather.js";
import type { Gathered } from "../../src/evidence/gathered.js";
import { planChecks } from "../../src/evidence/plan-checks.js";
import { doneClaim } from "../ask.js";
import { Workplace } from "../e2e/cli.js";
import { Place } from "../evidence/place.js";

const suite = `const { test } = require("node:test");
const assert = require("node:assert");
const { sum } = require("../sum.js");
test("adds two numbers", () => {
  assert.equal(sum(1, 2), 3);
});
test("adds nothing", () => {
  assert.equal(sum(0, 0), 0);
});
`;
const wrong = "exports.sum = (a, b) => a - b;\n";
const right = "exports.sum = (a, b) => a + b;\n";

/** A project whose sum is wrong, and the start of a run on it. */
async function project(
  checks: object | undefined,
  code = wrong,
): Promise<{ place: Place; baseline: Baseline; checks: object | undefined }> {
  const place = new Place();
  place.writeAll({
    "package.json": JSON.stringify({ scripts: { test: "node --test --test-reporter=tap" } }),
    "test/sum.test.js": suite,
    "sum.js": code,
  });
  place.repository();
  const { plans } = planChecks({ cwd: place.path, ...(checks ? { checks } : {}) });
  const { baseline } = await takeBaseline({ cwd: place.path, plans });
  return { place, baseline, checks };
}

/** An iteration that claims completion with all signals, judged by the built CLI on what was seen. */
async function claim({ place, baseline, checks }: Awaited<ReturnType<typeof project>>) {
  const { plans } = planChecks({ cwd: place.path, ...(checks ? { checks } : {}) });
  const seen: Gathered = await gather({ cwd: place.path, plans, baseline, claimed: true, ending: true });
  using desk = new Workplace();
  const situation = { output: doneClaim, iteration: seen.facts, evidence: seen.evidence };
  const { out, err } = await desk.run(["decide", "--json", "-"], JSON.stringify(situation));
  expect(err).toBe("");
  const { decision, outcome, feedback } = JSON.parse(out);
  return { seen, is: outcome ?? decision, feedback: [...feedback, ...seen.feedback].join("\n") };
}

describe("an agent that claims completion with all signals", () => {
  it("is refused while a test fails, by that test's name, and believed once it passes", async () => {
    const run = await project({ tests: "npm test" });
    run.place.write("notes.md", "I did it.\n");
    const first = await claim(run);
    expect(first.is).toBe("CONTINUE");
    expect(first.feedback).toContain("adds two numbers");
    expect(first.seen.facts).toMatchObject({ failingTests: 1, filesChanged: 1 });
    run.place.write("sum.js", right);
    const second = await claim(run);
    expect(second.is).toBe("completed");
    expect(second.seen.facts).toMatchObject({ failingTests: 0 });
  });

  it("is refused where it deleted the test instead, by the file's name", async () => {
    const run = await project({ tests: "npm test" });
    run.place.remove("test/sum.test.js");
    run.place.write("test/fine.test.js", 'require("node:test").test("fine", () => {});\n');
    const { is, feedback } = await claim(run);
    expect(is).toBe("CONTINUE");
    expect(feedback).toContain("test/sum.test.js");
    expect(feedback).toContain("deleted");
  });

  it("is refused where it switched the test off, with file and line", async () => {
    const run = await project({ tests: "npm test" });
    run.place.write("test/sum.test.js", suite.replace('test("adds two', 'test.skip("adds two'));
    const { is, feedback, seen } = await claim(run);
    expect(seen.evidence.find(({ name }) => name === "tests")?.state).toBe("fails");
    expect(is).toBe("CONTINUE");
    expect(feedback).toContain('test/sum.test.js:4: the test "adds two numbers" is switched off');
  });

  it("is refused where it made the command harmless", async () => {
    const run = await project({ tests: "npm test" });
    run.place.write("package.json", JSON.stringify({ scripts: { test: "echo 1..1; echo ok 1" } }));
    const { is, feedback } = await claim(run);
    expect(is).toBe("CONTINUE");
    expect(feedback).toContain("scripts.test no longer runs node");
  });
});

describe("a test that failed before the run and still fails", () => {
  it.each([{ checks: undefined }, { checks: { tests: "npm test" } }])(
    "keeps the run open: $checks",
    async ({ checks }) => {
      const run = await project(checks);
      run.place.write("notes.md", "Other work.\n");
      const { is, feedback } = await claim(run);
      expect(is).toBe("CONTINUE");
      expect(feedback).toContain("failing since the start");
    },
  );

  it("does not excuse one that passed", async () => {
    const run = await project(undefined);
    run.place.write("sum.js", "exports.sum = () => 7;\n");
    const { is, feedback } = await claim(run);
    expect(is).toBe("CONTINUE");
    expect(feedback).toContain("adds nothing");
  });
});
