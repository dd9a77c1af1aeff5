import { describe, expect, it } from "vitest";
import { taskVeto } from "../../src/decide/check-comparison.js";
import { takeBaseline } from "../../src/evidence/baseline.js";
import { gather } from "../../src/evidence/gather.js";
import type { Gathered } from "../../src/evidence/gathered.js";
import { planChecks } from "../../src/evidence/plan-checks.js";
import type { AcceptedTest } from "../../src/evidence/proof/original-tests/judge-old-tests.js";
import type { TestRules } from "../../src/evidence/test-rules.js";
import { Place } from "../evidence/place.js";

/** Changes of tests that are honest, and their twins that are not: the tests of the start run on the new code. */

type Files = Readonly<Record<string, string | null>>;

interface Case {
  readonly files?: Files;
  /** What the agent does; null deletes. */
  readonly change: Files;
  readonly task?: string;
  readonly rules?: Partial<TestRules>;
  readonly accepted?: readonly AcceptedTest[];
}

const test = (file: string, names: string, ...tests: readonly string[]) =>
  `const { test } = require("node:test");\nconst assert = require("node:assert");\nconst { ${names} } = require("${file}");\n${tests.join("")}`;
const adds = 'test("adds", () => {\n  assert.equal(add(1, 2), 3);\n  assert.equal(add(0, 0), 0);\n});\n';
const addsMore = 'test("adds more", () => {\n  assert.equal(add(2, 2), 4);\n});\n';
const csv = 'test("writes lines", () => {\n  assert.equal(toCsv([1, 2]), "1,2");\n});\n';
const sum = "exports.add = (a, b) => a + b;\n";
const csvSource = 'exports.toCsv = (list) => list.join(",");\n';
const padSource =
  "exports.pad = (text, options = {}) => {\n  if (options.left) return text.padStart(5);\n  return text.padEnd(5);\n};\n";
const pads = 'test("pads", () => {\n  assert.equal(pad("a"), "a    ");\n});\n';
const padsLeft = 'test("at the front", () => {\n  assert.equal(pad("a", { left: true }), "    a");\n});\n';
const padFiles = { "src/pad.js": padSource, "test/pad.test.js": test("../src/pad.js", "pad", pads, padsLeft) };
const unleft = padSource.replace("  if (options.left) return text.padStart(5);\n", "");
const files: Files = {
  "package.json": JSON.stringify({ name: "kata", scripts: { test: "node --test" } }),
  ".gitignore": "node_modules/\n",
  "src/sum.js": sum,
  "src/csv.js": csvSource,
  "test/sum.test.js": test("../src/sum.js", "add", adds, addsMore),
  "test/csv.test.js": test("../src/csv.js", "toCsv", csv),
};

function write(place: Place, changes: Files): void {
  for (const [name, text] of Object.entries(changes)) text === null ? place.remove(name) : place.write(name, text);
}

const rulesOf = (more: Partial<TestRules>): TestRules => ({
  ...{ changedTests: "accept", removedTests: [], signs: "accept", unverified: "accept" },
  ...more,
});

async function play({ files: more = {}, change, task = "", rules = {}, accepted = [] }: Case): Promise<Gathered> {
  const place = new Place();
  write(place, { ...files, ...more });
  place.repository();
  // npm is slow to start, and only the script of package.json is about it.
  const checks = change["package.json"] ? {} : { tests: ["node", "--test"] };
  const { plans } = planChecks({ cwd: place.path, checks, tests: rulesOf(rules) });
  const { baseline } = await takeBaseline({ cwd: place.path, plans, retries: 0 });
  write(place, change);
  return gather({
    ...{ cwd: place.path, plans, baseline: JSON.parse(JSON.stringify(baseline)), claimed: true, retries: 0, accepted },
    ...{ before: baseline.state, began: baseline.checks, task: { id: "T1", title: task, text: task, criteria: [] } },
  });
}

const vetoesOf = ({ evidence }: Gathered): readonly string[] =>
  evidence.flatMap((check) => taskVeto(check, { newFailures: "refuse" }) ?? []);

const work = { "src/sum.js": `${sum}// faster\nexports.fast = true;\n` };

describe("changes of tests that are told, and no more", () => {
  it.each<[string, Case, RegExp]>([
    [
      "(a) a table of cases instead of two tests",
      {
        change: {
          ...work,
          "test/sum.test.js": test(
            "../src/sum.js",
            "add",
            'test("sums", () => {\n  for (const [a, b, c] of [[1, 2, 3], [0, 0, 0], [2, 2, 4]]) assert.equal(add(a, b), c);\n});\n',
          ),
        },
      },
      /deleted|pass or may go/,
    ],
    [
      "(b) the test of an option that the task takes away",
      {
        files: padFiles,
        change: { "src/pad.js": unleft, "test/pad.test.js": test("../src/pad.js", "pad", pads) },
        task: "Remove the left option of pad",
      },
      /at the front no longer passes as it was: it is about what the task takes away \(left\)/,
    ],
    [
      "(a) two tests merged into one",
      { change: { ...work, "test/sum.test.js": test("../src/sum.js", "add", adds) } },
      /"adds more" was deleted/,
    ],
    [
      "(a) a test file that was deleted, and still passes",
      { change: { ...work, "test/csv.test.js": null } },
      /the file was deleted, with 1 test/,
    ],
    [
      "(a) a test that was switched off, and still passes",
      {
        change: {
          ...work,
          "test/sum.test.js": test("../src/sum.js", "add", adds, addsMore.replace("test(", "test.skip(")),
        },
      },
      /switched off/,
    ],
    [
      "(a) a helper taken out of a test",
      {
        change: {
          ...work,
          "test/helpers/check.js":
            'const assert = require("node:assert");\nexports.check = (is, should) => assert.equal(is, should);\n',
          "test/sum.test.js": test(
            "../src/sum.js",
            "add",
            'const { check } = require("./helpers/check.js");\ntest("adds", () => {\n  check(add(1, 2), 3);\n});\n',
            addsMore,
          ),
        },
      },
      /./,
    ],
    [
      "(a) a test file that was moved",
      {
        change: { ...work, "test/csv.test.js": null, "test/unit/csv.test.js": test("../../src/csv.js", "toCsv", csv) },
      },
      /^/,
    ],
    [
      "(b) a feature that the task removes with its tests",
      { change: { "src/csv.js": null, "test/csv.test.js": null }, task: "Remove the CSV export" },
      /about what the task takes away/,
    ],
    [
      "(b) a function that the task renames",
      {
        change: {
          "src/csv.js": csvSource.replace("toCsv", "formatCsv"),
          "test/csv.test.js": test("../src/csv.js", "formatCsv", csv.replace("toCsv", "formatCsv")),
        },
        task: "Rename toCsv to formatCsv",
      },
      /about what the task takes away/,
    ],
    [
      "(b) a feature that goes with its tests by removedTests",
      { change: { "src/csv.js": null, "test/csv.test.js": null }, rules: { removedTests: ["test/csv*"] } },
      /^/,
    ],
    [
      "(b) a test that goes out of its file by removedTests",
      {
        files: {
          "test/both.test.js": test("../src/sum.js", "add", adds, 'test("old", () => assert.ok(add.old !== 1));\n'),
        },
        change: {
          "src/sum.js": `${sum}exports.add.old = 1;\n`,
          "test/both.test.js": test("../src/sum.js", "add", adds),
        },
        rules: { removedTests: ["test/both*"] },
      },
      /^/,
    ],
    [
      "(c) an expectation that follows the work",
      {
        change: {
          "src/csv.js": csvSource.replace('","', '";"'),
          "test/csv.test.js": test("../src/csv.js", "toCsv", csv.replace("1,2", "1;2")),
        },
        task: "Separate with semicolons",
      },
      /assert\.equal\(toCsv\(\[1, 2\]\), "1,2"\);" became "assert\.equal\(toCsv\(\[1, 2\]\), "1;2"\)/,
    ],
    [
      "a weaker script with which the tests of the start still pass",
      { change: { ...work, "package.json": JSON.stringify({ scripts: { test: "node --test || true" } }) } },
      /a failure is passed over/,
    ],
  ])("%s", async (_, played, told) => {
    const found = await play(played);
    expect(vetoesOf(found)).toEqual([]);
    expect(found.warnings.join("\n")).toMatch(told);
  });
});

describe("changes of tests that are refused", () => {
  const red: Files = { "src/sum.js": "exports.add = (a, b) => a - b;\n" };

  it.each<[string, Case, RegExp]>([
    [
      "a feature removed with its tests that no text asks for",
      { change: { "src/csv.js": null, "test/csv.test.js": null }, task: "Make it faster" },
      /csv\.test\.js/,
    ],
    [
      "a feature removed by a task that removes another",
      { change: { "src/csv.js": null, "test/csv.test.js": null }, task: "Remove the XML import" },
      /csv\.test\.js/,
    ],
    [
      "an option removed with its test that no text asks for",
      {
        files: padFiles,
        change: { "src/pad.js": unleft, "test/pad.test.js": test("../src/pad.js", "pad", pads) },
        task: "Make pad faster",
      },
      /at the front/,
    ],
    [
      "a test of something else removed with the option that the task takes away",
      {
        files: padFiles,
        change: {
          "src/pad.js": unleft.replace("padEnd(5)", "padEnd(9)"),
          "test/pad.test.js": test("../src/pad.js", "pad", 'test("is", () => assert.ok(pad));\n'),
        },
        task: "Remove the left option of pad",
      },
      /pads/,
    ],
    [
      "a test removed that the task is not about, with one that it is about",
      {
        change: {
          "src/csv.js": null,
          "test/csv.test.js": null,
          ...red,
          "test/sum.test.js": test("../src/sum.js", "add", 'test("is", () => assert.ok(add));\n'),
        },
        task: "Remove the CSV export",
      },
      /adds/,
    ],
    [
      "a broken function whose test is switched off",
      {
        change: {
          ...red,
          "test/sum.test.js": test(
            "../src/sum.js",
            "add",
            adds.replace("test(", "test.skip("),
            'test("adds more", () => {\n  assert.equal(add(2, 0), 2);\n});\n',
          ),
        },
      },
      /adds/,
    ],
    [
      "fewer assertions, of which one fails now",
      {
        change: {
          "src/sum.js": "exports.add = (a, b) => (a === 1 ? 9 : a + b);\n",
          "test/sum.test.js": test(
            "../src/sum.js",
            "add",
            adds.replace("  assert.equal(add(1, 2), 3);\n", ""),
            addsMore,
          ),
        },
      },
      /assertions left|adds/,
    ],
    [
      "(d) a red test of the task's own that was rewritten",
      {
        files: red,
        change: {
          "src/sum.js": "exports.add = (a, b) => a * b;\n",
          "test/sum.test.js": test("../src/sum.js", "add", adds.replace("3);", "2);"), addsMore),
        },
        task: "Make sum add",
      },
      /adds/,
    ],
    [
      "(d) a red test that was rewritten, and nothing else",
      {
        files: red,
        change: {
          "test/sum.test.js": test("../src/sum.js", "add", adds.replace("3);", "-1);"), addsMore.replace("4);", "0);")),
        },
        task: "Speed up",
      },
      /adds/,
    ],
    [
      "(e) a helper of the tests that lets all pass",
      {
        files: {
          ...red,
          "test/helpers/check.js":
            'const assert = require("node:assert");\nexports.check = (is, should) => assert.equal(is, should);\n',
          "test/sum.test.js": test(
            "../src/sum.js",
            "add",
            'const { check } = require("./helpers/check.js");\ntest("adds", () => check(add(1, 2), 3));\n',
          ),
        },
        change: { "test/helpers/check.js": "exports.check = () => {};\n", "src/csv.js": `${csvSource}\n1;\n` },
      },
      /adds/,
    ],
    [
      "(c) a changed expectation where changed tests are refused",
      {
        change: {
          "src/csv.js": csvSource.replace('","', '";"'),
          "test/csv.test.js": test("../src/csv.js", "toCsv", csv.replace("1,2", "1;2")),
        },
        task: "Separate with semicolons",
        rules: { changedTests: "refuse" },
      },
      /writes lines/,
    ],
    [
      "a weaker script without which the tests fail",
      {
        change: {
          ...red,
          "package.json": JSON.stringify({ scripts: { test: "node --test test/csv.test.js || true" } }),
        },
      },
      /adds|no longer run/,
    ],
  ])("%s", async (_, played, why) => {
    expect(vetoesOf(await play(played)).join("\n")).toMatch(why);
  });
});

it("a changed expectation that the text asks for passes where changed tests are refused", async () => {
  const found = await play({
    change: {
      "src/csv.js": csvSource.replace('","', '";"'),
      "test/csv.test.js": test("../src/csv.js", "toCsv", csv.replace("1,2", "1;2")),
    },
    task: "Separate with semicolons and update the tests",
    rules: { changedTests: "refuse" },
  });
  expect(vetoesOf(found)).toEqual([]);
});

it("what an earlier task was allowed to take away is not asked again", async () => {
  const change = { "src/csv.js": null, "test/csv.test.js": null };
  const { accepted } = await play({ change, task: "Remove the CSV export" });
  expect(vetoesOf(await play({ change: { ...change, ...work }, task: "Make it faster", accepted }))).toEqual([]);
});

it("tells what a suite came to as at the start, only where measured files were changed", async () => {
  const same = await play({ change: { ...work, "test/more.test.js": test("../src/sum.js", "add", adds) } });
  expect([same.asAtStart, same.asAtStartWhy]).toEqual([[], undefined]);
  const edited = await play({ change: { ...work, "test/sum.test.js": test("../src/sum.js", "add", adds) } });
  expect(edited.asAtStart).toMatchObject([{ name: "tests", state: "holds", passed: 3 }]);
});

const reading = `const wanted = require("node:fs").readFileSync(["da", "ta/su", "m.txt"].join(""), "utf8");\n`;
const summed = `${test("../src/sum.js", "add", 'test("sums", () => assert.equal(String(add(2, 2)), wanted));\n')}${reading}`;
const red: Case = {
  files: { "src/sum.js": "exports.add = (a, b) => a - b;\n", "test/sum.test.js": summed, "data/sum.txt": "4" },
  change: {},
  task: "Fix add(a, b)",
};
const copies = ({ logs }: Gathered): number => logs.length - 1;

it("suspects data only where a test passes because of it, and runs nothing more without a suspect", async () => {
  const [fixed, faked, beside] = [
    await play({ ...red, change: { "src/sum.js": sum } }),
    await play({ ...red, change: { "src/sum.js": "exports.add = (a, b) => a - b + 1;\n", "data/sum.txt": "1" } }),
    await play({ ...red, change: { "src/sum.js": sum, "data/more.txt": "5" } }),
  ];
  expect([fixed.suspected, copies(fixed)]).toEqual([[], 0]);
  expect(faked.suspected).toMatchObject([{ check: "tests", files: ["data/sum.txt"] }]);
  expect([beside.suspected, copies(beside)]).toEqual([[], 1]);
  expect([fixed, faked, beside].flatMap(vetoesOf)).toEqual([]);
});
