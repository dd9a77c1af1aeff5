import { isLoadFailure, isNamedBy, testFile } from "../../decide/check-comparison.js";
import type { Evidence } from "../../decide/evidence.js";
import { isProven, notProven, type Proof, type TaskFact } from "../../decide/proof.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import type { VerifiedBy } from "./fact-states.js";
import type { SuspectedTests } from "./original-tests/try-suspects.js";
import type { OwnerOf } from "./test-owner.js";

export interface ProofInput {
  /** The task's id in the list; null for a run without one. */
  readonly task: string | null;
  readonly evidence: readonly Evidence[];
  /** The checks now, when the task began, and when the run began. */
  readonly now: readonly CheckResult[];
  readonly began: readonly CheckResult[];
  readonly start: readonly CheckResult[];
  readonly facts: readonly TaskFact[];
  /** What commands beside the task that turned green say with the measured files of the start. */
  readonly verifiedAsAtStart?: readonly VerifiedBy[] | undefined;
  readonly ownerOf: OwnerOf;
  /** Files of the start that were changed or deleted since, from the project's folder. */
  readonly changed: readonly string[];
  /** What the checks came to with the measured files of the start; none where no such file was changed. */
  readonly asAtStart?: readonly CheckResult[];
  /** The tests that ran now, by check, where the runner names them all: what did not run did not turn green. */
  readonly ran?: Readonly<Record<string, readonly string[]>>;
  /** Such files were changed, and the checks were not tried with those of the start. */
  readonly asAtStartWhy?: string | undefined;
  /** Tests and checks that pass because files changed that are no source. */
  readonly suspected?: readonly SuspectedTests[] | undefined;
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
  return found.find(isProven) ?? found.find(({ why }) => isAboutChanges(why)) ?? { ...explain(ran), tests: [] };
}

const changedWords = "its tests were changed, and were not tried as they were";
const onlyChangedWords = "its tests were changed to pass";
const goneWords = "a test of it that failed before no longer runs";
const suspectWords = "passes because ";
const isAboutChanges = (why: string | undefined): boolean =>
  [changedWords, onlyChangedWords, goneWords].includes(why ?? "") || (why ?? "").startsWith(suspectWords);

function proveByFact({ facts, changed, verifiedAsAtStart = [] }: ProofInput): Proof | undefined {
  const turned = facts.filter(({ kind, before, now }) => kind !== "test" && before === "fails" && now === "holds");
  if (turned.length === 0) return undefined;
  // A command whose own script was changed may only have been taught to say yes.
  const isTaught = (command: string): boolean =>
    changed.some((path) => namesPath(command, path)) ||
    verifiedAsAtStart.some((each) => each.command === command && each.state !== "holds");
  const own = turned.filter(({ kind, name }) => kind !== "verify" || !isTaught(name));
  if (own.length === 0) return notProven("what its verify command runs was changed");
  return { state: "proven", kind: "fact", tests: own.map(({ name }) => name) };
}

const namesPath = (command: string, path: string): boolean =>
  command.split(/[\s`"']+/).some((word) => word.replace(/^\.\//, "") === path);

interface CheckHistory {
  readonly check: Evidence;
  readonly now: CheckResult;
  readonly began: CheckResult | undefined;
  readonly start: CheckResult | undefined;
}

/** The required checks that ran now, beside what they were before. */
function comparisons({ evidence, now, began, start }: ProofInput): readonly CheckHistory[] {
  const find = (results: readonly CheckResult[], name: string) => results.find((result) => result.name === name);
  return evidence.flatMap((check) => {
    const result = check.required && check.state !== "unknown" ? find(now, check.name) : undefined;
    if (!result) return [];
    const first = find(start, check.name);
    return [{ check, now: result, began: find(began, check.name) ?? first, start: first }];
  });
}

function proveByCheck({ check, now, began, start }: CheckHistory, input: ProofInput): Proof {
  // A test may turn green by what is outside of the project: that is nobody's work in it.
  if (start?.state !== "fails" || !input.hasChanged) return notProven("");
  const asAtStart = input.asAtStart?.find(({ name }) => name === check.name);
  if (start.failing.length === 0) {
    const isTurned = began?.state === "fails" && now.state === "holds" && input.isVisible;
    if (!isTurned) return notProven("");
    // A hidden check runs with its own files and the configuration of the start, whatever else was changed.
    if (!check.hidden && !isAsItWas(input, asAtStart)) return notProven(changedWords);
    if (asAtStart && asAtStart.state !== "holds") return notProven(onlyChangedWords);
    const suspected = input.suspected?.find((each) => each.check === check.name);
    return suspected ? blamed(suspected) : { state: "proven", kind: "check", check: check.name, tests: [] };
  }
  const gone = turnedGreen(start, now).filter((test) => isOfTask(test, { began, check, input }));
  const turned = gone.filter((test) => hasRun(test, start, input.ran?.[check.name]));
  if (turned.length === 0 && gone.length > 0) return notProven(goneWords);
  if (turned.length === 0 || !isAsItWas(input, asAtStart)) return notProven(turned.length > 0 ? changedWords : "");
  const green = asAtStart ? turnedGreen(start, asAtStart) : turned;
  const tests = turned.filter((test) => green.includes(test));
  return tests.length > 0
    ? withoutSuspected(tests, { check, suspected: input.suspected ?? [] })
    : notProven(onlyChangedWords);
}

interface Suspecting {
  readonly check: Evidence;
  readonly suspected: readonly SuspectedTests[];
}

/** A test proves nothing that passes because data or settings changed. */
function withoutSuspected(tests: readonly string[], { check, suspected }: Suspecting): Proof {
  const own = suspected.find((each) => each.check === check.name);
  const left = tests.filter((test) => !own?.tests.includes(test));
  return own && left.length === 0 ? blamed(own) : { state: "proven", kind: "old-test", check: check.name, tests: left };
}

function blamed({ files }: SuspectedTests): Proof {
  const names = files.slice(0, 3).join(", ");
  const more = files.length > 3 ? ` and ${files.length - 3} more` : "";
  return notProven(`${suspectWords}${names}${more} changed`);
}

/** Whether the check was tried with the measured files of the start, or they are as they were. */
const isAsItWas = ({ asAtStart = [], asAtStartWhy }: ProofInput, own: CheckResult | undefined): boolean =>
  own !== undefined || (asAtStart.length === 0 && asAtStartWhy === undefined);

/** Tests that failed then and pass now. As many as before must still run: what no longer runs does not pass. */
function turnedGreen(then: CheckResult, now: CheckResult): readonly string[] {
  const isFailing = (test: string): boolean =>
    now.failing.includes(test) || (isLoadFailure(test) && now.failing.some((other) => testFile(other) === test));
  const gone = then.failing.filter((test) => !isFailing(test));
  const unnamed = now.failed !== null && now.failed > now.failing.length;
  const morePass = now.passed === null ? now.state === "holds" : now.passed > (then.passed ?? 0);
  return morePass && !unnamed ? gone : [];
}

/**
 * Where the runner listed a test then and lists all of them now, one that is not listed did not run. A file that could
 * not be loaded is listed only while that is so: now its tests are.
 */
const hasRun = (test: string, { census }: CheckResult, ran: readonly string[] | undefined): boolean =>
  ran === undefined || isLoadFailure(test) || !isNamedBy(test, census?.names.ran ?? []) || isNamedBy(test, ran);

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

function explain(ran: readonly CheckHistory[]): Pick<Proof, "state" | "why"> {
  const isMore = ran.some(({ now, began }) => (now.passed ?? 0) > (began?.passed ?? 0));
  const why = isMore ? "its new tests were not tried without the work" : "its tests passed before and after";
  return {
    state: "not-proven",
    why: ran.some(({ now }) => now.state === "holds") || isMore ? why : "no test of it passes yet",
  };
}
