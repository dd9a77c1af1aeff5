import { isKnownFailure, isNamedBy } from "../decide/check-comparison.js";
import { type CheckContext, type Finding, unknown } from "./check-context.js";
import { checkArtifacts } from "./checks/artifacts.js";
import { blameForCheck } from "./checks/blame.js";
import { checkChanges } from "./checks/changes.js";
import { checkCleanGit } from "./checks/clean-git.js";
import { type CommandFinding, toResult } from "./checks/command.js";
import { checkCriteria } from "./checks/criteria.js";
import { allowedRemovals, checkHonestTests } from "./checks/honest-tests.js";
import { checkJudge } from "./checks/judge.js";
import { checkOriginalTests, type OriginalFinding } from "./checks/original-tests.js";
import { checkTaskFileMoved } from "./checks/task-file-moved.js";
import { type CheckResult, exactState, plainResult } from "./checks/tests/judge-run.js";
import { countGone } from "./checks/tests/lost-tests.js";
import { type Earlier, earlierResults, toEvidence } from "./compare-check.js";
import { type GatherOptions, isCommand, type Made } from "./gathered.js";
import { checkHidden } from "./hidden/check-hidden.js";
import { type CheckPlan, type CommandPlan, isHiddenPlan } from "./plan.js";
import { seeElsewhere } from "./proof/original-tests/elsewhere-changes.js";
import type { CheckReuse } from "./reuse-checks.js";

export const resultsOf = (made: readonly Made[], { cwd }: GatherOptions): readonly CheckResult[] =>
  made.flatMap(({ plan, finding }) => {
    if (plan.kind === "artifacts") return [plainResult(plan.name, finding.state)];
    return plan.kind === "command" && isCommand(finding) ? [toResult(plan, finding, cwd)] : [];
  });

const resultsSoFar = (made: Others["made"], options: GatherOptions): readonly CheckResult[] =>
  resultsOf(
    [...made].map(([plan, finding]) => ({ plan, finding })),
    options,
  );

interface Scenes {
  readonly scene: CheckContext;
  /** The same once the commands have run. */
  lookAgain(): Promise<CheckContext>;
}

/**
 * Those that may run beside each other do, then the others one by one. The tests of the start come next, then what is
 * judged by them, and judges last, since they are told of the rest.
 */
export async function makeAll(
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
  const isAsked = ofKind("original-tests", "honest-tests").length > 0 || options.measureStart !== undefined;
  const ended = isAsked && ranCommands ? await lookAgain() : scene;
  const afterwards = isAsked ? await seeElsewhere(await withMeasuredStart(ended, { made, options })) : scene;
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

async function withMeasuredStart(scene: CheckContext, { made, options }: Others): Promise<CheckContext> {
  if (!options.measureStart || options.signal?.aborted) return scene;
  const logs = [...made.values()].flatMap((finding) => finding.logs ?? []);
  const baseline = await options.measureStart({ ...scene, results: resultsSoFar(made, options), logs });
  return { ...scene, baseline };
}

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
            kept: options.kept ?? null,
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
  if (isHiddenPlan(plan)) return checkHidden(plan, scene, { plans: options.plans, atStart });
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

/** Whether a failing test may have passed before: it did not fail then, and is no new one as far as names tell. */
export function passedBefore(test: string, { began, start }: Earlier): boolean {
  if (!began || began.failing.includes(test)) return false;
  const { ran, names } = start?.census ?? { ran: null, names: { ran: [] } };
  const areAllNamed = ran !== null && ran > 0 && names.ran.length >= ran;
  return !areAllNamed || isNamedBy(test, names.ran);
}
