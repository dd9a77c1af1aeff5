import { type CheckContext, type Finding, unknown } from "../check-context.js";
import type { KeptResults } from "../kept-results.js";
import type { CheckPlan, CommandPlan, OriginalTestsPlan } from "../plan.js";
import { CopyRunner } from "../proof/original-tests/copy-runner.js";
import type { TriedTests } from "../proof/original-tests/excuse.js";
import type { AcceptedTest } from "../proof/original-tests/judge-old-tests.js";
import { findMeasured } from "../proof/original-tests/measured.js";
import { type TriedSuite, type TrySuiteInput, toTried, trySuite } from "../proof/original-tests/try-suite.js";
import { blameSuspects, type SuspectedTests, trySuspects } from "../proof/original-tests/try-suspects.js";
import { conclude, listTaken, passes, unable } from "./conclude-original-tests.js";
import type { CheckResult } from "./tests/judge-run.js";

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
  /** Tests that only wait where they did not, for what became asynchronous. */
  readonly waiting?: readonly string[];
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
  /** Results by the content they were measured on. */
  readonly kept?: KeptResults | null;
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
  const runner = new CopyRunner(plan, scene, { ...measured, plans, kept: input.kept ?? null });
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

interface OldTestsRun extends TrySuiteInput {
  /** No measured file was changed. */
  readonly isUnchanged: boolean;
}

/** With the measured files of the start, and with the suspects of it: in one run where that is green. */
async function tryBoth(suite: CommandPlan, runner: CopyRunner, input: OldTestsRun) {
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
function ranAtStart({ name, reads, required, hidden }: CommandPlan, { baseline }: CheckContext): boolean {
  const start = baseline?.checks.find((check) => check.name === name);
  if (!start || !required || reads === "status" || hidden) return false;
  // Some runners tell that tests passed, and not how many.
  const isUncounted = reads === "tests" && start.state === "holds" && start.passed === null;
  return isUncounted || (start.census?.ran ?? start.passed ?? 0) > 0 || start.failing.length > 0;
}

/** Checks without tests that turned green, or whose configuration looks weaker: what they say as they were at the start. */
async function tryOthers(runner: CopyRunner, input: OldTestsRun) {
  const { plans, scene, now, isUnchanged } = input;
  const { weakened } = input.measured;
  const results: CheckResult[] = [];
  const suspected: SuspectedTests[] = [];
  for (const plan of plans) {
    if (plan.kind !== "command" || plan.hidden || !plan.required || ranAtStart(plan, scene)) continue;
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
