import { outside } from "../agents/sandbox/check-room.js";
import type { CheckFeedback } from "../decide/evidence.js";
import type { IterationFacts } from "../decide/observation.js";
import { plural } from "../lib/text/plural.js";
import type { Baseline } from "./baseline.js";
import type { CheckContext, Finding } from "./check-context.js";
import { changeFacts } from "./checks/changes.js";
import type { OriginalFinding } from "./checks/original-tests.js";
import { newTestReader } from "./checks/tests/test-run.js";
import { verifyAsAtStart } from "./checks/verify-as-at-start.js";
import { evidenceFor, whyNot } from "./compare-check.js";
import { type Gathered, type GatherOptions, isCommand, leftOut, type Made } from "./gathered.js";
import { makeAll, resultsOf } from "./make-checks.js";
import type { CheckPlan } from "./plan.js";
import { seeElsewhere } from "./proof/original-tests/elsewhere-changes.js";
import { isAnyMeasured } from "./proof/original-tests/measured.js";
import { reuseChecks } from "./reuse-checks.js";
import { type Changes, changesBetween, isNothing } from "./workspace/changes.js";
import { generatedFiles } from "./workspace/generated-files.js";
import { lookAtWorkspace } from "./workspace/state.js";
import type { WorkspaceState } from "./workspace/workspace-state.js";

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
  const reuse = await reuseChecks({
    cwd: options.cwd,
    room: options.room ?? outside,
    kept: options.kept ?? null,
    due,
    now,
  });
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
  const skipped = plans
    .filter((plan) => !due.includes(plan) && isOfTask(plan, options))
    .map(({ name, when }) => ({ name, why: whyNot[when] }));
  return {
    evidence: plans
      .filter((plan) => isOfTask(plan, options))
      .flatMap((plan) => evidenceFor(plan, { made, due, options }) ?? []),
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

const namesRun = (made: readonly Made[]): Gathered["ran"] =>
  Object.fromEntries(
    made.flatMap(({ plan, finding }) => {
      const { ran, names } = isCommand(finding) ? finding.census : { ran: null, names: { ran: [] } };
      return ran !== null && ran > 0 && names.ran.length >= ran ? [[plan.name, names.ran]] : [];
    }),
  );

const listFeedback = ({ name }: CheckPlan, { feedback = [], feedbackParts }: Finding): readonly CheckFeedback[] =>
  feedback.map((text, at) => ({ check: name, text, ...(at === 0 && feedbackParts ? { parts: feedbackParts } : {}) }));

/** A sealed check is about its own task. */
export const isOfTask = (plan: CheckPlan, { task }: Pick<GatherOptions, "task">): boolean =>
  plan.kind !== "command" || !plan.hidden?.sealed || plan.hidden.sealed.task === task?.id;

function isDue(plan: CheckPlan, options: GatherOptions): boolean {
  if (!isOfTask(plan, options)) return false;
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
    room: options.room ?? outside,
    newTestReader: options.newTestReader ?? newTestReader,
  };
}

/** What later proofs and later tasks need of the tests of the start. */
async function measuredAsAtStart(
  made: readonly Made[],
  scene: CheckContext,
  { accepted = [], plans }: GatherOptions,
): Promise<
  Pick<Gathered, "asAtStart" | "asAtStartWhy" | "suspected" | "helpers" | "accepted" | "takenAway" | "waiting">
> {
  const original: OriginalFinding | undefined = made.find(({ plan }) => plan.kind === "original-tests")?.finding;
  const { asAtStart = [], asAtStartWhy, accepted: more = [] } = original ?? {};
  const { suspected = [], helpers = [], takenAway = [], waiting = [] } = original ?? {};
  const keys = new Set(more.map(({ key }) => key));
  const kept = {
    ...{ asAtStart, suspected, helpers, takenAway, waiting },
    accepted: [...accepted.filter(({ key }) => !keys.has(key)), ...more],
  };
  if (asAtStartWhy !== undefined) return { ...kept, asAtStartWhy };
  const isTried = original !== undefined && original.quiet !== true;
  return isTried || !(await isAnyMeasured(plans, await seeElsewhere(scene)))
    ? kept
    : { ...kept, asAtStartWhy: "they were not run as they were at the start" };
}

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
