import type { Unmeasured } from "./lab.js";

/** A file of the project in a copy; null: it is not there. */
export interface CopiedFile {
  /** From the project's folder. */
  readonly path: string;
  readonly text: string | null;
}

/** A unit of a file that an experiment is about. */
export interface UnitSpan {
  readonly path: string;
  readonly name: string;
}

/** What is done to a copy before the tests run in it. */
export interface Experiment {
  /** Added units answer wrongly, or changed ones are as they were before the task. */
  readonly kind: "wrong-answer" | "taken-back";
  readonly files: readonly CopiedFile[];
  /** The same with right answers, for comparison; none where nothing is wrapped. */
  readonly control: readonly CopiedFile[];
  readonly units: readonly UnitSpan[];
  /** The task's text asks for these units by name: a test of each must notice. */
  readonly isAsked: boolean;
  /** Where the running code writes what happened; null where it cannot. */
  readonly marks: string | null;
  /** Source as it was writes nothing down: where it is not noticed, this shows whether the tests run it at all. */
  readonly probe?: Experiment;
  /**
   * All of the source as it was, where the copy mixes old and new: such a mixture never existed, and tests may fail in it
   * for no reason of the task's, or not load.
   */
  readonly whole?: Pick<Experiment, "files" | "isSpared">;
  /** Changed functions alone as they were, where the files went back as a whole: tests may need what was added beside them. */
  readonly onlyUnits?: Pick<Experiment, "files" | "isSpared">;
  /** A test that uses what is gone with the work: that it fails shows only that it loads it. */
  readonly isSpared?: (test: string) => boolean;
}

/** What came of one. */
export type ExperimentOutcome =
  | { readonly is: "noticed"; readonly tests: readonly string[] }
  /** The tests pass all the same. `called` says whether they use what was changed. */
  | { readonly is: "unnoticed"; readonly isCalled: boolean }
  | Unmeasured;

export interface TriedExperiment {
  readonly experiment: Experiment;
  readonly outcome: ExperimentOutcome;
}
