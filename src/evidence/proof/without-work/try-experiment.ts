import { isLoadFailure } from "../../../decide/check-comparison.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { Experiment, ExperimentOutcome } from "./experiment.js";
import type { LabRun } from "./lab.js";
import type { IsNewTest } from "./new-tests.js";
import type { Marks } from "./read-marks.js";

export interface MeasuredExperiment {
  readonly experiment: Experiment;
  readonly ran: LabRun;
  /** Null where the language writes none. */
  readonly marks: Marks | null;
  /** The same tests in the project. */
  readonly here: CheckResult;
  readonly isNew: IsNewTest;
}

/** What one run in a changed copy shows, beside the project. */
export function readOutcome({ experiment, ran, marks, here, isNew }: MeasuredExperiment): ExperimentOutcome {
  if (ran.is === "unmeasured") return ran;
  if (ran.is === "hung") return { is: "noticed", tests: ["its tests, which no longer end"] };
  const { result } = ran;
  if (result.state === "holds") return readSilence(experiment, marks);
  const failing = result.failing.filter((test) => !here.failing.includes(test));
  const isMissing = (test: string): boolean => isLoadFailure(test) || experiment.isSpared?.(test) === true;
  const noticed = failing.filter((test) => !isMissing(test) && isNew(test, experiment.kind));
  if (noticed.length > 0) return { is: "noticed", tests: noticed };
  if (result.state === "unknown" || failing.every(isMissing))
    return { is: "unmeasured", why: "its tests do not load without it" };
  return readSilence(experiment, marks);
}

/** Nobody has to use an operator of a class. */
const isOperator = /\.__\w+__$/;

/** The tests pass as before. That says something only if they ran what was changed. */
function readSilence({ kind, units }: Experiment, marks: Marks | null): ExperimentOutcome {
  if (!marks?.isLoaded) return { is: "unmeasured", why: "its tests do not run the files that were changed" };
  if (kind === "taken-back") return { is: "unnoticed", isCalled: true };
  const names = units.map(({ name }) => name);
  // Where only some answers are wrong, the tests may be about the others: that one was found, or none.
  const isAllWrong = (name: string): boolean => marks.wrong.has(name) && !marks.none.has(name);
  if (names.some(isAllWrong)) return { is: "unnoticed", isCalled: true };
  const isCalled = names.some((name) => marks.called.has(name));
  if (isCalled || names.every((name) => isOperator.test(name)))
    return { is: "unmeasured", why: "what it answers has no wrong counterpart" };
  return { is: "unnoticed", isCalled: false };
}
