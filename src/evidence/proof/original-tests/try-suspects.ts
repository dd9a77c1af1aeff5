import { isLoadFailure, testFile } from "../../../decide/check-comparison.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { CommandPlan } from "../../plan.js";
import type { CopyRunner, RanSuite } from "./copy-runner.js";
import { isAsGreen, type TrySuiteInput } from "./try-suite.js";

/** Tests that prove nothing: they pass because files changed that are no source. */
export interface SuspectedTests {
  readonly check: string;
  /** Empty for a check without names of tests. */
  readonly tests: readonly string[];
  readonly files: readonly string[];
}

export interface TriedSuspects {
  /** What it came to with nothing but source as it is now; null where that was not tried, or is red. */
  readonly green: RanSuite | null;
  readonly red: RanSuite | null;
}

const untried: TriedSuspects = { green: null, red: null };

/** Runs a check with the suspects as they were, too, where a test or the check itself turned green. */
export async function trySuspects(
  suite: CommandPlan,
  runner: CopyRunner,
  input: TrySuiteInput,
): Promise<TriedSuspects> {
  if (input.measured.suspects.length === 0 || !hasTurned(suite, input)) return untried;
  const ran = await runner.run(suite, "start-with-suspects");
  if (typeof ran === "string") return untried;
  if (!isAsGreen(ran, resultOf(suite, input.now)?.failing ?? [])) return { green: null, red: ran };
  return ran.rewritten.length > 0 ? untried : { green: ran, red: null };
}

interface Blaming extends TrySuiteInput {
  readonly red: RanSuite | null;
  /** What it came to with the measured files of the start; null where none was changed. */
  readonly asAtStart: CheckResult | null;
  /** Data of the start that was rewritten while it ran. */
  readonly rewritten?: readonly string[];
}

/** What the suspects are the reason for: it fails with them as they were, and not without that. */
export async function blameSuspects(
  suite: CommandPlan,
  runner: CopyRunner,
  input: Blaming,
): Promise<SuspectedTests | null> {
  const { measured, red, asAtStart } = input;
  const files = measured.suspectFiles;
  const rewritten = input.rewritten ?? [];
  if (rewritten.length > 0) return { check: suite.name, tests: turned(suite, input), files: rewritten };
  const isUnknown = files.length > 0 && measured.suspects.length === 0 && hasTurned(suite, input);
  if (!red && !isUnknown) return null;
  const tests = turned(suite, input);
  if (!red) return { check: suite.name, tests, files };
  if (asAtStart) return describeBlame(suite, { tests, red, without: asAtStart, files });
  // Nothing is put back: what fails there fails by the copy.
  const control = await runner.run(suite, "now");
  if (typeof control === "string") return { check: suite.name, tests, files };
  return describeBlame(suite, { tests, red, without: { ...control.result, state: control.is }, files });
}

interface Blame {
  readonly tests: readonly string[];
  readonly red: RanSuite;
  readonly without: CheckResult;
  readonly files: readonly string[];
}

function describeBlame({ name }: CommandPlan, { tests, red, without, files }: Blame): SuspectedTests | null {
  if (tests.length === 0) return without.state === "holds" ? { check: name, tests, files } : null;
  const keys = red.failures.map(({ key }) => key);
  const isFailing = (test: string, failing: readonly string[]): boolean =>
    failing.some((key) => key === test || (isLoadFailure(key) && testFile(test) === key));
  const blamed = tests.filter((test) => keys.length === 0 || isFailing(test, keys));
  return blamed.length > 0 ? { check: name, tests: blamed, files } : null;
}

const resultOf = ({ name }: CommandPlan, results: readonly CheckResult[]): CheckResult | undefined =>
  results.find((result) => result.name === name);

const startOf = (suite: CommandPlan, { scene }: TrySuiteInput): CheckResult | undefined =>
  resultOf(suite, scene.baseline?.checks ?? []);

/** The tests that failed at the start and do not now. */
function turned(suite: CommandPlan, input: TrySuiteInput): readonly string[] {
  const failing = resultOf(suite, input.now)?.failing ?? [];
  return (startOf(suite, input)?.failing ?? []).filter((test) => !failing.includes(test));
}

function hasTurned(suite: CommandPlan, input: TrySuiteInput): boolean {
  const [start, now] = [startOf(suite, input), resultOf(suite, input.now)];
  if (start?.state !== "fails" || !now || now.state === "unknown") return false;
  return start.failing.length > 0 ? turned(suite, input).length > 0 : now.state === "holds";
}
