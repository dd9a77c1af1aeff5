import { testFile } from "../../decide/check-comparison.js";
import { isOver } from "../../decide/dependencies.js";
import type { Evidence } from "../../decide/evidence.js";
import type { Shown } from "../../decide/observe.js";
import { isProven, notProven, type OtherClaim, type Proof, type TaskFact } from "../../decide/proof.js";
import { withoutTouched } from "../../decide/seen-sign.js";
import type { Task } from "../../decide/tasks.js";
import type { Baseline } from "../baseline.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import type { Gathered } from "../gathered.js";
import { readFacts } from "../proof/fact-states.js";
import { readNamedTests } from "../proof/named-tests.js";
import { proveTask } from "../proof/prove-task.js";
import { type OwnerOf, ownersIn, taskText } from "../proof/test-owner.js";
import { testedNamesIn } from "../proof/tested-names.js";
import { isNothing } from "../workspace/changes.js";
import { isByCoverage, judgeHollow, readHollowTests } from "./hollow-proof.js";
import { isListedOnly, isOnlyWaiting } from "./listed-only.js";
import { type Files, lookAtFiles } from "./look-at-files.js";
import { nameOwners } from "./name-owners.js";
import {
  betterProof,
  confirmWithoutWork,
  type ProverTerms,
  proofsAreOff,
  proveWithoutWork,
  type TaskToProve,
} from "./prover.js";
import { findTouchingSigns } from "./sign-proof.js";

export interface ClaimedTask {
  readonly task: Task;
  readonly by: OtherClaim["by"];
  /** What the turn did for it, as far as that is named; else all that the turn did. */
  readonly files?: FilesOfWork;
}

/** The net change of each file of a task's work, by full path. */
export type FilesOfWork = TaskToProve["files"];

export interface ProvingTurn {
  readonly cwd: string;
  readonly seen: Gathered;
  readonly baseline: Baseline;
  /** The checks when the task began. */
  readonly began: readonly CheckResult[];
  /** The list as it counts; empty where there is none. */
  readonly tasks: readonly Task[];
  readonly task: Task | null;
  /** The task's own turns changed content of the project, or it names such content as its work. */
  readonly isVisible: boolean;
  /** Other tasks claimed in the same turn. */
  readonly others: readonly ClaimedTask[];
  /** The task's own work. */
  readonly files: FilesOfWork;
  /** How new tests are tried without the work; null where nothing is tried. */
  readonly prover: ProverTerms | null;
}

export interface ProvedTurn {
  readonly shown: Shown;
  readonly evidence: readonly Evidence[];
  readonly warnings: readonly string[];
}

/** What the checks of a turn show of the task: its facts, its proof, whose the failing tests are, and the other claims. */
export async function proveTurn(turn: ProvingTurn): Promise<ProvedTurn> {
  const { task, tasks, seen, baseline } = turn;
  const files = lookAtFiles(turn.cwd, turn.seen);
  const ownerOf = ownersIn(tasks, testedNamesIn(turn.cwd));
  const facts = task ? factsOf(turn, task, { ...files, ownerOf }) : [];
  const compare = (of: Task | null, own: readonly TaskFact[]): Proof =>
    proveTask({
      ...{ evidence: seen.evidence, now: seen.results, began: turn.began, start: baseline.checks },
      ...{ task: of?.id ?? null, facts: own, ownerOf, changed: files.changed },
      ...{ ran: seen.ran, asAtStart: seen.asAtStart, asAtStartWhy: seen.asAtStartWhy, suspected: seen.suspected },
      ...{ isVisible: turn.isVisible, hasChanged: hasChanged(seen), verifiedAsAtStart: seen.verifiedAsAtStart },
    });
  const proof = await tryWithoutWork(turn, { of: task, files: turn.files, compared: compare(task, facts), ownerOf });
  const signs = await findTouchingSigns(proof, turn);
  const claims: OtherClaim[] = [];
  for (const { task: other, by, files: work = {} } of turn.others) {
    const tried = await tryWithoutWork(turn, { of: other, files: work, compared: compare(other, []), ownerOf });
    const touched = withoutTouched(tried, await findTouchingSigns(tried, { ...turn, files: work }));
    claims.push(onlyByOwn({ task: other.id, by, proof: touched }, ownerOf));
  }
  return {
    shown: {
      ...(facts.length > 0 ? { facts } : {}),
      proof: task ? listed(proof, { task, facts, seen }) : proof,
      ...(signs.length > 0 ? { signs } : {}),
      ...(claims.length > 0 ? { claims } : {}),
    },
    evidence: seen.evidence.map((check) => nameOwners(check, { ...turn, ownerOf, facts })),
    warnings: task ? describeOutside(task) : [],
  };
}

interface ProofAttempt {
  readonly of: Task | null;
  readonly files: FilesOfWork;
  readonly compared: Proof;
  readonly ownerOf: OwnerOf;
}

/** What nothing could prove is not held against the task. */
function listed(proof: Proof, { task, facts, seen }: ShownTask): Proof {
  if (!isListedOnly(task, facts, seen)) return proof;
  if (isProven(proof) || !isOnlyWaiting(task, seen)) return { ...proof, isExempt: true };
  return { ...notProven("its tests only wait for what answers later now"), isExempt: true };
}

interface ShownTask {
  readonly task: Task;
  readonly facts: readonly TaskFact[];
  readonly seen: Gathered;
}

/** Where comparing what was with what is does not prove it, its new tests are tried without it. */
async function tryWithoutWork(turn: ProvingTurn, trying: ProofAttempt): Promise<Proof> {
  const { prover } = turn;
  const { files, compared } = trying;
  if (!prover) return compared;
  if (prover.seconds === 0) return proofsAreOff;
  const confirmed = await confirmNobodys(prover, turn, trying);
  if (isProven(confirmed) && !isByCoverage(confirmed, prover)) return confirmed;
  const hollow = await readHollowTests(prover, { ...turn, files });
  const tried = await proveWithoutWork(prover, toProve(turn, trying, hollow.isDead));
  const isSure = tried !== null && (isProven(tried) || tried.isMeasured);
  return withoutChanged(judgeHollow(isSure ? tried : betterProof(confirmed, tried), hollow), turn.seen);
}

/**
 * Old tests that were changed to pass prove nothing: what they ask for now, only the agent asks for. They may have other
 * names now, so that no test of their files does.
 */
function withoutChanged(proof: Proof, { evidence }: Gathered): Proof {
  const changed = [...new Set(evidence.flatMap((check) => (check.changed ?? []).map(testFile)))];
  // A runner of several projects may name the file behind the project: "|unit| test/a.test.ts > adds".
  const isOfChanged = (test: string): boolean =>
    changed.some((file) => testFile(test) === file || (file !== null && test.includes(`${file} `)));
  const tests = proof.tests.filter((test) => !isOfChanged(test));
  if (proof.kind !== "new-test" || tests.length === proof.tests.length) return proof;
  return tests.length > 0 ? { ...proof, tests } : notProven("its tests were changed to pass");
}

/** A test that is nobody's may have turned green by anything. */
async function confirmNobodys(prover: ProverTerms, turn: ProvingTurn, trying: ProofAttempt): Promise<Proof> {
  const { of, compared, ownerOf } = trying;
  const isOwn = compared.kind !== "old-test" || compared.tests.some((test) => of !== null && ownerOf(test) === of.id);
  if (!isProven(compared) || isOwn) return compared;
  return confirmWithoutWork(prover, toProve(turn, trying), { proof: compared, began: turn.began });
}

function toProve(
  { seen, tasks }: ProvingTurn,
  { of, files, ownerOf }: ProofAttempt,
  isDead: (test: string) => boolean = () => false,
): TaskToProve {
  const isOpen = (id: string): boolean => tasks.some((task) => task.id === id && !isOver(task));
  return {
    ...{ id: of?.id ?? null, text: of ? taskText(of) : "", files, seen },
    among: tasks.map((task) => [task.id, task.title, isOver(task)]),
    isOthers: (test) => {
      const owner = ownerOf(test);
      return isDead(test) || (owner !== null && owner !== of?.id && isOpen(owner));
    },
  };
}

/** Another task is done with this one only by a test that is its own; what is nobody's speaks for the selected task. */
function onlyByOwn(claim: OtherClaim, ownerOf: OwnerOf): OtherClaim {
  const { task, proof } = claim;
  const own = proof.tests.filter((test) => ownerOf(test) === task);
  if (proof.state !== "proven" || own.length > 0) return { ...claim, proof: { ...proof, tests: own } };
  return { ...claim, proof: { state: "not-proven", tests: [], why: "no test of its own shows it" } };
}

/** Something of the project is not as it was when the run began. Where nobody can tell, it may be. */
const hasChanged = ({ sinceStart }: Gathered): boolean => sinceStart === null || !isNothing(sinceStart);

function factsOf({ seen, baseline }: ProvingTurn, task: Task, files: Files & { readonly ownerOf: OwnerOf }) {
  return readFacts({
    ...{ text: taskText(task), now: seen.results, start: baseline.checks },
    ...{ verified: seen.verified, verifiedAtStart: baseline.verified ?? [] },
    artifacts: seen.evidence.find(({ name }) => name === "artifacts"),
    existed: files.existed,
    exists: files.exists,
    isOthers: (file) => ![null, task.id].includes(files.ownerOf(file)),
  });
}

const describeOutside = (task: Task): readonly string[] =>
  readNamedTests(taskText(task)).outside.map(
    (file) => `task ${task.id} names ${file}, which is outside the project: it is not checked`,
  );
