import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import { testFile } from "../../decide/check-comparison.js";
import { isProven, type Proof } from "../../decide/proof.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import { newTestReader } from "../checks/tests/test-run.js";
import type { Gathered } from "../gathered.js";
import type { KeptResults } from "../kept-results.js";
import type { CheckPlan, CommandPlan } from "../plan.js";
import { projectFilesAt } from "../project-files.js";
import { isSamePath } from "../proof/test-state.js";
import { confirmOldTests } from "../proof/without-work/confirm-old-tests.js";
import { buildFor } from "../proof/without-work/find-build.js";
import type { LabRun } from "../proof/without-work/lab.js";
import { filesInItsLanguage, onlyFiles } from "../proof/without-work/only-files.js";
import type { WorkToProve } from "../proof/without-work/plan-experiments.js";
import { hasOnlyComments, onlyComments, proveByNewTests, type Suite } from "../proof/without-work/prove-new-tests.js";
import type { KeptContents } from "../workspace/kept-contents.js";
import type { RootState } from "../workspace/workspace-state.js";
import { findRecorded, findRewritten } from "./recorded-answers.js";
import { reuseProof } from "./reuse-proof.js";
import type { FileWork } from "./task-work.js";
import { isRunAsTest } from "./tests-of-data.js";
import { readChangedTexts, toWithoutWork, toWorkToProve } from "./work-to-prove.js";

export interface ProverTerms {
  readonly cwd: string;
  readonly plans: readonly CheckPlan[];
  readonly contents: KeptContents;
  /** How long it may take; 0: nothing is proved. */
  readonly seconds: number;
  /** How often a failure that would prove something is tried again. */
  readonly retries: number;
  readonly signal?: AbortSignal;
  readonly logDirectory: string | null;
  /** Where commands run. */
  readonly room: CheckRoom;
  /** What proofs came to, by the content they were made on. */
  readonly kept: KeptResults | null;
  /** Runs of unchanged copies, for several tasks that are proved on the same content. */
  readonly controls?: Map<string, LabRun>;
  now(): number;
  /** Told what is proved before it is tried. */
  onProve(task: string | null, what: string): void;
}

export interface TaskToProve {
  /** For people: the task's id. */
  readonly id: string | null;
  /** All that the list says of it. */
  readonly text: string;
  /** The net change of each file of its work, by full path. */
  readonly files: Readonly<Record<string, FileWork>>;
  readonly seen: Gathered;
  /** Another open task's own test proves nothing of this one. */
  isOthers(test: string): boolean;
  /** What that depends on, as plain JSON: a proof is used again only among the same tasks. */
  readonly among: unknown;
}

/** What is said where no proof is made at all. */
export const proofsAreOff: Proof = { state: "unknown", tests: [], why: "no proof is made (proofSeconds is 0)" };

/** Proves a task by its new tests, which must fail in a copy without its work. Null where it has none that pass. */
export async function proveWithoutWork(terms: ProverTerms, task: TaskToProve): Promise<Proof | null> {
  const { cwd, contents } = terms;
  const { seen, text } = task;
  const files = withoutHelpers(task);
  const root = onlyRoot(seen);
  if (!root) return null;
  const changed = await readChangedTexts({ cwd, root, files, contents });
  const work = toWorkToProve(changed, cwd, text);
  if (hasOnlyComments(work)) return onlyComments;
  const putBack = [...findRecorded(root.path, files, seen), ...findRewritten(changed, { cwd, root, text })];
  const until = terms.now() + terms.seconds * 1000;
  let best: Proof | null = null;
  for (const suite of suitesFor(work, terms, seen).slice(0, mostSuites)) {
    const seconds = best === null ? terms.seconds : (until - terms.now()) / 1000;
    if (seconds <= 0) break;
    const proof = await proveIn(suite, { terms: { ...terms, seconds }, task, root, putBack });
    if (isProven(proof)) return proof;
    if (best === null || (proof.isMeasured && !best.isMeasured)) best = proof;
  }
  return best;
}

/** Where the first cannot tell, the tests may be those of another. */
const mostSuites = 3;

interface SuiteTerms {
  readonly terms: ProverTerms;
  readonly task: TaskToProve;
  readonly root: RootState;
  readonly putBack: ReturnType<typeof findRewritten>;
}

function proveIn(suite: SuiteToTry, { terms, task, root, putBack }: SuiteTerms): Promise<Proof> {
  const { work, ...own } = suite;
  const asked = [task.among, work, own.plan.words, own.restricted?.words, putBack.map(({ path }) => path)];
  return reuseProof(["new-tests", ...asked], { terms, seen: task.seen }, () => {
    terms.onProve(task.id, `proving ${task.id ?? "the work"}: its tests without its work`);
    return proveByNewTests({
      ...{ ...copyTerms(terms), root, suite: own, work, putBack, isOthers: task.isOthers },
      ...{ build: buildFor(own.plan, terms), controls: terms.controls ?? new Map() },
    });
  });
}

/** Whether the tests that turned green fail again without the task's work. What cannot be taken back is left as it is. */
export async function confirmWithoutWork(
  terms: ProverTerms,
  task: TaskToProve,
  { proof, began }: { readonly proof: Proof; readonly began: readonly CheckResult[] },
): Promise<Proof> {
  const { cwd, contents, plans } = terms;
  const { seen, id } = task;
  const files = withoutHelpers(task);
  const root = onlyRoot(seen);
  const plan = plans.find((each): each is CommandPlan => each.kind === "command" && each.name === proof.check);
  if (!root || !plan) return proof;
  const { files: without, isPartial } = toWithoutWork(await readChangedTexts({ cwd, root, files, contents }));
  if (without.length === 0) return proof;
  const paths = [...new Set(proof.tests.map((test) => testFile(test)))].flatMap((path) => path ?? []);
  const restricted = paths.length > 0 ? onlyFiles(plan, projectFilesAt(cwd), paths) : null;
  return reuseProof(["old-tests", without, proof.tests, plan.words], { terms, seen }, () => {
    terms.onProve(id, `proving ${id ?? "the work"}: its tests without its work`);
    return confirmOldTests({
      ...{ ...copyTerms(terms), root, plan: restricted ?? plan, build: buildFor(plan, terms), putBack: [] },
      ...{ tests: proof.tests, began: began.find(({ name }) => name === plan.name), without, isPartial },
      milliseconds: timeOf(plan, seen),
    });
  });
}

/** What belongs to the tests stays as it is: taking a weaker helper back is no proof of the work. */
const withoutHelpers = ({ files, seen }: TaskToProve): TaskToProve["files"] =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !seen.helpers?.includes(path)));

const onlyRoot = ({ after: { roots } }: Gathered): RootState | null => (roots.length === 1 ? (roots[0] ?? null) : null);

const copyTerms = ({ cwd, signal, logDirectory, room, seconds, retries, now }: ProverTerms) => ({
  ...{ cwd, signal, logDirectory, room, seconds, retries, now, newTestReader },
});

const timeOf = ({ name }: CommandPlan, { logs }: Gathered): number =>
  logs.find((log) => log.name === name)?.durationMs ?? 0;

/** What is better known: a proof, then what was measured, then what was only compared. */
export const betterProof = (compared: Proof, tried: Proof | null): Proof =>
  tried === null || isProven(compared) ? compared : tried;

/** A check beside the work, as far as its output names it. */
interface SuiteToTry extends Suite {
  readonly work: WorkToProve;
}

/** The checks whose tests ran and in which none of the task's own tests fails; those that can run single files first. */
function suitesFor(work: WorkToProve, { cwd, plans }: ProverTerms, seen: Gathered): readonly SuiteToTry[] {
  const project = projectFilesAt(cwd);
  const paths = work.tests.map(({ path }) => path);
  const isTheirs = (test: string): boolean => paths.some((path) => isSamePath(testFile(test) ?? test, path));
  const suites = plans.flatMap((plan): readonly SuiteToTry[] => {
    const result = seen.results.find(({ name }) => name === plan.name);
    if (plan.kind !== "command" || plan.hidden || plan.reads === "status" || !plan.required || !result) return [];
    if (!hasPassed(result) || result.failing.some(isTheirs)) return [];
    const own = filesInItsLanguage(plan, project, paths);
    const tests = work.tests.filter(({ path }) => own.includes(path));
    const asked = tests.filter(isRunAsTest).map(({ path }) => path);
    if (asked.length === 0) return [];
    const restricted = onlyFiles(plan, project, asked);
    return [{ plan, restricted, result, milliseconds: timeOf(plan, seen), work: { ...work, tests } }];
  });
  return suites.toSorted((a, b) => Number(b.restricted !== null) - Number(a.restricted !== null));
}

/** Some runners tell that tests passed, and not how many. */
const hasPassed = ({ state, passed }: CheckResult): boolean =>
  state === "holds" ? passed !== 0 : state === "fails" && (passed ?? 0) > 0;
