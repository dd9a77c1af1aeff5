import { testFile } from "../../decide/check-comparison.js";
import type { EvidenceState } from "../../decide/evidence.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import { subjectOfFile, wordsOfName } from "./test-owner.js";

/** How a test file did, as far as the results of the checks tell. `exists` is false where there is no such file. */
export function stateOfTestFile(file: string, results: readonly CheckResult[], exists: boolean): EvidenceState {
  if (!exists) return "fails";
  if (results.some(({ failing }) => failing.some((test) => isIn(file, test)))) return "fails";
  return results.some(tellsTests) ? "holds" : "unknown";
}

/** The check ran tests and names those that fail: one that is not named did not fail. */
const tellsTests = ({ state, failing, failed, passed, total }: CheckResult): boolean =>
  // Some runners tell how many ran, and that none failed.
  (passed ?? (state === "holds" ? total : null) ?? 0) > 0 &&
  (state === "holds" || (state === "fails" && failing.length > 0 && failing.length >= (failed ?? 0)));

/** Runners name files by different paths, and some name none: then the subject decides. */
function isIn(file: string, test: string): boolean {
  const at = testFile(test);
  if (at !== null) return isSamePath(at, file);
  const subject = subjectOfFile(file);
  return subject.length > 2 && wordsOfName(test).join("").includes(subject);
}

/** Either may be the shorter one: "a.test.js" and "test/a.test.js". */
export const isSamePath = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
