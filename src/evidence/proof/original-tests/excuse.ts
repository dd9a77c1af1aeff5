import { compared, type TextChange } from "../../checks/honest-tests/compare-tests.js";
import type { Suspicion, SuspicionKind } from "../../checks/honest-tests/suspicion.js";
import type { JudgedTest } from "./judge-old-tests.js";
import { spreadTaken } from "./spread-taken.js";
import { isAbout, type TakenAway } from "./taken-away.js";

/** What the tests of the start came to on the new code, for whoever finds fault with how tests were changed. */
export interface TriedTests {
  readonly judged: readonly JudgedTest[];
  readonly tests: readonly TextChange[];
  readonly taken: TakenAway;
  /** The tests that ran, by name; null where the runner does not list them all. */
  readonly names: readonly string[] | null;
  /** The files that were put back. */
  readonly putBack: readonly string[];
  /** The checks hold with the configuration of the start. */
  readonly isConfigFine: boolean;
}

const aboutTests: readonly SuspicionKind[] = ["deleted", "skipped", "emptied", "assertions"];

/**
 * Whether a change of tests is only told: the tests it is about pass as they were, or the task asks to take away what
 * they are about.
 */
export function isExcused(suspicion: Suspicion, tried: TriedTests): boolean {
  if (suspicion.kind === "check-weakened") return tried.isConfigFine && tried.putBack.includes(suspicion.file);
  if (!aboutTests.includes(suspicion.kind)) return false;
  const change = tried.tests.find(({ path, oldPath }) => path === suspicion.file || oldPath === suspicion.file);
  if (!change || !tried.putBack.includes(change.oldPath)) return false;
  const own = tried.judged.filter(({ file }) => file === change.oldPath);
  if (suspicion.tests === undefined) return own.every(({ is }) => is !== "veto");
  return suspicion.tests.every((title) => isTitleExcused(title, change, { ...tried, judged: own }));
}

function isTitleExcused(title: string, change: TextChange, { judged, taken, names }: TriedTests): boolean {
  const own = judged.filter((test) => test.title === null || test.title === title);
  if (own.some(({ is }) => is === "veto")) return false;
  if (own.some((test) => test.title === title || test.isEarlier)) return true;
  // Of a file that did not load, only the tests of what was taken away may go.
  if (own.length > 0) return isAbout(textOf(title, change), spreadTaken(change.old ?? "", taken));
  const isPattern = /%|\$\{|\\/.test(title);
  return names === null || isPattern || names.some((name) => name.includes(title));
}

const textOf = (title: string, change: TextChange): string =>
  compared(change)?.before.tests.find((test) => test.title === title)?.text ?? title;
