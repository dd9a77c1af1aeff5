import { isLoadFailure } from "../../../decide/check-comparison.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { CopiedFile, Experiment, ExperimentOutcome } from "./experiment.js";
import type { Lab, LabRun } from "./lab.js";
import type { IsNewTest } from "./new-tests.js";
import { type Marks, readMarks } from "./read-marks.js";
import { readOutcome } from "./try-experiment.js";

/** What came of a run, and of which files. */
export interface ExperimentRun {
  readonly outcome: ExperimentOutcome;
  readonly ran: LabRun;
  readonly files: readonly CopiedFile[];
}

interface Trying {
  readonly lab: Lab;
  readonly limit: number;
}

export interface Comparing extends Trying {
  /** The same tests in the project. */
  readonly here: CheckResult;
  readonly isNew: IsNewTest;
}

/** Source can go back as a whole or function by function: where one of them says nothing, the other may. */
export async function compareWithOthers(
  experiment: Experiment,
  seen: ExperimentRun,
  comparing: Comparing,
): Promise<ExperimentRun> {
  if (seen.ran.is !== "ran") return seen;
  const compared = await compareWithWhole(experiment, seen, comparing);
  return compared.outcome.is === "unmeasured" ? await tryUnits(experiment, compared, comparing) : compared;
}

/**
 * What tests say of a copy that mixes old and new source counts only as far as they say it of the old source alone. Where
 * they do not load in the mixture, the old source alone may still show it.
 */
async function compareWithWhole(
  experiment: Experiment,
  seen: ExperimentRun,
  comparing: Comparing,
): Promise<ExperimentRun> {
  const { whole } = experiment;
  const { outcome } = seen;
  if (!whole || outcome.is === "unnoticed") return seen;
  const ran = await comparing.lab.run(whole.files, comparing.limit);
  if (ran.is !== "ran" || ran.result.state === "unknown" || ran.result.failing.some(isLoadFailure)) return seen;
  const { failing, state } = ran.result;
  if (outcome.is === "noticed") {
    const tests = outcome.tests.filter((test) => state !== "holds" && failing.includes(test));
    if (tests.length === outcome.tests.length) return seen;
    return { ...seen, outcome: tests.length > 0 ? { is: "noticed", tests } : { is: "unnoticed", isCalled: true } };
  }
  const alone = await readInstead({ ...experiment, ...whole }, ran, comparing);
  return alone.is === "unmeasured" ? seen : { outcome: alone, ran, files: whole.files };
}

/**
 * Tests that use a new field or constant do not load where the whole file is as it was. That they fail with the functions
 * of then shows the same; that they pass does not: the work may be what stayed.
 */
async function tryUnits(experiment: Experiment, seen: ExperimentRun, comparing: Comparing): Promise<ExperimentRun> {
  const { onlyUnits } = experiment;
  if (!onlyUnits || seen.ran.is !== "ran" || seen.ran.result.state === "holds") return seen;
  const ran = await comparing.lab.run(onlyUnits.files, comparing.limit);
  const alone = await readInstead({ ...experiment, ...onlyUnits }, ran, comparing);
  return alone.is === "noticed" ? { outcome: alone, ran, files: onlyUnits.files } : seen;
}

async function readInstead(experiment: Experiment, ran: LabRun, comparing: Comparing): Promise<ExperimentOutcome> {
  const { here, isNew } = comparing;
  const marks = await findMarks({ ...experiment, marks: null }, ran, comparing);
  return readOutcome({ experiment, ran, marks, here, isNew });
}

/** What the changed source wrote down, or, where it cannot and nothing was noticed, what it would write down. */
export async function findMarks(
  { marks, probe }: Experiment,
  ran: LabRun,
  { lab, limit }: Trying,
): Promise<Marks | null> {
  if (marks !== null) return readMarks(marks);
  if (ran.is !== "ran" || ran.result.state !== "holds" || !probe?.marks) return null;
  await lab.run(probe.files, limit);
  return readMarks(probe.marks);
}
