import type { Evidence } from "../decide/evidence.js";
import { type CommandFinding, toResult } from "./checks/command.js";
import { type CheckResult, exactState } from "./checks/tests/judge-run.js";
import { type GatherOptions, isCommand, type Made } from "./gathered.js";
import type { CheckPlan } from "./plan.js";

export const whyNot = {
  always: "",
  claim: "it is made when completion is claimed or no work is left",
  end: "it is made when the run would end",
} as const;

export function earlierResults({ name }: CheckPlan, { baseline, began }: GatherOptions) {
  const atStart = baseline?.checks.find((check) => check.name === name);
  return { atStart, began: began?.find((check) => check.name === name) ?? atStart };
}

interface Making {
  readonly made: readonly Made[];
  readonly due: readonly CheckPlan[];
  readonly options: GatherOptions;
}

/** A required check that was not due is unknown, never absent: nobody may take its silence for a yes. */
export function evidenceFor(plan: CheckPlan, { made, due, options }: Making): Evidence | null {
  const own = made.find((each) => each.plan === plan);
  if (own) return toEvidence(own, options);
  const isNone =
    plan.kind === "original-tests" || (plan.kind === "criteria" && (options.task?.criteria ?? []).length === 0);
  if (due.includes(plan) || !plan.required || isNone) return null;
  const atEnd = plan.when === "end" ? { atEnd: true } : {};
  const { name } = plan;
  const detail = `not run: ${whyNot[plan.when]}`;
  return { name, state: "unknown", now: "not-run", required: true, detail, notRun: true, ...atEnd };
}

export function toEvidence({ plan, finding }: Made, options: GatherOptions): Evidence | null {
  if (finding.quiet) return null;
  const { state, detail, required = plan.required, aboutTask } = finding;
  const evidence = { name: plan.name, state, required: required && plan.required, detail };
  const about = {
    ...(aboutTask ? { aboutTask } : {}),
    ...(finding.changed?.length ? { changed: finding.changed } : {}),
    ...(finding.changedBefore?.length ? { changedBefore: finding.changedBefore } : {}),
    ...(finding.signs?.length ? { signs: finding.signs } : {}),
  };
  const atEnd = plan.when === "end" ? { atEnd: true } : {};
  const { atStart: start, began } = earlierResults(plan, options);
  // The files of a run speak for the task in whose time they came.
  if (plan.kind === "artifacts" && began && began.state !== "holds") return { ...evidence, ...atEnd, aboutTask: true };
  if (plan.kind !== "command" || !isCommand(finding)) return { ...evidence, ...about, ...atEnd };
  const now = toResult(plan, finding, options.cwd);
  // What we found ourselves and what has no test, then and now, is no check of anything.
  const isEmpty = plan.found && plan.reads === "tests" && hasNoTest(now) && start !== undefined && hasNoTest(start);
  const allowed = options.allowed?.[plan.name];
  // That it failed before excuses nothing: it says when the work is done.
  const earlier = plan.hidden ? { began: undefined, start } : { began, start };
  const ms = finding.logs?.reduce((sum, { durationMs }) => sum + durationMs, 0) ?? 0;
  return {
    ...evidence,
    required: evidence.required && !isEmpty,
    ...(ms >= 100 ? { seconds: Math.round(ms / 100) / 10 } : {}),
    ...atEnd,
    ...compared(now, earlier),
    ...(finding.lost === undefined ? {} : { lost: finding.lost }),
    ...allowedToGo(finding, began),
    ...(finding.blamed === undefined ? {} : { blamed: finding.blamed }),
    ...(allowed ? { failingAllowed: allowed } : {}),
    ...(plan.hidden ? { hidden: true as const } : {}),
  };
}

/** Of how many tests that passed when the task began nobody has to ask where they are. */
function allowedToGo({ lostAllowed, tests }: CommandFinding, began: CheckResult | undefined): Partial<Evidence> {
  if (lostAllowed === undefined) return {};
  return { lostAllowed: lostAllowed ?? Math.max(0, (began?.passed ?? 0) - (tests.passed ?? 0)) };
}

/** The runner started and found nothing to run, not even to skip. What cannot run may have tests. */
const hasNoTest = (result: CheckResult): boolean =>
  exactState(result) === "empty" && (result.total ?? 0) === 0 && result.failing.length === 0;

export interface Earlier {
  readonly began: CheckResult | undefined;
  readonly start: CheckResult | undefined;
}

/** Now, when the task began, and when the run began: what the gate compares. */
export function compared(now: CheckResult, { began, start }: Earlier): Partial<Evidence> {
  return {
    now: exactState(now),
    failing: now.failing,
    ...(now.tail ? { tail: now.tail } : {}),
    ...(now.fix === undefined ? {} : { fix: now.fix }),
    ...(now.flaky ? { flaky: now.flaky } : {}),
    ...(now.failed === null ? {} : { failed: now.failed }),
    ...(now.passed === null ? {} : { passed: now.passed }),
    ...(began ? { before: exactState(began), failingBefore: began.failing } : {}),
    ...(began && began.failed !== null ? { failedBefore: began.failed } : {}),
    ...(began && began.passed !== null ? { passedBefore: began.passed } : {}),
    ...(start ? { atStart: exactState(start), failingAtStart: start.failing } : {}),
  };
}
