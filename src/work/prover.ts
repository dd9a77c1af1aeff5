import { testFile } from "../core/check-comparison.js";
import { isProven, type Proof } from "../core/proof.js";
import type { Gathered } from "../evidence/gather.js";
import type { KeptResults } from "../evidence/kept-results.js";
import { measureOf } from "../evidence/original-tests/measures.js";
import type { PutBack } from "../evidence/original-tests/put-back.js";
import type { CheckPlan, CommandPlan } from "../evidence/plan.js";
import { projectFilesAt } from "../evidence/project-files.js";
import { isSamePath } from "../evidence/proof/test-state.js";
import type { CheckResult } from "../evidence/tests/judge-run.js";
import { newTestReader } from "../evidence/tests/test-run.js";
import { confirmOldTests } from "../evidence/without-work/confirm-old-tests.js";
import { buildFor } from "../evidence/without-work/find-build.js";
import type { LabRun } from "../evidence/without-work/lab.js";
import { onlyFiles } from "../evidence/without-work/only-files.js";
import type { WorkToProve } from "../evidence/without-work/plan-experiments.js";
import { proveByNewTests, type Suite } from "../evidence/without-work/prove-new-tests.js";
import type { KeptContents } from "../evidence/workspace/kept-contents.js";
import type { RootState } from "../evidence/workspace/state.js";
import { pathFrom } from "../system/folder.js";
import { reuseProof } from "./reuse-proof.js";
import type { FileWork } from "./task-work.js";
import { isCode, readChangedTexts, toWithoutWork, toWorkToProve } from "./work-to-prove.js";

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
  const [suite] = suitesFor(work, terms, seen);
  if (work.tests.length === 0 || !suite) return null;
  const putBack = findRecorded(root.path, files, seen);
  const asked = [task.among, work, suite.plan.words, suite.restricted?.words, putBack.map(({ path }) => path)];
  return reuseProof(["new-tests", ...asked], { terms, seen }, () => {
    terms.onProve(task.id, `proving ${task.id ?? "the work"}: its tests without its work`);
    return proveByNewTests({
      ...{ ...copyTerms(terms), root, suite, work, putBack, isOthers: task.isOthers },
      ...{ build: buildFor(suite.plan, terms), controls: terms.controls ?? new Map() },
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

const copyTerms = ({ cwd, signal, logDirectory, seconds, retries, now }: ProverTerms) => ({
  ...{ cwd, signal, logDirectory, seconds, retries, now, newTestReader },
});

const timeOf = ({ name }: CommandPlan, { logs }: Gathered): number =>
  logs.find((log) => log.name === name)?.durationMs ?? 0;

/** What is better known: a proof, then what was measured, then what was only compared. */
export const betterProof = (compared: Proof, tried: Proof | null): Proof =>
  tried === null || isProven(compared) ? compared : tried;

/** The checks whose tests ran and in which none of the task's own tests fails; those that can run single files first. */
function suitesFor({ tests }: WorkToProve, { cwd, plans }: ProverTerms, seen: Gathered): readonly Suite[] {
  const paths = tests.map(({ path }) => path);
  const isTheirs = (test: string): boolean => paths.some((path) => isSamePath(testFile(test) ?? test, path));
  const suites = plans.flatMap((plan): readonly Suite[] => {
    const result = seen.results.find(({ name }) => name === plan.name);
    if (plan.kind !== "command" || plan.reads === "status" || !plan.required || !result) return [];
    if (!hasPassed(result) || result.failing.some(isTheirs)) return [];
    return [
      { plan, restricted: onlyFiles(plan, projectFilesAt(cwd), paths), result, milliseconds: timeOf(plan, seen) },
    ];
  });
  return suites.toSorted((a, b) => Number(b.restricted !== null) - Number(a.restricted !== null));
}

/** Some runners tell that tests passed, and not how many. */
const hasPassed = ({ state, passed }: CheckResult): boolean =>
  state === "holds" ? passed !== 0 : state === "fails" && (passed ?? 0) > 0;

const snapshot =
  /\.snap$|(?:^|\/)__(?:image_)?snapshots__\/|\.(?:approved|received|golden)\b|(?:^|\/)(?:golden|expected)/;
const input = /(?:^|[/._-])(?:fixtures?|samples?|inputs?|cases?|data|mocks?|stubs?)(?:[/._-]|$)/;

/** What tests compare with, and is no code: written by the task, it says only what the task's own code says. */
const isRecorded = (path: string): boolean =>
  snapshot.test(path) || (measureOf(path, []) === "test" && !isCode(path) && !input.test(path));

/** Recorded answers that the task made, and what a check wrote, do not enter the copy. */
function findRecorded(
  root: string,
  files: Readonly<Record<string, FileWork>>,
  { generated }: Gathered,
): readonly PutBack[] {
  const made = Object.entries(files).filter(([, { from }]) => from === null);
  const paths = new Set([...made.map(([path]) => path), ...generated].map((path) => pathFrom(root, path)));
  return [...paths].filter(isRecorded).map((path) => ({ root, path, measure: "test", content: null }));
}
