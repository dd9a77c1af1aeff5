import { formatTestNames } from "../../core/check-comparison.js";
import { type CheckContext, type CheckLog, type Finding, unknown } from "../check-context.js";
import { CopyRunner } from "../original-tests/copy-runner.js";
import type { TriedTests } from "../original-tests/excuse.js";
import type { AcceptedTest, JudgedTest } from "../original-tests/judge-old-tests.js";
import { findMeasured, type Measured } from "../original-tests/measured.js";
import type { TakenAway } from "../original-tests/taken-away.js";
import { type TriedSuite, type TrySuiteInput, toTried, trySuite } from "../original-tests/try-suite.js";
import { blameSuspects, type SuspectedTests, trySuspects } from "../original-tests/try-suspects.js";
import type { CheckPlan, CommandPlan, OriginalTestsPlan } from "../plan.js";
import type { CheckResult } from "../tests/judge-run.js";

/** What the tests of the start came to, beside the finding. */
export interface OriginalFinding extends Finding {
  /** Null where they were not tried. */
  readonly tried?: TriedTests | null;
  /** What each check came to with the measured files of the start, or why that is not known. */
  readonly asAtStart?: readonly CheckResult[];
  readonly asAtStartWhy?: string;
  /** Checks in which no test is missed: those of the start pass, or may go. */
  readonly excused?: readonly string[];
  /** Tests that the task may change or take away, if it is done. */
  readonly accepted?: readonly AcceptedTest[];
  /** Tests that pass because files changed that are no source: they prove nothing. */
  readonly suspected?: readonly SuspectedTests[];
  /** What the task took away everywhere, as its text asks for, and no test of the start speaks against it. */
  readonly takenAway?: readonly string[];
  /** Code that belongs to the tests, whatever it is called, by full path. */
  readonly helpers?: readonly string[];
}

export interface OriginalTestsInput {
  readonly plans: readonly CheckPlan[];
  readonly scene: CheckContext;
  /** What the checks came to now, and when the task began. */
  readonly now: readonly CheckResult[];
  readonly began: readonly CheckResult[];
  /** What earlier tasks of the run were allowed to change. */
  readonly accepted: readonly AcceptedTest[];
  /** A check misses tests, and nothing else is wrong with it. */
  readonly isMissing: boolean;
}

/**
 * Runs the tests in a copy of the project, with the test files, configuration and scripts of the start of the run. If
 * none of them was changed, there is nothing to run. Like `honest-tests`, it can only refuse completion.
 */
export async function checkOriginalTests(plan: OriginalTestsPlan, input: OriginalTestsInput): Promise<OriginalFinding> {
  const { scene, plans } = input;
  const { sinceStart } = scene;
  const suites = plans.filter((each): each is CommandPlan => each.kind === "command" && ranAtStart(each, scene));
  if (!sinceStart || !scene.baseline || suites.length === 0)
    return { ...unknown("no test ran at the start"), quiet: true };
  if (sinceStart.problems.length > 0) return unable(plan, sinceStart.problems.join("; "));
  const measured = await findMeasured(plan, input);
  // Where only counts are told, new tests that are switched off look like old ones.
  const isUnclear = input.isMissing && measured.putBack.some(({ isNew }) => isNew);
  const runner = new CopyRunner(plan, scene, { ...measured, plans });
  const isUnchanged = !measured.isChanged && plan.install.length === 0 && !isUnclear;
  const tried: TriedSuite[] = [];
  const suspected: SuspectedTests[] = [];
  for (const suite of suites) {
    const found = await tryBoth(suite, runner, { ...input, plan, measured, isUnchanged });
    tried.push(...found.tried);
    suspected.push(...found.suspected);
  }
  const others = await tryOthers(runner, { ...input, plan, measured, isUnchanged });
  suspected.push(...others.suspected);
  const { logs } = runner;
  const more = { suspected, helpers: measured.helpers };
  if (isUnchanged) {
    const detail = "tests, their configuration and scripts are unchanged";
    return { ...passes(detail), takenAway: listTaken(measured.taken), ...more, logs };
  }
  return { ...conclude(plan, tried, { measured, others: others.results, logs }), ...more };
}

const listTaken = ({ names, moved = [] }: TakenAway): readonly string[] => [...names, ...moved];

interface Trying extends TrySuiteInput {
  /** No measured file was changed. */
  readonly isUnchanged: boolean;
}

/** With the measured files of the start, and with the suspects of it: in one run where that is green. */
async function tryBoth(suite: CommandPlan, runner: CopyRunner, input: Trying) {
  const { green, red } = await trySuspects(suite, runner, input);
  const own = input.isUnchanged
    ? []
    : [green ? toTried(suite, green, { judged: [], input }) : await trySuite(suite, runner, input)];
  const blamed = await blameSuspects(suite, runner, {
    ...input,
    red,
    asAtStart: own[0]?.result ?? null,
    rewritten: own[0]?.rewritten ?? [],
  });
  return { tried: own, suspected: blamed ? [blamed] : [] };
}

/** Whether the suite ran any test at the start. */
function ranAtStart({ name, reads, required }: CommandPlan, { baseline }: CheckContext): boolean {
  const start = baseline?.checks.find((check) => check.name === name);
  if (!start || !required || reads === "status") return false;
  // Some runners tell that tests passed, and not how many.
  const isUncounted = reads === "tests" && start.state === "holds" && start.passed === null;
  return isUncounted || (start.census?.ran ?? 0) > 0 || start.failing.length > 0;
}

/** Checks without tests that turned green, or whose configuration looks weaker: what they say as they were at the start. */
async function tryOthers(runner: CopyRunner, input: Trying) {
  const { plans, scene, now, isUnchanged } = input;
  const { weakened } = input.measured;
  const results: CheckResult[] = [];
  const suspected: SuspectedTests[] = [];
  for (const plan of plans) {
    if (plan.kind !== "command" || !plan.required || ranAtStart(plan, scene)) continue;
    const start = scene.baseline?.checks.find(({ name }) => name === plan.name)?.state;
    const isGreen = now.some(({ name, state }) => name === plan.name && state === "holds");
    if (!isGreen || !(start === "fails" || (start === "holds" && weakened.length > 0))) continue;
    const { green, red } = await trySuspects(plan, runner, input);
    const ran = green ?? (isUnchanged ? null : await runner.run(plan, "start"));
    const result = ran === null || typeof ran === "string" ? null : ran.result;
    if (result && !isUnchanged) results.push(result);
    const blamed = await blameSuspects(plan, runner, { ...input, red, asAtStart: isUnchanged ? null : result });
    if (blamed) suspected.push(blamed);
  }
  return { results, suspected };
}

const passes = (detail: string): Finding => ({ state: "holds", detail, required: false });

/** A run is not refused because its tests cannot be run this way, unless the settings refuse unverified work. */
const unable = (plan: OriginalTestsPlan, why: string): OriginalFinding => ({
  ...unknown(why),
  required: plan.mustMeasure,
  warnings: [`the tests could not be run as they were at the start: ${why}`],
  tried: null,
  asAtStartWhy: why,
});

interface Concluding {
  readonly measured: Measured;
  readonly others: readonly CheckResult[];
  readonly logs: readonly CheckLog[];
}

function conclude(
  plan: OriginalTestsPlan,
  suites: readonly TriedSuite[],
  { measured, others, logs }: Concluding,
): OriginalFinding {
  const judged = suites.flatMap((suite) => suite.judged);
  const [why] = suites.flatMap((suite) => suite.unable ?? []);
  const vetoes = judged.filter(({ is }) => is === "veto");
  if (vetoes.length === 0 && why !== undefined) return { ...unable(plan, why), logs };
  const of = (...kinds: readonly JudgedTest["is"][]): readonly JudgedTest[] =>
    judged.filter(({ is }) => kinds.includes(is));
  const isConfigFine = suites.every(({ isFine }) => isFine) && others.every(({ state }) => state === "holds");
  const [first] = suites;
  const found = {
    changed: of("changed", "changed-before").map(({ key }) => key),
    changedBefore: of("changed-before").map(({ key }) => key),
    tried: {
      ...{ judged, isConfigFine, tests: measured.tests, taken: measured.taken },
      putBack: measured.putBack.map(({ path }) => path),
      names: suites.length === 1 ? (first?.names ?? null) : null,
    },
    asAtStart: [...suites.flatMap(({ result }) => result ?? []), ...others],
    excused: suites.filter(({ isFine }) => isFine).map(({ name }) => name),
    accepted: of("accepted", "changed", "changed-before").map(({ key, form }) => ({ key, form })),
    takenAway: vetoes.length > 0 ? [] : listTaken(measured.taken),
    logs,
  };
  const warnings = describeTold(of("accepted"), of("changed", "changed-before"));
  if (vetoes.length > 0) return { ...refuse(vetoes, measured.files), ...found, warnings };
  const { changed } = found;
  if (changed.length > 0) return { ...passes(`changed to pass: ${formatTestNames(changed)}`), ...found, warnings };
  return { ...passes("the tests of the start pass, run as at the start"), ...found, warnings };
}

function describeTold(accepted: readonly JudgedTest[], changed: readonly JudgedTest[]): readonly string[] {
  const keys = changed.map(({ key }) => key);
  return [
    ...(keys.length > 0 ? [`changed to pass: ${formatTestNames(keys)}; they fail as they were at the start`] : []),
    ...changed.slice(0, 10).map(({ key, why }) => `${key} was changed: ${why}`),
    ...accepted.slice(0, 10).map(({ key, why }) => `${key} no longer passes as it was: ${why}`),
  ];
}

function refuse(tests: readonly JudgedTest[], files: readonly string[]): Finding {
  const keys = tests.map(({ key }) => key);
  const fail = tests.length === 1 ? "1 test fails" : `${tests.length} tests fail`;
  return {
    state: "fails",
    detail: `${fail} when run as at the start: ${formatTestNames(keys)}`,
    facts: { tampered: true },
    feedback: [
      [
        `With the tests, configuration and scripts as they were at the start of the run, ${tests.length === 1 ? "this test fails" : "these tests fail"}:`,
        ...tests.slice(0, 20).map(({ key, why }) => `- ${key} (${why})`),
        `Put these files back as they were, and make the tests pass with them: ${formatTestNames(files, 10)}`,
      ].join("\n"),
    ],
  };
}
