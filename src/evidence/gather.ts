import { plural } from "../base/plural.js";
import { isKnownFailure, isNamedBy } from "../core/check-comparison.js";
import type { CheckFeedback, Evidence } from "../core/evidence.js";
import type { IterationFacts } from "../core/observation.js";
import { pathResolve, realPath } from "../system/folder.js";
import type { Baseline } from "./baseline.js";
import { type CheckContext, type CheckLog, type Finding, type TaskAtHand, unknown } from "./check-context.js";
import { checkArtifacts } from "./checks/artifacts.js";
import { blameForCheck } from "./checks/blame.js";
import { changeFacts, checkChanges } from "./checks/changes.js";
import { checkCleanGit } from "./checks/clean-git.js";
import { type CommandFinding, toResult } from "./checks/command.js";
import { checkCriteria } from "./checks/criteria.js";
import { allowedRemovals, checkHonestTests } from "./checks/honest-tests.js";
import { checkJudge } from "./checks/judge.js";
import { checkOriginalTests, type OriginalFinding } from "./checks/original-tests.js";
import { checkTaskFileMoved } from "./checks/task-file-moved.js";
import { verifyAsAtStart } from "./checks/verify-as-at-start.js";
import type { KeptResults } from "./kept-results.js";
import { seeElsewhere } from "./original-tests/elsewhere-changes.js";
import type { AcceptedTest } from "./original-tests/judge-old-tests.js";
import { isAnyMeasured } from "./original-tests/measured.js";
import type { SuspectedTests } from "./original-tests/try-suspects.js";
import type { CheckPlan, CommandPlan } from "./plan.js";
import type { VerifiedBy } from "./proof/fact-states.js";
import { type CheckReuse, reuseChecks } from "./reuse-checks.js";
import { type CheckResult, exactState, plainResult } from "./tests/judge-run.js";
import { countGone } from "./tests/lost-tests.js";
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
  /** Tests that earlier tasks of the run were allowed to change or to take away. */
  readonly accepted?: readonly AcceptedTest[];
  /** Files that checks have written before, by their full path. */
  readonly generated?: readonly string[];
  /** Checks no slower than this at the start run whether completion is claimed or not; absent: none. */
  readonly eachTurnSeconds?: number;
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
  /** Results by the content they were measured on: what held on the same content is not run again. */
  readonly kept?: KeptResults | null;
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
  /**
   * What the checks came to with the measured files of the start: none where no such file was changed. `asAtStartWhy`
   * says why they were not tried.
   */
  readonly asAtStart: readonly CheckResult[];
  readonly asAtStartWhy?: string;
  /** Tests that pass because files changed that are no source. */
  readonly suspected?: readonly SuspectedTests[];
  /** Code that belongs to the tests, whatever it is called, by full path. */
  readonly helpers?: readonly string[];
  /** Tests that were changed or taken away and may be, if the task is done, with those of earlier tasks. */
  readonly accepted: readonly AcceptedTest[];
  /** The tests that ran, by check, where the runner names them all. */
  readonly ran: Readonly<Record<string, readonly string[]>>;
  /** What the task took away everywhere, as its text asks for. */
  readonly takenAway?: readonly string[];
  /** What the commands beside the task's criteria came to, and those that turned green with the files of the start. */
  readonly verified: readonly VerifiedBy[];
  readonly verifiedAsAtStart?: readonly VerifiedBy[];
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
  const reuse = await reuseChecks({ cwd: options.cwd, kept: options.kept ?? null, due, now });
  const look = (): Promise<WorkspaceState> => lookAtWorkspace(options.cwd, { ...options, start, earlier: now });
  // A check may rewrite tests and what they compare with: those are looked at once the commands have run.
  const lookAgain = async (): Promise<CheckContext> => {
    const seen = await look();
    return { ...scene, now: seen, sinceStart: baseline && (await changesBetween(baseline.state, seen, isLeftOut)) };
  };
  const made = await makeAll(due, { scene, lookAgain }, { ...options, reuse });
  const ranCommands = made.some(({ finding }) => (finding.logs ?? []).length > 0);
  const after = ranCommands ? await look() : now;
  reuse.settle(after);
  const verified = made.flatMap(({ finding }) => finding.verified ?? []);
  const skipped = plans.filter((plan) => !due.includes(plan)).map(({ name, when }) => ({ name, why: whyNot[when] }));
  return {
    evidence: plans.flatMap((plan) => evidenceFor(plan, { made, due, options }) ?? []),
    facts: Object.assign(
      {},
      changeFacts(changes, now.snapshot),
      failingTests(made),
      ...made.map(({ finding }) => finding.facts),
    ),
    feedback: made.flatMap(({ plan, finding }) => listFeedback(plan, finding)),
    warnings: [...now.notes, ...made.flatMap(({ finding }) => finding.warnings ?? []), ...fewerTests(made, baseline)],
    logs: made.flatMap(({ finding }) => finding.logs ?? []),
    skipped,
    after,
    changes,
    sinceStart,
    results: resultsOf(made, options),
    ...(await measuredAsAtStart(made, scene, options)),
    ran: namesRun(made),
    verified,
    verifiedAsAtStart: await verifyAsAtStart(verified, plans, scene),
    generated: ranCommands ? [...new Set([...generated, ...(await generatedFiles(now, after, "new"))])] : generated,
  };
}

const resultsOf = (made: readonly Made[], { cwd }: GatherOptions): readonly CheckResult[] =>
  made.flatMap(({ plan, finding }) => {
    if (plan.kind === "artifacts") return [plainResult(plan.name, finding.state)];
    return plan.kind === "command" && isCommand(finding) ? [toResult(plan, finding, cwd)] : [];
  });

const resultsSoFar = (made: Others["made"], options: GatherOptions): readonly CheckResult[] =>
  resultsOf(
    [...made].map(([plan, finding]) => ({ plan, finding })),
    options,
  );

const namesRun = (made: readonly Made[]): Gathered["ran"] =>
  Object.fromEntries(
    made.flatMap(({ plan, finding }) => {
      const { ran, names } = isCommand(finding) ? finding.census : { ran: null, names: { ran: [] } };
      return ran !== null && ran > 0 && names.ran.length >= ran ? [[plan.name, names.ran]] : [];
    }),
  );

/** The task list, and what the checks generate, are nobody's work. */
export function leftOut(
  { cwd, tasksFile }: Pick<GatherOptions, "cwd" | "tasksFile">,
  generated: readonly string[],
): IsLeftOut {
  const list = tasksFile ? realPath(pathResolve(realPath(cwd), tasksFile)) : null;
  const written = new Set(generated);
  return (path) => path === list || (list !== null && path.startsWith(`${list}/`)) || written.has(path);
}

const listFeedback = ({ name }: CheckPlan, { feedback = [], feedbackParts }: Finding): readonly CheckFeedback[] =>
  feedback.map((text, at) => ({ check: name, text, ...(at === 0 && feedbackParts ? { parts: feedbackParts } : {}) }));

const whyNot = {
  always: "",
  claim: "it is made when completion is claimed or no work is left",
  end: "it is made when the run would end",
} as const;

function isDue(plan: CheckPlan, options: GatherOptions): boolean {
  const { when } = plan;
  const { claimed, ending } = options;
  return when === "always" || ending === true || (when === "claim" && (claimed || isQuick(plan, options)));
}

/** A command that was quick at the start is run after every turn: the agent hears at once what it broke. */
function isQuick({ name }: CheckPlan, { baseline, eachTurnSeconds = 0 }: GatherOptions): boolean {
  const { seconds } = baseline?.checks.find((check) => check.name === name) ?? {};
  return seconds !== undefined && seconds <= eachTurnSeconds;
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

interface Scenes {
  readonly scene: CheckContext;
  /** The same once the commands have run. */
  lookAgain(): Promise<CheckContext>;
}

/**
 * Those that may run beside each other do, then the others one by one. The tests of the start come next, then what is
 * judged by them, and judges last, since they are told of the rest.
 */
async function makeAll(
  due: readonly CheckPlan[],
  { scene, lookAgain }: Scenes,
  options: Gathering,
): Promise<readonly Made[]> {
  const made = new Map<CheckPlan, Finding>();
  const tell = (plan: CheckPlan, finding: Finding | null): void =>
    options.onCheck?.({ type: "check-end", plan, evidence: finding ? toEvidence({ plan, finding }, options) : null });
  const waits = (finding: Finding | null): boolean =>
    isOnlyLost(finding) && due.some(({ kind }) => kind === "original-tests");
  const make = async (plan: CheckPlan, context = scene): Promise<void> => {
    options.onCheck?.({ type: "check-start", plan });
    const finding = options.signal?.aborted
      ? unknown("it was interrupted")
      : await makeOne(plan, context, { options, made });
    if (finding) made.set(plan, finding);
    if (!waits(finding)) tell(plan, finding);
  };
  const ofKind = (...kinds: readonly CheckPlan["kind"][]) => due.filter(({ kind }) => kinds.includes(kind));
  const late = ["original-tests", "honest-tests", "judge"] as const;
  const first = due.filter((plan) => !late.some((kind) => kind === plan.kind));
  await Promise.all(first.filter(({ parallel }) => parallel).map((plan) => make(plan)));
  for (const plan of first.filter(({ parallel }) => !parallel)) await make(plan);
  const ranCommands = [...made.values()].some(({ logs = [] }) => logs.length > 0);
  const isAsked = ofKind("original-tests", "honest-tests").length > 0;
  const afterwards = isAsked ? await seeElsewhere(ranCommands ? await lookAgain() : scene) : scene;
  for (const plan of ofKind("original-tests")) await make(plan, afterwards);
  for (const [plan, finding] of made) {
    const settled = excuseLost(plan, finding, { made, options });
    made.set(plan, settled);
    if (waits(finding)) tell(plan, settled);
  }
  for (const plan of [...ofKind("honest-tests"), ...ofKind("judge")]) await make(plan, afterwards);
  return due.flatMap((plan) => {
    const finding = made.get(plan);
    return finding ? [{ plan, finding }] : [];
  });
}

type Gathering = GatherOptions & { readonly reuse: CheckReuse };

/** Nothing is wrong with it but tests that are missed: what became of those, the tests of the start show. */
const isOnlyLost = (finding: Finding | null): finding is CommandFinding =>
  finding !== null && isCommand(finding) && finding.apartFromLost !== undefined;

/** Tests that no longer run are not missed where those of the start pass as they were, or may go. */
function excuseLost(plan: CheckPlan, finding: Finding, { made, options }: Others): Finding | CommandFinding {
  const start = earlierResults(plan, options).atStart?.census;
  if (!isCommand(finding) || !start || !originalOf(made)?.excused?.includes(plan.name)) return finding;
  const { lost, apartFromLost, ...rest } = finding;
  const gone = countGone(start, finding.census);
  if (lost === undefined) return gone === null || gone === 0 ? finding : { ...finding, lostAllowed: gone };
  const feedback = apartFromLost?.state === "holds" ? [] : (finding.feedback ?? []);
  const told = `${plan.name}: ${lost}; as they were at the start, they pass or may go`;
  return { ...rest, ...apartFromLost, lostAllowed: gone, warnings: [...(finding.warnings ?? []), told], feedback };
}

const originalOf = (made: ReadonlyMap<CheckPlan, Finding>): OriginalFinding | undefined =>
  [...made].find(([{ kind }]) => kind === "original-tests")?.[1];

/** What later proofs and later tasks need of the tests of the start. */
async function measuredAsAtStart(
  made: readonly Made[],
  scene: CheckContext,
  { accepted = [], plans }: GatherOptions,
): Promise<Pick<Gathered, "asAtStart" | "asAtStartWhy" | "suspected" | "helpers" | "accepted" | "takenAway">> {
  const original: OriginalFinding | undefined = made.find(({ plan }) => plan.kind === "original-tests")?.finding;
  const { asAtStart = [], asAtStartWhy, accepted: more = [] } = original ?? {};
  const { suspected = [], helpers = [], takenAway = [] } = original ?? {};
  const keys = new Set(more.map(({ key }) => key));
  const kept = {
    ...{ asAtStart, suspected, helpers, takenAway },
    accepted: [...accepted.filter(({ key }) => !keys.has(key)), ...more],
  };
  if (asAtStartWhy !== undefined) return { ...kept, asAtStartWhy };
  const isTried = original !== undefined && original.quiet !== true;
  return isTried || !(await isAnyMeasured(plans, await seeElsewhere(scene)))
    ? kept
    : { ...kept, asAtStartWhy: "they were not run as they were at the start" };
}

interface Others {
  readonly options: Gathering;
  /** The checks made so far. */
  readonly made: ReadonlyMap<CheckPlan, Finding>;
}

function makeOne(
  plan: CheckPlan,
  scene: CheckContext,
  { options, made }: Others,
): Finding | null | Promise<Finding | null> {
  const { plans } = options;
  const checks = [...made].flatMap(([of, finding]) => toEvidence({ plan: of, finding }, options) ?? []);
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
      return checkHonestTests(plan, scene, {
        ...{ plans, tried: originalOf(made)?.tried ?? null },
        results: resultsSoFar(made, options),
      });
    case "original-tests":
      return [...made].some((each) => isBroken(each, options))
        ? null
        : checkOriginalTests(plan, {
            ...{ plans, scene, accepted: options.accepted ?? [], began: options.began ?? [] },
            isMissing: [...made.values()].some(isOnlyLost),
            now: resultsSoFar(made, options),
          });
    case "judge":
      return checkJudge(plan, scene, checks);
  }
}

/** A required check that does not hold, for more than what failed before and what is missed. */
function isBroken([plan, finding]: [CheckPlan, Finding], options: GatherOptions): boolean {
  const judged = isOnlyLost(finding) ? { ...finding, ...finding.apartFromLost } : finding;
  const found = toEvidence({ plan, finding: judged }, options);
  if (!found?.required || found.state === "holds") return false;
  const { lost: _, ...check } = found;
  return !isKnownFailure(check);
}

async function checkAgainstStart(plan: CommandPlan, scene: CheckContext, options: Gathering) {
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
  const run = (): Promise<CommandFinding> => options.reuse.run(plan, scene, compared);
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
  return !areAllNamed || isNamedBy(test, names.ran);
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
  return {
    ...evidence,
    required: evidence.required && !isEmpty,
    ...atEnd,
    ...compared(now, { began, start }),
    ...(finding.lost === undefined ? {} : { lost: finding.lost }),
    ...allowedToGo(finding, began),
    ...(finding.blamed === undefined ? {} : { blamed: finding.blamed }),
    ...(allowed ? { failingAllowed: allowed } : {}),
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
