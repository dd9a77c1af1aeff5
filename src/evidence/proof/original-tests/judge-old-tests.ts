import { isLoadFailure } from "../../../decide/check-comparison.js";
import type { Answer } from "../../../decide/settings.js";
import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import { differsInImports } from "../../checks/honest-tests/import-lines.js";
import type { OutlinedTest } from "../../checks/honest-tests/outline.js";
import type { Suspicion } from "../../checks/honest-tests/suspicion.js";
import { asksToChangeTests, saysTestIsWrong } from "./asked-changes.js";
import { asksForValues, isGoneFrom } from "./asked-values.js";
import { findBecameAsync, isHeadKept, onlyWaits } from "./only-waits.js";
import { spreadTaken } from "./spread-taken.js";
import { isAbout, type TakenAway } from "./taken-away.js";
import { findPlace, formOf, type TestPlace } from "./test-place.js";

/** A test of the start that fails on the new code with the measured files of the start, and not as things are now. */
export interface OldFailure {
  readonly key: string;
  readonly name: string;
  /** Relative to the root of the repository; null if the runner names none. */
  readonly file: string | null;
  readonly message: string | null;
}

/** A test that a task was allowed to change or to take away, and what became of it: later tasks are not asked again. */
export interface AcceptedTest {
  readonly key: string;
  readonly form: string;
}

export interface OldTestsInput {
  /** The text of the task at hand, a person's. */
  readonly text: string;
  readonly taken: TakenAway;
  /** Changed tests with their texts, then and now, and what their outlines make suspicious. */
  readonly tests: readonly TextChange[];
  readonly suspicions: readonly Suspicion[];
  /** Measured files that hold data, and those that are neither a test's own file nor data. */
  readonly data: readonly string[];
  readonly others: readonly TextChange[];
  /** Changed source. */
  readonly work: readonly TextChange[];
  /** Tests that fail with nothing but the configuration of the start. */
  readonly byConfig: ReadonlySet<string>;
  readonly failedBefore: (key: string) => boolean;
  readonly isOwn: (key: string) => boolean;
  readonly isRemovable: (file: string) => boolean;
  /** Something else than tests and their data changed. */
  readonly hasWork: boolean;
  readonly changed: Answer;
  readonly accepted: readonly AcceptedTest[];
}

/** What a failing test of the start means, and why, in words. */
export interface JudgedTest {
  readonly key: string;
  readonly is: "accepted" | "changed" | "changed-before" | "veto";
  readonly why: string;
  readonly form: string;
  /** Where it stood, as far as its file was changed and can be read. */
  readonly file: string | null;
  readonly title: string | null;
  /** An earlier task was allowed to leave it as it is now. */
  readonly isEarlier?: true;
}

/** Judges a test of the start that no longer passes as it was. */
export function judgeOldTest(failure: OldFailure, input: OldTestsInput): JudgedTest {
  const place = findPlace(failure, input.tests);
  const form = formOf(place);
  const at = { file: place.change?.oldPath ?? null, title: place.before?.title ?? null };
  const verdict = { key: failure.key, form, ...at };
  if (input.accepted.some((each) => each.key === failure.key && each.form === form))
    return { ...verdict, is: "accepted", why: "an earlier task was allowed to change it", isEarlier: true };
  const allowed = whyAllowed(failure, place, input);
  if (allowed !== null) return { ...verdict, is: "accepted", why: allowed };
  const refused = whyRefused(failure, place, input);
  if (refused !== null) return { ...verdict, is: "veto", why: refused };
  const why = describeEdit(place, input);
  if (isFoundWrong(place, input)) return { ...verdict, is: "accepted", why: `the task calls it wrong: ${why}` };
  if (input.failedBefore(failure.key)) return { ...verdict, is: "changed-before", why };
  return isAskedFor(place, input)
    ? { ...verdict, is: "accepted", why: `the task asks to change it: ${why}` }
    : { ...verdict, is: "changed", why };
}

const isAskedFor = ({ change, before, after }: TestPlace, { text, data, work }: OldTestsInput): boolean =>
  asksToChangeTests(text, change ? [change.oldPath, change.path] : data) ||
  (before !== null && after !== null && asksForValues(text, { old: before.text, now: after.text }, isGoneFrom(work)));

/**
 * A person says that it is wrong, it is still there, and the code is as it was: then it now asks for what the code gives.
 * Beside a change of code nobody could tell which of the two was bent.
 */
const isFoundWrong = ({ change, before, after }: TestPlace, { text, hasWork, tests }: OldTestsInput): boolean =>
  !hasWork &&
  change !== null &&
  before !== null &&
  after !== null &&
  saysTestIsWrong(text, { files: [change.oldPath, change.path], isOnly: tests.length === 1 });

function whyAllowed({ key, message }: OldFailure, place: TestPlace, input: OldTestsInput): string | null {
  const { change, before } = place;
  if (change && (change.now === null || !place.after) && input.isRemovable(change.oldPath))
    return "removedTests allows it to go";
  // Of a file that does not load, the whole text counts; of a test, what it says and why it fails.
  const own = before && !isLoadFailure(key) ? before.text : (change?.old ?? "");
  const moved = { names: input.taken.moved ?? [] };
  if (change?.old && change.now !== null && isAbout(change.old, moved) && differsInImports(change.old, change.now))
    return `it only imports what the task moves (${moved.names.slice(0, 3).join(", ")}) from elsewhere`;
  // A file that misses something else is not about what the task takes away, though it names that, too.
  if (isLoadFailure(key) && message !== null && misses.test(message) && !isAbout(message, input.taken)) return null;
  if (isOnlyWaiting(place, input)) return waitsWords;
  const helpers = change ? [] : input.others.map(({ old }) => old ?? "");
  const taken = spreadTaken(change?.old ?? "", input.taken);
  const about = isAbout(own, taken) || [message ?? "", ...helpers].some((text) => isAbout(text, input.taken));
  return about ? `it is about what the task takes away (${input.taken.names.slice(0, 3).join(", ")})` : null;
}

export const waitsWords = "it only waits for what answers later now";

function isOnlyWaiting({ change, before, after, first }: TestPlace, { work }: OldTestsInput): boolean {
  if (!change || !before || !after || !first || !isHeadKept(change, first)) return false;
  return onlyWaits({ old: before.text, now: after.text }, findBecameAsync(work));
}

const misses =
  /cannot find|can't find|no module named|cannot import name|does not provide an export|not found|undefined: |unresolved|is not (?:a function|defined|exported)|no (?:exported member|attribute|function|method|such file)/i;

function whyRefused({ key }: OldFailure, place: TestPlace, input: OldTestsInput): string | null {
  const { change, before } = place;
  if (input.byConfig.has(key)) return "it passes only with the configuration as it is now";
  if (!change && input.data.length === 0) return "its own file is unchanged";
  const weakened = change ? input.suspicions.find((each) => each.veto && isAboutTest(each, change, before)) : undefined;
  if (weakened) return weakened.what;
  if (isFoundWrong(place, input)) return null;
  if (input.failedBefore(key)) {
    if (!input.hasWork) return "it failed before, and nothing but tests and their data was changed";
    if (input.isOwn(key)) return "it failed before, is this task's own, and was changed";
  } else if (!input.hasWork) return "nothing but tests and their data was changed";
  return input.changed === "refuse" && !isAskedFor(place, input) ? "it was changed to pass" : null;
}

/** A suspicion without titles is about the whole file. */
function isAboutTest({ file, tests }: Suspicion, change: TextChange, before: OutlinedTest | null): boolean {
  if (file !== change.path && file !== change.oldPath) return false;
  return tests === undefined || before === null || tests.includes(before.title);
}

/** The first line that is not as it was, then and now. */
function describeEdit({ change, before }: TestPlace, { data }: OldTestsInput): string {
  if (!change) return `what it compares with was changed: ${data.slice(0, 3).join(", ")}`;
  const [old, now] = [linesOf(change.old), linesOf(change.now)];
  const from = Math.max(0, (before?.line ?? 1) - 1);
  const was = old.slice(from).find((line) => !now.includes(line));
  const is = now.slice(Math.min(from, now.length)).find((line) => !old.includes(line));
  const quote = (line: string | undefined): string => (line === undefined ? "nothing" : `"${line.slice(0, 120)}"`);
  return `${change.path}: ${quote(was)} became ${quote(is)}`;
}

const linesOf = (text: string | null): readonly string[] => (text ?? "").split(/\r?\n/).map((line) => line.trim());
