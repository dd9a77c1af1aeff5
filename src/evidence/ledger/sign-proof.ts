import { isProven, type Proof } from "../../decide/proof.js";
import type { SeenSign } from "../../decide/seen-sign.js";
import type { Baseline } from "../baseline.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import type { Gathered } from "../gathered.js";
import { measureOf } from "../proof/original-tests/measures.js";
import { findSigns, isExcepted } from "../proof/signs/find-signs.js";
import { findHardCodedPairs } from "../proof/signs/hard-coded-pairs.js";
import { findLeftOut } from "../proof/signs/left-out.js";
import { findLoaded } from "../proof/signs/loaded-files.js";
import { readPassedTests } from "../proof/signs/passed-tests.js";
import { findRedirected } from "../proof/signs/redirected-imports.js";
import type { Touches } from "../proof/signs/sign.js";
import { touchesOf, weakSigns } from "../proof/signs/weak-signs.js";
import type { ProverTerms, TaskToProve } from "./prover.js";
import { type ChangedFiles, isTestCode, readChanges, testsAmong } from "./read-changes.js";

export interface SignedWork {
  readonly prover: ProverTerms | null;
  /** The net change of each file of the task's work, by full path. */
  readonly files: TaskToProve["files"];
  readonly seen: Gathered;
  readonly baseline: Baseline;
  /** The checks when the task began. */
  readonly began: readonly CheckResult[];
}

const maxSigns = 10;

type Readable = SignedWork & { readonly prover: ProverTerms };

/** The weak signs of cheating in a task's work that touch what turned green for it. */
export async function findTouchingSigns(proof: Proof, work: SignedWork): Promise<readonly SeenSign[]> {
  const { prover, seen } = work;
  if (!prover || !isProven(proof)) return [];
  const turned = whatTurned(proof, { ...work, prover });
  const { changes } = await readChanges(changedFiles({ ...work, prover }));
  const pairs = turned.has("answers")
    ? findHardCodedPairs({
        // Data of tests says what they expect: it is no code that knows it.
        added: changes.filter(({ path }) => !isTestCode(path) && measureOf(path, []) !== "test"),
        tests: readPassedTests({ cwd: prover.cwd, turned: oldTests(proof), changed: testsAmong(changes) }),
      })
    : [];
  const exceptions = exceptionsOf(prover);
  const signs = [
    ...pairs,
    ...findSigns(changes, [], await findLoaded(changes, seen.after)),
    ...findLeftOut(changes),
    ...findRedirected(changes, prover.cwd),
  ].filter((sign) => !isExcepted(sign, exceptions));
  return weakSigns(signs, turned).slice(0, maxSigns);
}

export const changedFiles = ({ prover, files, seen, baseline }: Readable): ChangedFiles => ({
  ...{ cwd: prover.cwd, files, contents: prover.contents, texts: baseline.texts },
  root: seen.after.roots[0]?.path ?? prover.cwd,
});

/** A check without test names may stand for any test. */
const oldTests = ({ kind, tests }: Proof): readonly string[] | null =>
  kind === "old-test" ? tests : kind === "new-test" ? [] : null;

/** What the proof rests on, and every check that failed when the task began and holds now. */
function whatTurned({ kind, check, tests }: Proof, { prover, seen, began }: Readable): ReadonlySet<Touches> {
  const stateIn = (results: readonly CheckResult[], name: string) =>
    results.find((result) => result.name === name)?.state;
  const plans = prover.plans.filter(
    ({ name }) => name === check || (stateIn(began, name) === "fails" && stateIn(seen.results, name) === "holds"),
  );
  const ofFacts = kind === "fact" ? tests.flatMap((name) => [...touchesOf({ name })]) : [];
  const ofTests: readonly Touches[] = kind === "old-test" || kind === "new-test" ? ["answers"] : [];
  return new Set([...plans.flatMap((plan) => [...touchesOf(plan)]), ...ofFacts, ...ofTests]);
}

/** What the settings call no sign here. */
function exceptionsOf({ plans }: ProverTerms): readonly string[] {
  const plan = plans.find((each) => each.kind === "honest-tests");
  if (!plan) return [];
  const allowed = plan.allow.flatMap((entry) => /^sign(?::(.+))?$/.exec(entry)?.[1] ?? (entry === "sign" ? "**" : []));
  return [...(typeof plan.signs === "string" ? [] : plan.signs), ...allowed];
}
