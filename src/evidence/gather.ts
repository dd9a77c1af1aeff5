import { plural } from "../base/plural.js";
import { isKnownFailure } from "../core/check-comparison.js";
import type { CheckFeedback, Evidence } from "../core/evidence.js";
import type { IterationFacts } from "../core/observation.js";
import { pathResolve, realPath } from "../system/folder.js";
import type { Baseline } from "./baseline.js";
import { type CheckContext, type CheckLog, type Finding, type TaskAtHand, unknown } from "./check-context.js";
import { checkArtifacts } from "./checks/artifacts.js";
import { blameForCheck } from "./checks/blame.js";
import { changeFacts, checkChanges } from "./checks/changes.js";
import { checkCleanGit } from "./checks/clean-git.js";
import { type CommandFinding, checkCommand, toResult } from "./checks/command.js";
import { checkCriteria } from "./checks/criteria.js";
import { allowedRemovals, checkHonestTests } from "./checks/honest-tests.js";
import { checkJudge } from "./checks/judge.js";
import { checkOriginalTests } from "./checks/original-tests.js";
import { checkTaskFileMoved } from "./checks/task-file-moved.js";
import type { CheckPlan, CommandPlan } from "./plan.js";
import type { VerifiedBy } from "./proof/fact-states.js";
import { type CheckResult, exactState, plainResult } from "./tests/judge-run.js";
import { type NewTestReader, newTestReader } from "./tests/test-run.js";
import { type Changes, changesBetween, type IsLeftOut, isNothing } from "./workspace/changes.js";
import { generatedFiles } from "./workspace/generated-files.js";
import { lookAtWorkspace, type WorkspaceState } from "./workspace/state.js";

export interface GatherOptions {
  readonly cwd: string;
  readonly plans: readonly CheckPlan[];
  readonly baseline?: Baseline | null;
  /** The workspace as the iteration found it (`after` of the gathering before); without it the start of the run counts. */
  readonly before?: WorkspaceState | null;
  readonly task?: TaskAtHand | null;
  readonly tasksFile?: string | null;
  /** The list's text before the turn, where the loop is ours: what is ticked in the turn is a claim of the agent's. */
  readonly listBefore?: string | null;
  /** What the checks came to when the task began; without it the start of the run counts. */
  readonly began?: readonly CheckResult[] | null;
  /** New tests that earlier tasks were allowed to leave failing, by the check that names them. */
  readonly allowed?: Readonly<Record<string, readonly string[]>>;
  /** Tests that are known to be flaky, by the check that names them. */
  readonly flaky?: Readonly<Record<string, readonly string[]>>;
  /** How often a check runs again before a test that passed before counts as failing; 1 by default. */
  readonly retries?: number;
  /** Waits before a check is tried again that this machine cannot run any more. */
  readonly sleep?: (seconds: number) => Promise<void>;
  /** Files that checks have written before, by their full path. */
  readonly generated?: readonly string[];
  /** Completion is claimed, of the task or the run, or no work is left. */
  readonly claimed: boolean;
  /** The run would end with it. */
  readonly ending?: boolean;
  readonly roots?: readonly string[];
  readonly ignore?: readonly string[];
  readonly signal?: AbortSignal;
  readonly logDirectory?: string | null;
  readonly newTestReader?: NewTestReader;
  /** Told of each check as it begins and ends. */
  readonly onCheck?: (event: CheckEvent) => void;
  /** The workspace as it was looked at just now, with the same start: it need not be looked at again before the checks. */
  readonly seen?: WorkspaceState | null;
}

export type CheckEvent =
  | { readonly type: "check-start"; readonly plan: CheckPlan }
  | { readonly type: "check-end"; readonly plan: CheckPlan; readonly evidence: Evidence | null };

/** Everything we saw ourselves after one iteration. */
export interface Gathered {
  readonly evidence: readonly Evidence[];
  readonly facts: Partial<IterationFacts>;
  /** For the agent's next prompt. */
  readonly feedback: readonly CheckFeedback[];
  /** For people. */
  readonly warnings: readonly string[];
  readonly logs: readonly CheckLog[];
  /** Checks that were not made this time, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
  /** The workspace once the checks were done: the next iteration's `before`. */
  readonly after: WorkspaceState;
  /** What the turn changed, without the task list and what checks generate; null where nobody looked before it. */
  readonly changes: Changes | null;
  readonly sinceStart: Changes | null;
  /** What the commands came to, for later comparisons. */
  readonly results: readonly CheckResult[];
  /** What the commands beside the task's criteria came to. */
  readonly verified: readonly VerifiedBy[];
  /** Files that the checks wrote, now or earlier. */
  readonly generated: readonly string[];
}

interface Made {
  readonly plan: CheckPlan;
  readonly finding: Finding;
}

/** Makes the checks that are due and says what they showed. A check that cannot be made is unknown; nothing is thrown for it. */
export async function gather(options: GatherOptions): Promise<Gathered> {
  const { plans, baseline = null, before = null } = options;
  const earlier = before ?? baseline?.state ?? null;
  const start = baseline?.state ?? before;
  const now = options.seen ?? (await lookAtWorkspace(options.cwd, { ...options, start, earlier }));
  const generated = options.generated ?? baseline?.writtenByChecks ?? [];
  const isLeftOut = leftOut(options, generated);
  const sinceStart = baseline ? await changesBetween(baseline.state, now, isLeftOut) : null;
  const changes = before ? await changesBetween(before, now, isLeftOut) : sinceStart;
  const scene = createContext(options, { now, sinceStart, changes });
  const due = plans.filter((plan) => isDue(plan, options));
  const made = await makeAll(due, scene, options);
  const ranCommands = made.some(({ finding }) => (finding.logs ?? []).length > 0);
  const after = ranCommands ? await lookAtWorkspace(options.cwd, { ...options, start, earlier: now }) : now;
  const skipped = plans.filter((plan) => !due.includes(plan)).map(({ name, when }) => ({ name, why: whyNot[when] }));
  return {
    evidence: plans.flatMap((plan) => evidenceFor(plan, { made, due, options }) ?? []),
    facts: Object.assign(
      {},
      changeFacts(changes, now.snapshot),
      failingTests(made),
      ...made.map(({ finding }) => finding.facts),
    ),
    feedback: made.flatMap(({ plan, finding }) => (finding.feedback ?? []).map((text) => ({ check: plan.name, text }))),
    warnings: [...now.notes, ...made.flatMap(({ finding }) => finding.warnings ?? []), ...fewerTests(made, baseline)],
    logs: made.flatMap(({ finding }) => finding.logs ?? []),
    skipped,
    after,
    changes,
    sinceStart,
    results: made.flatMap(({ plan, finding }) => {
      if (plan.kind === "artifacts") return [plainResult(plan.name, finding.state)];
      return plan.kind === "command" && isCommand(finding) ? [toResult(plan, finding, options.cwd)] : [];
    }),
    verified: made.flatMap(({ finding }) => finding.verified ?? []),
    generated: ranCommands ? [...new Set([...generated, ...(await generatedFiles(now, after, "new"))])] : generated,
  };
}

/** The task list, and what the checks generate, are nobody's work. */
export function leftOut(
  { cwd, tasksFile }: Pick<GatherOptions, "cwd" | "tasksFile">,
  generated: readonly string[],
): IsLeftOut {
  const list = tasksFile ? realPath(pathResolve(realPath(cwd), tasksFile)) : null;
  const written = new Set(generated);
  return (path) => path === list || (list !== null && path.startsWith(`${list}/`)) || written.has(path);
}

const whyNot = {
  always: "",
  claim: "it is made when completion is claimed or no work is left",
  end: "it is made when the run would end",
} as const;

function isDue({ when }: CheckPlan, { claimed, ending }: GatherOptions): boolean {
  return when === "always" || ending === true || (when === "claim" && claimed);
}

function createContext(
  options: GatherOptions,
  seen: Pick<CheckContext, "now" | "sinceStart"> & { changes: Changes | null },
): CheckContext {
  const { changes } = seen;
  const list = options.listBefore;
  return {
    cwd: options.cwd,
    baseline: options.baseline ?? null,
    now: seen.now,
    sinceStart: seen.sinceStart,
    turn: list === undefined ? null : { list, changedNothing: changes !== null && isNothing(changes) },
    task: options.task ?? null,
    tasksFile: options.tasksFile ?? null,
    signal: options.signal,
    logDirectory: options.logDirectory ?? null,
    newTestReader: options.newTestReader ?? newTestReader,
  };
}

/** Those that may run beside each other do, then the others one by one; judges last, since they are told of the rest. */
async function makeAll(
  due: readonly CheckPlan[],
  scene: CheckContext,
  options: GatherOptions,
): Promise<readonly Made[]> {
  const made = new Map<CheckPlan, Finding>();
  const make = async (plan: CheckPlan): Promise<void> => {
    options.onCheck?.({ type: "check-start", plan });
    const checks = [...made].flatMap(([of, finding]) => toEvidence({ plan: of, finding }, options) ?? []);
    const finding = options.signal?.aborted
      ? unknown("it was interrupted")
      : await makeOne(plan, scene, { options, checks });
    if (finding) made.set(plan, finding);
    options.onCheck?.({ type: "check-end", plan, evidence: finding ? toEvidence({ plan, finding }, options) : null });
  };
  const isLate = ({ kind }: CheckPlan): boolean => kind === "judge" || kind === "original-tests";
  const first = due.filter((plan) => !isLate(plan));
  await Promise.all(first.filter(({ parallel }) => parallel).map(make));
  for (const plan of [...first.filter(({ parallel }) => !parallel), ...due.filter(isLate)]) await make(plan);
  return due.flatMap((plan) => {
    const finding = made.get(plan);
    return finding ? [{ plan, finding }] : [];
  });
}

interface Others {
  readonly options: GatherOptions;
  /** What the checks made so far have shown. */
  readonly checks: readonly Evidence[];
}

function makeOne(
  plan: CheckPlan,
  scene: CheckContext,
  { options, checks }: Others,
): Finding | null | Promise<Finding | null> {
  const { plans } = options;
  switch (plan.kind) {
    case "command":
      return checkAgainstStart(plan, scene, options);
    case "criteria":
      return checkCriteria(plan, scene);
    case "changes":
      return checkChanges(scene);
    case "clean-git":
      return checkCleanGit(scene);
    case "artifacts":
      return checkArtifacts(plan, scene);
    case "task-file-moved":
      return checkTaskFileMoved(scene);
    case "honest-tests":
      return checkHonestTests(plan, plans, scene);
    case "original-tests":
      return checks.some((check) => check.required && check.state !== "holds" && !isKnownFailure(check))
        ? null
        : checkOriginalTests(plan, plans, scene);
    case "judge":
      return checkJudge(plan, scene, checks);
  }
}

async function checkAgainstStart(plan: CommandPlan, scene: CheckContext, options: GatherOptions) {
  const { atStart, began } = earlierResults(plan, options);
  const { retries = 1, claimed, ending = false } = options;
  const isAsked = claimed || ending;
  const compared = {
    atStart: atStart ?? null,
    removed: await allowedRemovals(options.plans, scene),
    flaky: [...new Set([...(atStart?.flaky ?? []), ...(began?.flaky ?? []), ...(options.flaky?.[plan.name] ?? [])])],
    // Only a failure that may veto is worth the time of another run.
    retries: isAsked ? retries : 0,
    isNew: (test: string) => passedBefore(test, { began, start: atStart }),
  };
  const run = (): Promise<CommandFinding> => checkCommand(plan, scene, compared);
  const finding = await run();
  const couldRun = atStart !== undefined && exactState(atStart) !== "cannot-run";
  if (finding.now === "cannot-run" && couldRun && plan.required && isAsked)
    return blameForCheck(plan, scene, { finding, run, sleep: options.sleep });
  return atStart === undefined || couldRun || finding.now === "cannot-run" ? finding : withNews(plan, finding);
}

/** The agent may have installed what was missing at the start. */
const withNews = ({ name }: CommandPlan, finding: CommandFinding): CommandFinding => ({
  ...finding,
  warnings: [...(finding.warnings ?? []), `${name} can run now; it could not at the start of the run`],
});

function earlierResults({ name }: CheckPlan, { baseline, began }: GatherOptions) {
  const atStart = baseline?.checks.find((check) => check.name === name);
  return { atStart, began: began?.find((check) => check.name === name) ?? atStart };
}

/** Whether a failing test may have passed before: it did not fail then, and is no new one as far as names tell. */
function passedBefore(test: string, { began, start }: Earlier): boolean {
  if (!began || began.failing.includes(test)) return false;
  const { ran, names } = start?.census ?? { ran: null, names: { ran: [] } };
  const areAllNamed = ran !== null && ran > 0 && names.ran.length >= ran;
  return !areAllNamed || names.ran.some((name) => test === name || test.endsWith(`: ${name}`));
}

interface Making {
  readonly made: readonly Made[];
  readonly due: readonly CheckPlan[];
  readonly options: GatherOptions;
}

/** A required check that was not due is unknown, never absent: nobody may take its silence for a yes. */
function evidenceFor(plan: CheckPlan, { made, due, options }: Making): Evidence | null {
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

function toEvidence({ plan, finding }: Made, options: GatherOptions): Evidence | null {
  if (finding.quiet) return null;
  const { state, detail, required = plan.required, aboutTask } = finding;
  const evidence = { name: plan.name, state, required: required && plan.required, detail };
  const about = {
    ...(aboutTask ? { aboutTask } : {}),
    ...(finding.changed?.length ? { changed: finding.changed } : {}),
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
  return {
    ...evidence,
    required: evidence.required && !isEmpty,
    ...atEnd,
    ...compared(now, { began, start }),
    ...(finding.lost === undefined ? {} : { lost: finding.lost }),
    ...(finding.blamed === undefined ? {} : { blamed: finding.blamed }),
    ...(allowed ? { failingAllowed: allowed } : {}),
  };
}

/** The runner started and found nothing to run, not even to skip. What cannot run may have tests. */
const hasNoTest = (result: CheckResult): boolean =>
  exactState(result) === "empty" && (result.total ?? 0) === 0 && result.failing.length === 0;

interface Earlier {
  readonly began: CheckResult | undefined;
  readonly start: CheckResult | undefined;
}

/** Now, when the task began, and when the run began: what the gate compares. */
function compared(now: CheckResult, { began, start }: Earlier): Partial<Evidence> {
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

const isCommand = (finding: Finding): finding is CommandFinding => "tests" in finding;

/** How many tests fail now, where every run of tests says so. */
function failingTests(made: readonly Made[]): Partial<IterationFacts> {
  const runs = made
    .filter(({ plan }) => plan.kind === "command" && plan.reads === "tests")
    .map(({ finding }) => finding);
  const counts = runs.map((finding) => {
    if (!isCommand(finding) || finding.exitCode === null || finding.tests.failed === null) return null;
    return finding.tests.failed + (finding.tests.errors ?? 0);
  });
  if (counts.length === 0 || counts.includes(null)) return {};
  return { failingTests: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) };
}

/** Fewer tests than at the start is worth a word, though there are good reasons for it. */
function fewerTests(made: readonly Made[], baseline: Baseline | null): readonly string[] {
  return made.flatMap(({ plan, finding }) => {
    const before = baseline?.checks.find(({ name }) => name === plan.name)?.total ?? 0;
    const now = isCommand(finding) ? finding.tests.total : null;
    return now !== null && now < before
      ? [`${plan.name} ran ${plural(now, "test")}, ${before - now} fewer than at the start of the run`]
      : [];
  });
}
