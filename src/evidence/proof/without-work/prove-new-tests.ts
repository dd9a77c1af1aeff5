import { notProven, type Proof } from "../../../decide/proof.js";
import { removeFolder, temporaryFolder } from "../../../lib/files/temporary-folder.js";
import type { CheckContext } from "../../check-context.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { CommandPlan } from "../../plan.js";
import type { RootState } from "../../workspace/workspace-state.js";
import type { PutBack } from "../original-tests/put-back.js";
import { compareWithOthers, findMarks } from "./compare-with-others.js";
import { lostWords } from "./confirm-old-tests.js";
import type { CopiedFile, Experiment, ExperimentOutcome, TriedExperiment } from "./experiment.js";
import type { BuildFinder } from "./find-build.js";
import { couldNotMeasure, judgeExperiments } from "./judge-experiments.js";
import { Lab, type LabRun, outOfTime, type Unmeasured } from "./lab.js";
import { addedTests, newTestsIn, type TestText } from "./new-tests.js";
import { planExperiments, type WorkToProve } from "./plan-experiments.js";
import { isSameCode } from "./same-code.js";
import { readOutcome } from "./try-experiment.js";

/** A check whose tests are to notice that the work is gone. */
export interface Suite {
  readonly plan: CommandPlan;
  /** The same, for the test files concerned alone; null where its runner cannot be told. */
  readonly restricted: CommandPlan | null;
  /** What it came to just now in the project, and how long it took. */
  readonly result: CheckResult;
  readonly milliseconds: number;
}

export interface NewTestsAsked
  extends Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "room" | "newTestReader"> {
  readonly root: RootState;
  readonly suite: Suite;
  readonly build: BuildFinder;
  readonly work: WorkToProve;
  /** What the copy has otherwise than the project: snapshots and what checks wrote. */
  readonly putBack: readonly PutBack[];
  /** Another open task's own test proves nothing of this one. */
  isOthers(test: string): boolean;
  readonly seconds: number;
  /** How often a failure that would prove something is tried again. */
  readonly retries: number;
  /** What runs with nothing changed came to in other copies of the same content, by what ran. */
  readonly controls: Map<string, LabRun>;
  now(): number;
}

export const onlyComments = notProven("nothing but comments changed in the code");

/** Whether the task's new tests fail in a copy without its work. */
export async function proveByNewTests(asked: NewTestsAsked): Promise<Proof> {
  const { suite, work } = asked;
  if (work.tests.length === 0) return notProven("nothing tests this work");
  const marks = temporaryFolder("untildone-copy-", asked.room.copies);
  try {
    const experiments = await planExperiments(work, { marks, isRestricted: suite.restricted !== null });
    if (isTooSlow(experiments, asked)) return couldNotMeasure(outOfTime);
    const lab = experiments.length === 0 ? null : await openLab(asked, marks);
    try {
      return judgeExperiments(lab ? await tryAll(experiments, lab, asked) : [], suite.plan.name);
    } finally {
      lab?.close();
    }
  } finally {
    removeFolder(marks);
  }
}

/** There is nothing to take back, whether tests were changed beside it or not. */
export const hasOnlyComments = ({ sources, lost, isAboutTests }: WorkToProve): boolean =>
  !isAboutTests && lost.length === 0 && sources.length > 0 && sources.every(isSameCode);

/** Where the whole suite has to run each time, it is known before how long that takes. */
const isTooSlow = (experiments: readonly Experiment[], { suite, seconds }: NewTestsAsked): boolean =>
  experiments.length > 0 && suite.restricted === null && suite.milliseconds * 2 > seconds * 1000;

function openLab({ suite, seconds, now, ...asked }: NewTestsAsked, marks: string): Promise<Lab> {
  const until = now() + seconds * 1000;
  const always = asked.work.tests.flatMap(withoutRecorded);
  return Lab.open({
    ...asked,
    shows: [marks],
    plan: suite.restricted ?? suite.plan,
    always,
    left: () => until - now(),
  });
}

const inlineSnapshot = /\.toMatchInlineSnapshot\(\s*`(?:\\.|[^`\\])*`\s*\)/g;
const inlineError = /\.toThrowErrorMatchingInlineSnapshot\(\s*`(?:\\.|[^`\\])*`\s*\)/g;
const snapshot = /\.toMatchSnapshot\(\s*(?:"[^"\n]*"|'[^'\n]*')?\s*\)/g;
/** Holds of everything: without its answer a snapshot fails on a build server and is written anew elsewhere. */
const anything = ".not.toBe(Symbol())";

/** A snapshot in the test itself, or of a new test, is written by the runner: what it says proves nothing. */
function withoutRecorded(file: TestText): readonly CopiedFile[] {
  const { path, old, now } = file;
  const asNew = (text: string): string => text.replaceAll(snapshot, () => anything);
  const own =
    old === null ? asNew(now) : addedTests(file).reduce((text, test) => text.replace(test, () => asNew(test)), now);
  const text = own.replaceAll(inlineSnapshot, anything).replaceAll(inlineError, ".toThrow()");
  return text === now ? [] : [{ path, text }];
}

const graceMs = 10_000;

/** One after the other, until it is clear. */
async function tryAll(
  experiments: readonly Experiment[],
  lab: Lab,
  asked: NewTestsAsked,
): Promise<readonly TriedExperiment[]> {
  const tried: TriedExperiment[] = [];
  for (const experiment of experiments)
    if (experiment.isAsked || !tried.some(({ outcome }) => outcome.is === "noticed")) {
      const outcome = doubt(experiment, await tryOne(experiment, lab, asked), asked.work);
      tried.push({ experiment, outcome });
    }
  return tried;
}

/** That tests fail counts only if they pass in the same copy with nothing changed, and fail each time. */
async function tryOne(experiment: Experiment, lab: Lab, asked: NewTestsAsked): Promise<ExperimentOutcome> {
  const { suite, work, isOthers } = asked;
  const limit = suite.milliseconds * 3 + graceMs;
  const isNewIn = newTestsIn(work.tests);
  const isNew = (test: string): boolean => isNewIn(test, experiment.kind) && !isOthers(test);
  const ran = await lab.run(experiment.files, limit);
  const marks = await findMarks(experiment, ran, { lab, limit });
  const seen = {
    outcome: readOutcome({ experiment, ran, marks, here: suite.result, isNew }),
    ran,
    files: experiment.files,
  };
  const { outcome, ...shown } = await compareWithOthers(experiment, seen, { lab, limit, here: suite.result, isNew });
  if (outcome.is === "unnoticed" || ran.is === "unmeasured") return outcome;
  const control = await runControl(experiment, lab, asked);
  if (control.is !== "ran") return whyNoControl(control);
  const unfair = whyUnfair(control.result, suite.result);
  if (unfair !== null) return unmeasured(unfair);
  if (outcome.is !== "noticed" || ran.is === "hung") return outcome;
  const again = asked.retries > 0 && suite.restricted !== null ? await lab.run(shown.files, limit) : shown.ran;
  const failing = again.is === "ran" ? again.result.failing : outcome.tests;
  const tests = outcome.tests.filter((test) => failing.includes(test));
  return tests.length > 0 ? { is: "noticed", tests } : unmeasured("its tests pass and fail on the same content");
}

/** The tests with nothing changed but the wrapping; where they ran before on the same content, what they came to then. */
async function runControl(
  { control }: Experiment,
  lab: Lab,
  { suite, controls, putBack, work }: NewTestsAsked,
): Promise<LabRun> {
  const { words, env } = suite.restricted ?? suite.plan;
  const files = [...putBack, ...work.tests.flatMap(withoutRecorded)].map(({ path }) => path);
  const key = JSON.stringify([words, env, files, control]);
  const known = controls.get(key);
  if (known) return known;
  const ran = await lab.run(control, Math.max(suite.milliseconds * 3 + graceMs, 60_000));
  if (ran.is === "ran") controls.set(key, ran);
  return ran;
}

const unmeasured = (why: string): Unmeasured => ({ is: "unmeasured", why });

const whyNoControl = (control: Exclude<LabRun, { is: "ran" }>): Unmeasured =>
  control.is === "unmeasured" ? control : unmeasured("its tests do not end in a copy of the project");

/** Null where the copy with nothing changed is as green as the project. */
function whyUnfair({ state, failing, why }: CheckResult, here: CheckResult): string | null {
  if (state === "holds") return null;
  if (state === "unknown") return `its tests do not run in a copy of the project${why ? `: ${why}` : ""}`;
  const worse = failing.filter((test) => !here.failing.includes(test));
  return failing.length > 0 && worse.length === 0 ? null : "its tests do not pass in a copy of the project";
}

/** Where not all of the work could be taken back, it says nothing that the tests pass without the rest. */
const doubt = ({ kind }: Experiment, outcome: ExperimentOutcome, { lost }: WorkToProve): ExperimentOutcome =>
  kind === "taken-back" && outcome.is === "unnoticed" && lost.length > 0 ? unmeasured(lostWords) : outcome;
