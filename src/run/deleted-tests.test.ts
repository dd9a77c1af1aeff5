import { describe, expect, it } from "vitest";
import { findDeletedTests } from "./deleted-tests.js";
import { adviceText } from "./loop/advice.js";
import { nextStep } from "./loop/next-step.js";

const evidence = (detail: string, state: "fails" | "holds" = "fails") => [
  { name: "honest-tests", state, required: true, detail },
];

describe("tests that were deleted", () => {
  it.each([
    ['test/a.test.js:9: the test "whispers" was deleted', ["test/a.test.js"]],
    ['test/a.test.js:9: the test "a" was deleted; test/a.test.js:12: the test "b" was deleted', ["test/a.test.js"]],
    [
      "t/a.test.js: the file was deleted, with 2 tests: a, b; b_test.go: a file of tests was deleted; and 2 more",
      ["t/a.test.js", "b_test.go"],
    ],
    ["test/a.test.js: all its tests are gone, with 1 test: a", ["test/a.test.js"]],
    ['test/a.test.js:9: the test "a" was deleted; test/b.test.js:3: the test "b" was switched off', []],
    ["package.json: the configuration of a check was deleted", []],
  ])("%s", (detail, files) => {
    expect(findDeletedTests(evidence(detail))).toEqual(files);
    expect(findDeletedTests(evidence(detail, "holds"))).toEqual([]);
  });

  const next = (deletedFrom: readonly string[]): string =>
    adviceText(
      nextStep({
        decision: { outcome: "needs-review", rule: "tampering", reason: "" },
        ...{ failure: null, agent: null, acceptable: [], explainDecision: 1, asks: false, spent: [], tamperedIn: 1 },
        deletedFrom,
      }) ?? [],
    );

  it("are put back, or a person says that they may go", () => {
    expect(next([])).toMatch(/; then untildone run --resume$/);
    expect(next(["test/a.test.js"])).toMatch(
      / If these tests may go: untildone run --resume --set 'removedTests=\["test\/a.test.js"\]'$/,
    );
  });

  it.each([
    "test/a'; rm -rf ~; '.test.js",
    "test/$(id).test.js",
    "test/`id`.test.js",
    'test/a"b.test.js',
    "a\nb.test.js",
  ])("are named in no command where a shell would read %j as more than a name", (name) =>
    expect(next(["test/b.test.js", name])).toMatch(/; then untildone run --resume$/),
  );
});
