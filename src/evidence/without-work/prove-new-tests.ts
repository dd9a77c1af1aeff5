import { isLoadFailure } from "../../core/check-comparison.js";
import { notProven, type Proof } from "../../core/proof.js";
import { removeFolder, temporaryFolder } from "../../system/temporary-folder.js";
import type { CheckContext } from "../check-context.js";
import type { PutBack } from "../original-tests/put-back.js";
import type { CommandPlan } from "../plan.js";
import type { CheckResult } from "../tests/judge-run.js";
import type { RootState } from "../workspace/state.js";
import { lostWords } from "./confirm-old-tests.js";
import type { CopiedFile, Experiment, Outcome, Tried } from "./experiment.js";
import type { BuildFinder } from "./find-build.js";
import { couldNotMeasure, judgeExperiments } from "./judge-experiments.js";
import { Lab, type LabRun, outOfTime, type Unmeasured } from "./lab.js";
import { type IsNewTest, newTestsIn, type TestText } from "./new-tests.js";
import { planExperiments, type WorkToProve } from "./plan-experiments.js";
import { type Marks, readMarks } from "./read-marks.js";
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

export interface NewTestsAsked extends Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "newTestReader"> {
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

/** Whether the task's new tests fail in a copy without its work. */
export async function proveByNewTests(asked: NewTestsAsked): Promise<Proof> {
  const { suite, work } = asked;
  if (work.tests.length === 0) return notProven("nothing tests this work");
  const marks = temporaryFolder("untildone-copy-");
  try {
    const experiments = await planExperiments(work, { marks, isRestricted: suite.restricted !== null });
    if (isTooSlow(experiments, asked)) return couldNotMeasure(outOfTime);
    const lab = experiments.length === 0 ? null : await openLab(asked);
    try {
      return judgeExperiments(lab ? await tryAll(experiments, lab, asked) : [], suite.plan.name);
    } finally {
      lab?.close();
    }
  } finally {
    removeFolder(marks);
  }
}

/** Where the whole suite has to run each time, it is known before how long that takes. */
const isTooSlow = (experiments: readonly Experiment[], { suite, seconds }: NewTestsAsked): boolean =>
  experiments.length > 0 && suite.restricted === null && suite.milliseconds * 2 > seconds * 1000;

function openLab({ suite, seconds, now, ...asked }: NewTestsAsked): Promise<Lab> {
  const until = now() + seconds * 1000;
  const always = asked.work.tests.flatMap(withoutRecorded);
  return Lab.open({ ...asked, plan: suite.restricted ?? suite.plan, always, left: () => until - now() });
}

const inlineSnapshot = /\.toMatchInlineSnapshot\(\s*`(?:\\.|[^`\\])*`\s*\)/g;
const inlineError = /\.toThrowErrorMatchingInlineSnapshot\(\s*`(?:\\.|[^`\\])*`\s*\)/g;
const snapshot = /\.toMatchSnapshot\(\s*(?:"[^"\n]*"|'[^'\n]*')?\s*\)/g;
/** Holds of everything: without its answer a snapshot fails on a build server and is written anew elsewhere. */
const anything = ".not.toBe(Symbol())";

/** A snapshot in the test itself, or of a new test, is written by the runner: what it says proves nothing. */
function withoutRecorded({ path, old, now }: TestText): readonly CopiedFile[] {
  const inline = now.replaceAll(inlineSnapshot, anything).replaceAll(inlineError, ".toThrow()");
  const text = old === null ? inline.replaceAll(snapshot, anything) : inline;
  return text === now ? [] : [{ path, text }];
}

const graceMs = 10_000;

/** One after the other, until it is clear. */
async function tryAll(experiments: readonly Experiment[], lab: Lab, asked: NewTestsAsked): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const experiment of experiments)
    if (experiment.isAsked || !tried.some(({ outcome }) => outcome.is === "noticed")) {
      const outcome = doubt(experiment, await tryOne(experiment, lab, asked), asked.work);
      tried.push({ experiment, outcome });
    }
  return tried;
}

/** That tests fail counts only if they pass in the same copy with nothing changed, and fail each time. */
async function tryOne(experiment: Experiment, lab: Lab, asked: NewTestsAsked): Promise<Outcome> {
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
  const { outcome, ...shown } =
    ran.is === "ran" ? await compareWithWhole(experiment, seen, { lab, limit, asked, isNew }) : seen;
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

/** What came of a run, and of which files. */
interface Seen {
  readonly outcome: Outcome;
  readonly ran: LabRun;
  readonly files: readonly CopiedFile[];
}

interface Comparing {
  readonly lab: Lab;
  readonly limit: number;
  readonly asked: NewTestsAsked;
  readonly isNew: IsNewTest;
}

/**
 * What tests say of a copy that mixes old and new source counts only as far as they say it of the old source alone. Where
 * they do not load in the mixture, the old source alone may still show it.
 */
async function compareWithWhole(experiment: Experiment, seen: Seen, comparing: Comparing): Promise<Seen> {
  const { lab, limit, asked, isNew } = comparing;
  const { whole } = experiment;
  const { outcome } = seen;
  if (!whole || outcome.is === "unnoticed") return seen;
  const ran = await lab.run(whole.files, limit);
  if (ran.is !== "ran" || ran.result.state === "unknown" || ran.result.failing.some(isLoadFailure)) return seen;
  const { failing, state } = ran.result;
  if (outcome.is === "noticed") {
    const tests = outcome.tests.filter((test) => state !== "holds" && failing.includes(test));
    if (tests.length === outcome.tests.length) return seen;
    return { ...seen, outcome: tests.length > 0 ? { is: "noticed", tests } : { is: "unnoticed", isCalled: true } };
  }
  const alone = readOutcome({
    experiment: { ...experiment, ...whole },
    ran,
    marks: null,
    here: asked.suite.result,
    isNew,
  });
  return alone.is === "noticed" ? { outcome: alone, ran, files: whole.files } : seen;
}

/** What the changed source wrote down, or, where it cannot and nothing was noticed, what it would write down. */
async function findMarks(
  { marks, probe }: Experiment,
  ran: LabRun,
  { lab, limit }: { readonly lab: Lab; readonly limit: number },
): Promise<Marks | null> {
  if (marks !== null) return readMarks(marks);
  if (ran.is !== "ran" || ran.result.state !== "holds" || !probe?.marks) return null;
  await lab.run(probe.files, limit);
  return readMarks(probe.marks);
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
const doubt = ({ kind }: Experiment, outcome: Outcome, { lost }: WorkToProve): Outcome =>
  kind === "taken-back" && outcome.is === "unnoticed" && lost.length > 0 ? unmeasured(lostWords) : outcome;
