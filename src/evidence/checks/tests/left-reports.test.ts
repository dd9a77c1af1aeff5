import { describe, expect, it } from "vitest";
import { Place } from "../../../../test/evidence/place.js";
import { outside } from "../../../agents/sandbox/check-room.js";
import type { CommandPlan } from "../../plan.js";
import { planChecks } from "../../plan-checks.js";
import { checkCommand, noStart } from "../command.js";
import { newTestReader } from "./test-run.js";

const passed = '<testcase name="adds()" classname="CartTest" time="0.1"/>';
const failed = '<testcase name="sums()" classname="CartTest"><failure message="no">at x</failure></testcase>';
const report = (...cases: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="CartTest" tests="${cases.length}">\n${cases.join("\n")}\n</testsuite>\n`;

interface Case {
  readonly title: string;
  readonly output: string;
  readonly reports?: Readonly<Record<string, string>>;
  readonly state: string;
  readonly total: number | null;
}

const ended = "\nBUILD SUCCESSFUL in 1s\n";
const own = "build/test-results/test/TEST-CartTest.xml";

describe("tests that Gradle did not repeat", () => {
  it.each<Case>([
    {
      title: "count by their reports",
      output: `> Task :test UP-TO-DATE\n${ended}`,
      reports: { [own]: report(passed, passed) },
      state: "holds",
      total: 2,
    },
    {
      title: "from the build cache, too",
      output: `> Task :compileTestJava UP-TO-DATE\n> Task :test FROM-CACHE\n${ended}`,
      reports: { [own]: report(passed) },
      state: "holds",
      total: 1,
    },
    {
      title: "say nothing without reports",
      output: `> Task :test UP-TO-DATE\n${ended}`,
      state: "unknown",
      total: null,
    },
    {
      title: "say nothing by a report without a test",
      output: `> Task :test UP-TO-DATE\n${ended}`,
      reports: { [own]: report() },
      state: "unknown",
      total: null,
    },
    {
      title: "say nothing by what is no report",
      output: `> Task :test UP-TO-DATE\n${ended}`,
      reports: {
        [own]: "\0\0",
        "build/test-results/test/TEST-x.xml": "<html/>",
        "build/test-results/test/notes.xml": report(passed),
      },
      state: "unknown",
      total: null,
    },
    {
      title: "fail by their reports",
      output: `> Task :test UP-TO-DATE\n${ended}`,
      reports: { [own]: report(passed, failed) },
      state: "fails",
      total: 2,
    },
    {
      title: "count by the reports of their own project and task",
      output: `> Task :core:api:intTest UP-TO-DATE\n${ended}`,
      reports: { "core/api/build/test-results/intTest/TEST-a.xml": report(passed), [own]: report(failed) },
      state: "holds",
      total: 1,
    },
    {
      title: "are counted beside those that ran",
      output: `> Task :a:test UP-TO-DATE\n> Task :b:test\n${ended}`,
      reports: {
        "a/build/test-results/test/TEST-a.xml": report(passed),
        "b/build/test-results/test/TEST-b.xml": report(passed, passed),
      },
      state: "holds",
      total: 3,
    },
    { title: "need no reports where one ran", output: `> Task :test\n${ended}`, state: "holds", total: null },
    {
      title: "have no tests at all",
      output: `> Task :test NO-SOURCE\n${ended}`,
      reports: {},
      state: "unknown",
      total: null,
    },
  ])("$title", async ({ output, reports = {}, state, total }) => {
    const place = new Place().writeAll({ "out.txt": output, ...reports });
    const { plans } = planChecks({ cwd: place.path, checks: { tests: "cat out.txt" }, detect: false });
    const plan = plans.find((each): each is CommandPlan => each.kind === "command");
    if (!plan) throw new Error("no plan");
    const scene = { cwd: place.path, signal: undefined, logDirectory: null, room: outside, newTestReader };
    const finding = await checkCommand(plan, scene, noStart);
    expect({ state: finding.state, total: finding.tests.total }).toEqual({ state, total });
  });
});
