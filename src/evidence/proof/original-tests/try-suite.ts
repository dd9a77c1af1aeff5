import { isLoadFailure, testFile } from "../../../decide/check-comparison.js";
import type { Task } from "../../../decide/tasks.js";
import type { OriginalTestsInput } from "../../checks/original-tests.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import { describeLost, noneRemoved } from "../../checks/tests/lost-tests.js";
import type { CommandPlan, OriginalTestsPlan } from "../../plan.js";
import { matchesGlob } from "../../workspace/glob.js";
import { ownersIn } from "../test-owner.js";
import type { CopyRunner, Instead, RanSuite } from "./copy-runner.js";
import { failuresInTail, judgeFailures } from "./judge-failures.js";
import type { JudgedTest, OldFailure, OldTestsInput } from "./judge-old-tests.js";
import { isDataFile, type MeasuredFiles } from "./measured.js";

/** What a suite of the start came to on the new code. */
export interface TriedSuite {
  readonly name: string;
  readonly judged: readonly JudgedTest[];
  /** No test of the start is missed, and none fails that may not. */
  readonly isFine: boolean;
  /** The tests that ran, where the runner lists them all. */
  readonly names: readonly string[] | null;
  readonly result: CheckResult | null;
  /** Why nothing is known. */
  readonly unable: string | null;
  /** Data of the start that was rewritten while it ran. */
  readonly rewritten: readonly string[];
}

export interface TrySuiteInput extends OriginalTestsInput {
  readonly plan: OriginalTestsPlan;
  readonly measured: MeasuredFiles;
}

/** Whether nothing fails in a copy that passes in the project. */
export const isAsGreen = ({ is, failures }: RanSuite, here: readonly string[]): boolean =>
  is === "holds" || (failures.length > 0 && failures.every(({ key }) => here.includes(key)));

/** Runs it as at the start; where that is red, once more with nothing put back, and with the configuration alone. */
export async function trySuite(suite: CommandPlan, runner: CopyRunner, input: TrySuiteInput): Promise<TriedSuite> {
  const ran = await runAsAtStart(suite, runner, input.measured);
  if (typeof ran === "string") return notTried(suite, ran);
  const here = input.now.find(({ name }) => name === suite.name)?.failing ?? [];
  const rewritten = rewrittenTests(ran);
  if (rewritten.length > 0) return toTried(suite, ran, { judged: rewritten, input });
  if (isAsGreen(ran, here)) return toTried(suite, ran, { judged: [], input });
  const control = await runner.run(suite, "now");
  if (typeof control === "string") return notTried(suite, control);
  if (control.is !== "holds" && control.failures.length === 0)
    return notTried(suite, `${suite.name} does not pass in a copy of the project: ${control.why}`);
  const known = new Set([...here, ...control.failures.map(({ key }) => key)]);
  const failuresOf = (of: RanSuite): readonly OldFailure[] =>
    of.is !== "holds" && of.failures.length === 0
      ? failuresInTail(of, input.measured, suite)
      : of.failures.filter(({ key }) => !known.has(key));
  const byConfig = await findByConfig(suite, runner, { failures: failuresOf(ran), control, measured: input.measured });
  const judged = await judgeFailures({
    ...{ ran, terms: judgingTerms(suite, input, byConfig), failuresOf },
    runAgain: (instead) => runAsAtStart(suite, runner, { ...input.measured, instead }),
  });
  return typeof judged === "string"
    ? notTried(suite, judged)
    : toTried(suite, judged.ran, { judged: judged.judged, input });
}

/** Tests and settings that were rewritten while they ran, in the copy, too: nobody but the new code does that. */
const rewrittenTests = ({ rewritten }: RanSuite): readonly JudgedTest[] =>
  rewritten
    .filter((path) => !isDataFile(path))
    .map((path) => ({
      ...{ key: path, is: "veto", why: "it is rewritten while the checks run", form: "", file: path, title: null },
    }));

const notTried = ({ name }: CommandPlan, unable: string): TriedSuite => ({
  ...{ name, judged: [], isFine: false, names: null, result: null, unable, rewritten: [] },
});

/** New files are left out, and put in again where the tests of the start do not load without them. */
async function runAsAtStart(
  suite: CommandPlan,
  runner: CopyRunner,
  { putBack, instead }: Pick<MeasuredFiles, "putBack"> & { readonly instead?: Instead },
): Promise<RanSuite | string> {
  const ran = await runner.run(suite, "start", instead);
  if (typeof ran === "string" || ran.is === "holds") return ran;
  const stems = putBack.flatMap(({ isNew, measure, standsIn, path }) =>
    isNew && (measure === "test" || standsIn) ? [stemOf(path)] : [],
  );
  const said = [ran.why, ...(ran.result.tail ?? []), ...ran.failures.map(({ key, message }) => `${key} ${message}`)];
  const isMissed = said.some((text) => misses.test(text) && stems.some((stem) => text.includes(stem)));
  return isMissed ? runner.run(suite, "start-with-new", instead) : ran;
}

const misses =
  /cannot find|no module named|not found|ENOENT|no such file|failed to (?:load|resolve)|unresolved|undefined/i;
const stemOf = (path: string): string => path.replace(/^.*\//, "").replace(/\.\w+$/, "");

const without = (failures: readonly OldFailure[], others: readonly OldFailure[]): readonly OldFailure[] => {
  const keys = new Set(others.map(({ key }) => key));
  return failures.filter(({ key }) => !keys.has(key));
};

interface ByConfig {
  readonly failures: readonly OldFailure[];
  readonly control: RanSuite;
  readonly measured: MeasuredFiles;
}

/** The tests that fail with nothing but the configuration of the start put back. */
async function findByConfig(
  suite: CommandPlan,
  runner: CopyRunner,
  { failures, control, measured }: ByConfig,
): Promise<ReadonlySet<string>> {
  if (!measured.hasConfig || failures.length === 0) return new Set();
  const ran = await runner.run(suite, "config-of-start");
  if (typeof ran === "string" || ran.is === "holds") return new Set();
  const keys = ran.failures.length === 0 ? failures : without(ran.failures, control.failures);
  return new Set(keys.map(({ key }) => key));
}

function judgingTerms(suite: CommandPlan, input: TrySuiteInput, byConfig: ReadonlySet<string>): OldTestsInput {
  const { scene, measured, plan, accepted } = input;
  const start = scene.baseline?.checks.find(({ name }) => name === suite.name);
  const began = input.began.find(({ name }) => name === suite.name) ?? start;
  const own = scene.task ? ownersIn([toTask(scene.task.id, measured.text)]) : () => null;
  return {
    ...{ text: measured.text, taken: measured.taken, tests: measured.tests, suspicions: measured.suspicions },
    ...{
      data: measured.data,
      others: measured.others,
      work: measured.work,
      hasWork: measured.hasWork,
      byConfig,
      accepted,
    },
    failedBefore: (key) => (began?.failing ?? []).some((test) => isSameTest(test, key)),
    isOwn: (key) => scene.task !== null && own(key) === scene.task.id,
    isRemovable: (file) => plan.allowRemoved.some((glob) => matchesGlob(file, glob)),
    changed: plan.changed,
  };
}

const toTask = (id: string, title: string): Task => ({
  ...{ id, title, status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
});

/** A file that did not load stands for each of its tests. */
const isSameTest = (one: string, other: string): boolean =>
  one === other || (isLoadFailure(one) && testFile(other) === one) || (isLoadFailure(other) && testFile(one) === other);

interface SuiteAttempt {
  readonly judged: readonly JudgedTest[];
  readonly input: TrySuiteInput;
}

export function toTried({ name }: CommandPlan, ran: RanSuite, { judged, input }: SuiteAttempt): TriedSuite {
  const { census, result } = ran;
  const start = input.scene.baseline?.checks.find((check) => check.name === name)?.census;
  const isAllThere = !start || describeLost(start, census, noneRemoved) === null;
  const isFine = judged.every(({ is }) => is !== "veto") && (isAllThere || judged.length > 0);
  const areListed = census.ran !== null && census.names.ran.length >= census.ran;
  const rewritten = ran.rewritten.filter((path) => isDataFile(path) && !isWrittenByRunners.test(path));
  return { name, judged, isFine, names: areListed ? census.names.ran : null, result, unable: null, rewritten };
}

/** New snapshots are added to the old ones. */
const isWrittenByRunners = /\.snap$|(?:^|\/)__snapshots__\//;
