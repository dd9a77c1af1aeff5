import { isLoadFailure } from "../../../decide/check-comparison.js";
import type { CommandPlan } from "../../plan.js";
import type { Instead, RanSuite } from "./copy-runner.js";
import { type JudgedTest, judgeOldTest, type OldFailure, type OldTestsInput } from "./judge-old-tests.js";
import { isAbout, nothingTaken, withNewNames } from "./taken-away.js";

export interface FailuresInput {
  readonly ran: RanSuite;
  readonly terms: OldTestsInput;
  /** Runs the tests of the start once more, with some files otherwise. */
  runAgain(instead: Instead): Promise<RanSuite | string>;
  /** The failures of a run that are not failures of the project as it is now. */
  failuresOf(ran: RanSuite): readonly OldFailure[];
}

/** Judged failures, and the last run; or in words why that is not known. */
export interface JudgedFailures {
  readonly judged: readonly JudgedTest[];
  readonly ran: RanSuite;
}

const mostRuns = 3;

/**
 * Judges the failures of the tests of the start. A file that may not load any more can keep others from running: those
 * run again without it. Where something only has another name now, its tests run again with that name.
 */
export async function judgeFailures({ ran: first, terms, ...input }: FailuresInput): Promise<JudgedFailures | string> {
  let [ran, judged] = [first, input.failuresOf(first).map((failure) => judgeOldTest(failure, terms))];
  const instead = new Map<string, string | null>();
  for (let runs = 0; runs < mostRuns; runs++) {
    const more = filesApart(judged, terms).filter(([file]) => !instead.has(file));
    if (more.length === 0 || judged.some(({ is }) => is === "veto")) break;
    for (const [file, text] of more) instead.set(file, text);
    const next = await input.runAgain(instead);
    if (typeof next === "string") return next;
    const found = input.failuresOf(next).map((failure) => judgeOldTest(failure, termsFor(failure, terms, instead)));
    judged = [...withoutKeys(judged, found), ...found];
    ran = next;
  }
  return { judged, ran };
}

/** With its new names, a test that still fails is not about them. */
const termsFor = ({ file }: OldFailure, terms: OldTestsInput, instead: Instead): OldTestsInput =>
  typeof instead.get(file ?? "") === "string" ? { ...terms, taken: nothingTaken } : terms;

/** Files that may go as they were, with what stands there instead. */
function filesApart(
  judged: readonly JudgedTest[],
  { tests, taken }: OldTestsInput,
): readonly [string, string | null][] {
  return judged.flatMap(({ is, key, file, isEarlier }): readonly [string, string | null][] => {
    const old = tests.find(({ oldPath }) => oldPath === file)?.old ?? null;
    if (is !== "accepted" || file === null || old === null || isEarlier) return [];
    const renamed = withNewNames(old, taken);
    const isWhole = renamed !== old && !isAbout(renamed, taken);
    if (isWhole) return [[file, renamed]];
    return isLoadFailure(key) ? [[file, null]] : [];
  });
}

const withoutKeys = (judged: readonly JudgedTest[], others: readonly JudgedTest[]): readonly JudgedTest[] =>
  judged.filter(({ key }) => !others.some((other) => other.key === key));

/** For a suite that fails without naming a test: the changed test files that its last lines name. */
export function failuresInTail({ result, why }: RanSuite, { tests }: Pick<OldTestsInput, "tests">, suite: CommandPlan) {
  const lines = [...(result.tail ?? []), why];
  const named = tests.flatMap(({ oldPath }): readonly OldFailure[] => {
    const line = lines.find((each) => each.includes(oldPath));
    return line === undefined ? [] : [{ key: oldPath, name: oldPath, file: oldPath, message: line }];
  });
  const whole: OldFailure = { key: `${suite.name}: ${why}`, name: "", file: null, message: why };
  return named.length > 0 ? named : [whole];
}
