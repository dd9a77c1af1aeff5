import { isLoadFailure, testFile } from "../../../decide/check-comparison.js";
import { notProven, type Proof } from "../../../decide/proof.js";
import type { CheckContext } from "../../check-context.js";
import type { CheckResult } from "../../checks/tests/judge-run.js";
import type { CommandPlan } from "../../plan.js";
import type { RootState } from "../../workspace/workspace-state.js";
import type { PutBack } from "../original-tests/put-back.js";
import type { CopiedFile } from "./experiment.js";
import type { BuildFinder } from "./find-build.js";
import { couldNotMeasure } from "./judge-experiments.js";
import { Lab, type LabRun, type Unmeasured } from "./lab.js";

export interface OldTestsAsked
  extends Pick<CheckContext, "cwd" | "signal" | "logDirectory" | "room" | "newTestReader"> {
  readonly root: RootState;
  /** Runs the tests, or at least their files. */
  readonly plan: CommandPlan;
  readonly build: BuildFinder;
  readonly putBack: readonly PutBack[];
  /** The tests that turned green. */
  readonly tests: readonly string[];
  /** What the check came to when the task began. */
  readonly began: CheckResult | undefined;
  /** The work as it was before the task. */
  readonly without: readonly CopiedFile[];
  /** Some of the work could not be taken back: that tests pass without the rest says nothing. */
  readonly isPartial: boolean;
  /** How long the check took in the project. */
  readonly milliseconds: number;
  readonly seconds: number;
  now(): number;
}

const graceMs = 10_000;

/** Why nothing is said where some of the work could not be taken back. */
export const lostWords = "what some of its files were before is not known any more";

/**
 * Whether tests that turned green fail again in a copy without the task's work: they may have turned green by the clock, by
 * what lies outside of the project, or by somebody else's work.
 */
export async function confirmOldTests(asked: OldTestsAsked): Promise<Proof> {
  const { plan, tests, without } = asked;
  const until = asked.now() + asked.seconds * 1000;
  const lab = await Lab.open({ ...asked, always: [], left: () => until - asked.now() });
  try {
    const limit = asked.milliseconds * 3 + graceMs;
    const ran = await lab.run(without, limit);
    if (ran.is === "unmeasured")
      return ran.ranOut ? { ...couldNotMeasure(ran), check: plan.name, tests } : couldNotMeasure(ran);
    const failing = ran.is === "hung" ? tests : tests.filter((test) => !passesIn(test, ran.result));
    if (failing.length === 0)
      return asked.isPartial ? couldNotMeasure({ why: lostWords }) : notProven("its tests pass without it, too");
    const unfair = isAsBefore(ran, asked) ? null : whyUnfair(await lab.run([], Math.max(limit, 60_000)), failing);
    return unfair ? couldNotMeasure(unfair) : { state: "proven", kind: "old-test", check: plan.name, tests: failing };
  } finally {
    lab.close();
  }
}

/** What does not load, or is not told of, does not pass. */
function passesIn(test: string, { state, failing }: CheckResult): boolean {
  if (state === "holds") return true;
  const isFailing = failing.some(
    (other) =>
      other === test ||
      (isLoadFailure(other) && testFile(test) === other) ||
      (isLoadFailure(test) && testFile(other) === test),
  );
  return state === "fails" && failing.length > 0 && !isFailing;
}

/** The copy is as things were when the task began: some tests pass, and none fails that did not fail then. */
function isAsBefore(ran: LabRun, { began }: OldTestsAsked): boolean {
  if (ran.is !== "ran" || !began) return false;
  const { passed, failing } = ran.result;
  return (passed ?? 0) > 0 && failing.length > 0 && failing.every((test) => began.failing.includes(test));
}

/** Null where the tests pass in the copy with nothing taken back. */
function whyUnfair(control: LabRun, tests: readonly string[]): Pick<Unmeasured, "why" | "ranOut"> | null {
  if (control.is === "unmeasured") return control;
  if (control.is === "hung") return { why: "its tests do not end in a copy of the project" };
  const isFair = tests.some((test) => passesIn(test, control.result));
  return isFair ? null : { why: "its tests do not pass in a copy of the project" };
}
