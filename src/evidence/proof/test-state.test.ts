import { expect, it } from "vitest";
import { plainResult } from "../checks/tests/judge-run.js";
import { stateOfTestFile } from "./test-state.js";

const tests = { ...plainResult("tests", "holds"), exitCode: 0 };
const failing = { ...tests, state: "fails" as const, failed: 1, passed: 2, failing: ["t/upper.t: 1"] };

it.each([
  ["passes where the check tells how many passed", { ...tests, passed: 3 }, "holds"],
  ["passes where the check tells only how many ran, and that none failed", { ...tests, total: 3 }, "holds"],
  ["fails where one of its tests is named as failing", failing, "fails"],
  ["passes where only tests of other files are named as failing", { ...failing, failing: ["t/date.t: 1"] }, "holds"],
  ["is not known where the check runs no tests", tests, "unknown"],
  ["is not known where tests failed and none is named", { ...failing, failing: [] }, "unknown"],
  ["is not known where it only ran some tests that failed", { ...tests, state: "fails" as const, total: 3 }, "unknown"],
])("a test file %s", (_, result, expected) => {
  expect(stateOfTestFile("t/upper.t", [result], true)).toBe(expected);
  expect(stateOfTestFile("t/upper.t", [result], false)).toBe("fails");
});
