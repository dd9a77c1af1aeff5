import { notProven, type Proof } from "../../decide/proof.js";
import { findDialect } from "../checks/honest-tests/dialects-table.js";
import { isTitleIn } from "../proof/signs/own-text.js";
import { touchesOf } from "../proof/signs/weak-signs.js";
import { findHollowTests, type HollowTest } from "../proof/without-work/hollow-tests.js";
import { newTitles, type TestText } from "../proof/without-work/new-tests.js";
import type { ProverTerms } from "./prover.js";
import { readChanges, testsAmong } from "./read-changes.js";
import { changedFiles, type SignedWork } from "./sign-proof.js";

/** What reading a task's new tests shows, where nothing could be measured. */
export interface HollowReading {
  /** It has new tests, and none of them checks anything. */
  readonly areAll: boolean;
  /** A test that asserts only if the answer is a certain one: that it fails with another answer says nothing. */
  isDead(test: string): boolean;
}

export async function readHollowTests(prover: ProverTerms, work: SignedWork): Promise<HollowReading> {
  const tests = testsAmong((await readChanges(changedFiles({ ...work, prover }))).changes);
  const read = tests.map((test) => ({ test, hollow: hollowIn(test) }));
  const dead = read.flatMap(({ hollow }) => hollow.filter(({ why }) => why === "may never assert"));
  return {
    areAll: read.length > 0 && read.every(({ test, hollow }) => isAllHollow(test, hollow)),
    isDead: (id) => dead.some(({ title }) => isTitleIn(id, title)),
  };
}

const hollowIn = ({ path, now }: TestText): readonly HollowTest[] => {
  const dialect = findDialect(path);
  return dialect ? findHollowTests(now, dialect) : [];
};

/** In a file that was there before, its new tests count; where none can be told apart, it is not read. */
function isAllHollow(test: TestText, hollow: readonly HollowTest[]): boolean {
  const titles = newTitles(test.old === null ? { ...test, old: "" } : test);
  return titles.length > 0 && titles.every((title) => hollow.some((each) => each.title === title));
}

/** A reading is no measurement: it takes a proof away, and refuses nothing. */
export const hollowWords = "its tests name it but check nothing about it";

/** Coverage counts what tests reach, whether they check it or not: its being green proves nothing by itself. */
export const isByCoverage = ({ kind, check }: Proof, { plans }: ProverTerms): boolean =>
  kind === "check" &&
  plans.some((plan) => plan.name === check && touchesOf(plan).has("coverage") && isOnlyCoverage(plan));

const isOnlyCoverage = (plan: Parameters<typeof touchesOf>[0]): boolean => touchesOf(plan).size < 4;

/** What is left of a proof once the new tests were tried without the work, or only read. */
export function judgeHollow(proof: Proof, { areAll }: HollowReading): Proof {
  if (
    !areAll ||
    proof.isMeasured ||
    proof.isLate ||
    proof.kind === "old-test" ||
    proof.kind === "new-test" ||
    proof.kind === "fact"
  )
    return proof;
  return notProven(hollowWords);
}
