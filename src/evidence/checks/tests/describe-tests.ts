import { isNamedBy } from "../../../decide/check-comparison.js";
import { plural } from "../../../lib/text/plural.js";
import { plainLine } from "../../important-lines.js";
import type { CheckResult, RunCommandEnd } from "./judge-run.js";
import { failureKey, type TestRun, withinFolder } from "./test-run.js";

export function formatFailures(
  { tests, cwd }: Pick<RunCommandEnd, "tests" | "cwd">,
  before: readonly string[],
): string {
  const { failed, errors, total, failures } = tests;
  const count = (failed ?? 0) + (errors ?? 0) || failures.length;
  const names = failures.slice(0, 5).map((failure) => {
    const old = before.includes(failureKey(failure, cwd)) ? " (failing since the start)" : "";
    return `${plainLine(withinFolder(failure.name, cwd)).slice(0, 120)}${old}`;
  });
  const more = count > names.length && names.length > 0 ? [`${count - names.length} more`] : [];
  const among = total === null ? plural(count, "test") : `${count} of ${plural(total, "test")}`;
  const head = `${among} ${(total ?? count) === 1 ? "fails" : "fail"}`;
  return names.length === 0 ? head : `${head}: ${[...names, ...more].join(", ")}`;
}

/** Only a test that is listed among those that ran is said to have passed. */
export function formatFixed({ tests, cwd, census }: RunCommandEnd, atStart: CheckResult | null): string {
  const now = tests.failures.map((failure) => failureKey(failure, cwd));
  const fixed = (atStart?.failing ?? []).filter((key) => !now.includes(key));
  const ran = census?.names.ran ?? [];
  const seen = fixed.filter((key) => isNamedBy(key, ran));
  if (seen.length > 0) return `, ${seen.length} of which failed at the start of the run`;
  if (fixed.length === 0 || ran.length > 0) return "";
  return `; ${plural(fixed.length, "failure")} of the start of the run ${fixed.length === 1 ? "is" : "are"} not there any more`;
}

export const formatPassed = ({ passed, total, skipped }: TestRun): string =>
  `${plural(passed ?? total ?? 0, "test")} passed${skipped ? `, ${skipped} skipped` : ""}`;
