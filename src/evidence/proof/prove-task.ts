import { isLoadFailure, testFile } from "../../core/check-comparison.js";
import type { Evidence } from "../../core/evidence.js";
import { isProven, notProven, type Proof, type TaskFact } from "../../core/proof.js";
import type { CheckResult } from "../tests/judge-run.js";
import { isTestFile } from "./named-tests.js";
import type { OwnerOf } from "./test-owner.js";
import { isSamePath } from "./test-state.js";

export interface ProofInput {
  /** The task's id in the list; null for a run without one. */
  readonly task: string | null;
  readonly evidence: readonly Evidence[];
  /** The checks now, when the task began, and when the run began. */
  readonly now: readonly CheckResult[];
  readonly began: readonly CheckResult[];
  readonly start: readonly CheckResult[];
  readonly facts: readonly TaskFact[];
  readonly ownerOf: OwnerOf;
  /** Files of the start that were changed or deleted since, from the project's folder. */
  readonly changed: readonly string[];
  /** The task's own turns changed content of the project, and: something in it has changed since the run began. */
  readonly isVisible: boolean;
  readonly hasChanged: boolean;
}

/**
 * Whether something did not hold before the task's work and holds with it: a fact of its own, a test that was there when
 * the run began, or a check without test names. What the agent wrote itself proves nothing here.
 */
export function proveTask(input: ProofInput): Proof {
  const byFact = proveByFact(input);
  if (byFact) return byFact;
  const ran = comparisons(input);
  if (ran.length === 0) return notProven("nothing tests this work");
  const found = ran.map((each) => proveByCheck(each, input));
  return found.find(isProven) ?? found.find(({ why }) => why === changedWords) ?? { ...explain(ran), tests: [] };
}

const changedWords = "its tests were changed, and were not tried as they were";

function proveByFact({ facts, changed }: ProofInput): Proof | undefined {
  const turned = facts.filter(({ kind, before, now }) => kind !== "test" && before === "fails" && now === "holds");
  if (turned.length === 0) return undefined;
  // A command whose own script was changed may only have been taught to say yes.
  const own = turned.filter(({ kind, name }) => kind !== "verify" || !changed.some((path) => namesPath(name, path)));
  if (own.length === 0) return notProven("what its verify command runs was changed");
  return { state: "proven", kind: "fact", tests: own.map(({ name }) => name) };
}

const namesPath = (command: string, path: string): boolean =>
  command.split(/[\s`"']+/).some((word) => word.replace(/^\.\//, "") === path);

interface Compared {
  readonly check: Evidence;
  readonly now: CheckResult;
  readonly began: CheckResult | undefined;
  readonly start: CheckResult | undefined;
}

/** The required checks that ran now, beside what they were before. */
function comparisons({ evidence, now, began, start }: ProofInput): readonly Compared[] {
  const find = (results: readonly CheckResult[], name: string) => results.find((result) => result.name === name);
  return evidence.flatMap((check) => {
    const result = check.required && check.state !== "unknown" ? find(now, check.name) : undefined;
    if (!result) return [];
    const first = find(start, check.name);
    return [{ check, now: result, began: find(began, check.name) ?? first, start: first }];
  });
}

function proveByCheck({ check, now, began, start }: Compared, input: ProofInput): Proof {
  // A test may turn green by what is outside of the project: that is nobody's work in it.
  if (start?.state !== "fails" || !input.hasChanged) return notProven("");
  if (start.failing.length === 0) {
    const isTurned = began?.state === "fails" && now.state === "holds" && input.isVisible;
    if (!isTurned) return notProven("");
    return input.changed.some(isTestFile)
      ? notProven(changedWords)
      : { state: "proven", kind: "check", check: check.name, tests: [] };
  }
  const turned = turnedGreen(start, now).filter((test) => isOfTask(test, { began, check, input }));
  const untouched = turned.filter((test) => !isChanged(test, input.changed));
  if (untouched.length > 0) return { state: "proven", kind: "old-test", check: check.name, tests: untouched };
  return notProven(turned.length > 0 ? changedWords : "");
}

/** Tests that failed then and pass now. As many as before must still run: what no longer runs does not pass. */
function turnedGreen(then: CheckResult, now: CheckResult): readonly string[] {
  const isFailing = (test: string): boolean =>
    now.failing.includes(test) || (isLoadFailure(test) && now.failing.some((other) => testFile(other) === test));
  const gone = then.failing.filter((test) => !isFailing(test));
  const unnamed = now.failed !== null && now.failed > now.failing.length;
  const morePass = now.passed === null ? now.state === "holds" : now.passed > (then.passed ?? 0);
  return morePass && !unnamed ? gone : [];
}

/** Its own test whenever it turned green in this run; a test that is nobody's only if it was red when the task began. */
function isOfTask(
  test: string,
  { began, check, input }: { began: CheckResult | undefined; check: Evidence; input: ProofInput },
): boolean {
  if (check.flaky?.includes(test)) return false;
  const owner = input.ownerOf(test);
  if (owner !== null) return owner === input.task;
  return input.isVisible && (began === undefined || began.failing.includes(test));
}

/** Without a file in its name, any test file that was changed may hold it. */
function isChanged(test: string, changed: readonly string[]): boolean {
  const file = testFile(test);
  return file === null ? changed.some(isTestFile) : changed.some((path) => isSamePath(path, file));
}

function explain(ran: readonly Compared[]): Pick<Proof, "state" | "why"> {
  const isMore = ran.some(({ now, began }) => (now.passed ?? 0) > (began?.passed ?? 0));
  const why = isMore ? "its new tests were not tried without the work" : "its tests passed before and after";
  return {
    state: "not-proven",
    why: ran.some(({ now }) => now.state === "holds") || isMore ? why : "no test of it passes yet",
  };
}
