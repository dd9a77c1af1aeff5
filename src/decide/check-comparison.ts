import { plural } from "../lib/text/plural.js";
import { describeCheck, type Evidence, unmetChecks } from "./evidence.js";
import type { Settings } from "./settings.js";

/**
 * Why a required check blocks calling a *task* done, or undefined. A suite often covers the whole list and stays red
 * until the last task, so a task only has to leave it no worse than it was.
 */
export function taskVeto(check: Evidence, { newFailures }: Pick<Settings, "newFailures">): string | undefined {
  if (!check.required) return undefined;
  return vetoByState(check, newFailures === "allow") ?? vetoByLostTests(check);
}

function vetoByState(check: Evidence, allowNew: boolean): string | undefined {
  const veto = `required check ${describeCheck(check)}`;
  if (check.state === "holds" || (check.atEnd && check.notRun)) return undefined;
  if (check.state === "unknown") return isEmptyAsBefore(check) ? undefined : veto;
  if (check.before === undefined && check.failingBefore === undefined) return veto;
  return isGone(check) ? `${veto}: no test runs any more` : worseThanBefore(check, allowNew);
}

/** A suite without tests says nothing, now as when the task began. */
const isEmptyAsBefore = ({ now, before }: Evidence): boolean => now === "empty" && before === "empty";

/** The check reported tests before and reports none now: the suite no longer loads. */
function isGone({ failing = [], failed, passed, failingBefore = [], passedBefore = 0 }: Evidence): boolean {
  const ranBefore = passedBefore > 0 || failingBefore.length > 0;
  return ranBefore && failing.length === 0 && !failed && passed === undefined;
}

function vetoByLostTests(check: Evidence): string | undefined {
  if (check.lost !== undefined) return `required check ${check.name} fails: ${check.lost}`;
  const lost = countLostTests(check);
  if (lost === 0) return undefined;
  return `required check ${check.name}: ${lost} ${lost === 1 ? "test" : "tests"} that passed before no longer ${lost === 1 ? "runs" : "run"}`;
}

function worseThanBefore(check: Evidence, allowNew: boolean): string | undefined {
  const { failing, failingBefore } = check;
  if (!areNamed(failing, check.failed) || !areNamed(failingBefore, check.failedBefore)) return worseByCount(check);
  const blamable = failing.filter((test) => !isElsewhere(test, check));
  const added = blamable.filter((test) => !isCovered(test, failingBefore, check.passedBefore === 0));
  const { failingAtStart, failingAllowed = [] } = check;
  const excused = failingAtStart && [...failingAtStart, ...failingAllowed];
  const brokenEarlier =
    excused && !allowNew
      ? blamable.filter((test) => failingBefore.includes(test) && !isCovered(test, excused, true))
      : [];
  const worse = [...(allowNew && !hasLostPasses(check) ? [] : added), ...brokenEarlier];
  if (worse.length > 0) return `required check ${check.name} fails: ${formatTestNames(worse)} did not fail before`;
  // It fails without naming a test: a crash, a coverage limit, a suite that no longer loads.
  return failing.length === 0 ? worseByCount(check) : undefined;
}

/** Another task's test that never passed, or one that fails now and then. Where passes were lost, it may have passed. */
function isElsewhere(test: string, check: Evidence): boolean {
  const { ofOthers = [], flaky = [] } = check;
  return flaky.includes(test) || (ofOthers.includes(test) && !hasLostPasses(check));
}

/** For runners that do not name the failing tests. */
function worseByCount(check: Evidence): string | undefined {
  const { before, failed, failedBefore } = check;
  if (failed !== undefined && failedBefore !== undefined && before === "fails" && (failed > 0 || failedBefore > 0))
    return failed > failedBefore
      ? `required check ${check.name} fails: ${plural(failed, "test")} failed, ${failedBefore} before`
      : undefined;
  return before === "fails" ? undefined : `required check ${describeCheck(check)}`;
}

/** Whether every failing test is known by name. */
function areNamed(names: readonly string[] | undefined, count: number | undefined): names is readonly string[] {
  return names !== undefined && (count === undefined || names.length >= count);
}

/**
 * The test failed before, or its file did not load before, so it could not fail by name. If nothing loaded at all
 * (collection aborted, build failed), that applies to every test.
 */
function isCovered(test: string, before: readonly string[], ranNothing = false): boolean {
  if (before.includes(test)) return true;
  if (ranNothing && before.length > 0 && before.every(isLoadFailure)) return true;
  return before.some((earlier) => isLoadFailure(earlier) && isSameFile(earlier, test));
}

/** Runners report a file that does not load as one failing test. */
export const isLoadFailure = (test: string): boolean =>
  /^\S+\.\w{1,5}$/.test(test) || /: .*(?:suite failed to run|failed to (?:load|collect|import))/i.test(test);

/** Tests without a file name never match. */
const isSameFile = (earlier: string, test: string): boolean =>
  testFile(earlier) !== null && testFile(earlier) === testFile(test);

/** The file of "test/a.test.js: adds" or "tests/test_a.py::adds"; null if the runner names none. */
export function testFile(test: string): string | null {
  const [, file = null] = /^(\S+?\.\w{1,5})(?:$|: |::)/.exec(test) ?? [];
  return file;
}

/** Tests that passed when the task began and now neither pass nor fail, as far as the counts show. */
function countLostTests(check: Evidence): number {
  const { passed, passedBefore, failing, failingBefore, failed, failedBefore, lostAllowed = 0 } = check;
  if (passed === undefined || passedBefore === undefined || check.notRun) return 0;
  const added =
    failing && failingBefore ? failing.filter((test) => !failingBefore.includes(test)).length : (failed ?? 0);
  const accounted = lostAllowed + Math.max(added, (failed ?? 0) - (failedBefore ?? 0));
  return Math.max(0, passedBefore - passed - accounted);
}

const hasLostPasses = ({ passed, passedBefore, lostAllowed = 0 }: Evidence): boolean =>
  passed !== undefined && passedBefore !== undefined && passed + lostAllowed < passedBefore;

/** The required checks that block completing the run, without accepted known failures. */
export function runVetoes(
  evidence: readonly Evidence[],
  { knownFailures }: Pick<Settings, "knownFailures">,
): readonly Evidence[] {
  const unmet = unmetChecks(evidence);
  if (knownFailures === "review" || knownFailures === "refuse" || unmet.length === 0) return unmet;
  return unmet.filter((check) => !isAccepted(check, knownFailures));
}

function isAccepted(check: Evidence, known: "accept" | readonly string[]): boolean {
  if (!isKnownFailure(check)) return false;
  if (known === "accept") return true;
  const { failing } = check;
  return areNamed(failing, check.failed) && failing.length > 0 && failing.every((test) => isNamedBy(test, known));
}

/** Matches the full name, or the test name without its file. */
export const isNamedBy = (test: string, known: readonly string[]): boolean =>
  known.some((name) => test === name || test.endsWith(`: ${name}`));

/** Whether everything that fails in this check already failed when the run began. */
export function isKnownFailure(check: Evidence): boolean {
  const { state, failing, failingAtStart, atStart, lost } = check;
  if (state !== "fails" || lost !== undefined) return false;
  if (areNamed(failing, check.failed) && failing.length > 0)
    return failingAtStart !== undefined && failing.every((test) => isCovered(test, failingAtStart, true));
  return atStart === "fails";
}

/** How many failures from the start of the run remain: the failing tests, or the check itself. */
export const countKnownFailures = (checks: readonly Evidence[]): number =>
  checks.reduce((sum, { failing, failed }) => sum + Math.max(1, failed ?? failing?.length ?? 1), 0);

/** "a, b and 3 more" */
export function formatTestNames(tests: readonly string[], max = 5): string {
  const named = tests.slice(0, max).join(", ");
  return tests.length > max ? `${named} and ${tests.length - max} more` : named;
}
