import type { RunCommandEnd } from "./judge-run.js";
import { failureKey, type TestRun } from "./test-run.js";

type Ran = Pick<RunCommandEnd, "ending" | "tests" | "cannotRun" | "cwd">;

export const failingKeys = ({ tests, cwd }: Pick<RunCommandEnd, "tests" | "cwd">): readonly string[] =>
  tests.failures.map((failure) => failureKey(failure, cwd));

/** Tests that failed in one run and not in the other, on the same content. A run that broke off tells nothing. */
export function findFlaky(first: Ran, second: Ran): readonly string[] {
  if (!isWhole(first) || !isWhole(second)) return [];
  const [before, after] = [failingKeys(first), failingKeys(second)];
  return [...before.filter((test) => !after.includes(test)), ...after.filter((test) => !before.includes(test))];
}

/** It came to its end, and every failing test has a name. */
const isWhole = ({ ending, tests, cannotRun }: Ran): boolean => {
  const { passed, failed, errors, failures } = tests;
  if (ending.is !== "exited" || cannotRun || (passed ?? 0) + (failed ?? 0) === 0) return false;
  return failures.length >= (failed ?? 0) + (errors ?? 0);
};

/** The run as it would be if these tests had passed: they veto nothing. */
export function withoutFlaky<E extends RunCommandEnd>(ended: E, flaky: readonly string[]): E {
  const failures = ended.tests.failures.filter((failure) => !flaky.includes(failureKey(failure, ended.cwd)));
  const gone = ended.tests.failures.length - failures.length;
  if (gone === 0) return ended;
  const { passed, failed, errors } = ended.tests;
  const tests: TestRun = {
    ...ended.tests,
    failures,
    failed: failed === null ? null : Math.max(0, failed - gone),
    passed: passed === null ? null : passed + Math.min(gone, failed ?? gone),
  };
  if (failures.length > 0 || (tests.failed ?? 0) > 0 || (errors ?? 0) > 0) return { ...ended, tests };
  return { ...ended, tests: { ...tests, status: "pass" }, ending: { is: "exited", code: 0 } };
}
