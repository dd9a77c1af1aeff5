import type { Evidence } from "../core/evidence.js";
import type { Shown } from "../core/observe.js";
import type { OtherClaim, Proof, TaskFact } from "../core/proof.js";
import type { Task } from "../core/tasks.js";
import type { Baseline } from "../evidence/baseline.js";
import type { Gathered } from "../evidence/gather.js";
import { readFacts } from "../evidence/proof/fact-states.js";
import { readNamedTests } from "../evidence/proof/named-tests.js";
import { proveTask } from "../evidence/proof/prove-task.js";
import { type OwnerOf, ownersIn, taskText } from "../evidence/proof/test-owner.js";
import { isSamePath } from "../evidence/proof/test-state.js";
import type { CheckResult } from "../evidence/tests/judge-run.js";
import { isNothing } from "../evidence/workspace/changes.js";
import { namesIn, pathJoin, realPath, sizeAt, walkFolder } from "../system/folder.js";

export interface ClaimedTask {
  readonly task: Task;
  readonly by: OtherClaim["by"];
}

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
}

export interface ProvedTurn {
  readonly shown: Shown;
  readonly evidence: readonly Evidence[];
  readonly warnings: readonly string[];
}

/** What the checks of a turn show of the task: its facts, its proof, whose the failing tests are, and the other claims. */
export function proveTurn(turn: ProvingTurn): ProvedTurn {
  const { task, tasks, seen, baseline } = turn;
  const files = lookAtFiles(turn);
  const ownerOf = ownersIn(tasks);
  const facts = task ? factsOf(turn, task, files) : [];
  const prove = (of: Task | null, own: readonly TaskFact[]): Proof =>
    proveTask({
      ...{ evidence: seen.evidence, now: seen.results, began: turn.began, start: baseline.checks },
      ...{ task: of?.id ?? null, facts: own, ownerOf, changed: files.changed },
      ...{ isVisible: turn.isVisible, hasChanged: hasChanged(seen) },
    });
  const claims = turn.others.map(({ task: other, by }) => ({ task: other.id, by, proof: prove(other, []) }));
  return {
    shown: {
      ...(facts.length > 0 ? { facts } : {}),
      proof: prove(task, facts),
      ...(claims.length > 0 ? { claims: claims.map((claim) => onlyByOwn(claim, ownerOf)) } : {}),
    },
    evidence: seen.evidence.map((check) => nameOwners(check, { ...turn, ownerOf, facts })),
    warnings: task ? describeOutside(task) : [],
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

interface Files {
  exists(file: string): boolean;
  existed(file: string): boolean;
  /** Changed or deleted since the start, from the project's folder. */
  readonly changed: readonly string[];
}

function lookAtFiles({ cwd, seen }: ProvingTurn): Files {
  const home = `${realPath(cwd)}/`;
  const changes = (seen.sinceStart?.files ?? []).map((change) => ({
    now: inFolder(home, `${change.root}/${change.path}`),
    was: inFolder(home, `${change.root}/${change.from ?? change.path}`),
    isNew: change.before === null,
    isGone: change.now === null,
  }));
  const exists = (file: string): boolean => isFile(cwd, file);
  return {
    exists,
    existed(file) {
      const isAny = (path: string): boolean => isSamePath(path, file);
      if (changes.some(({ was, isNew }) => !isNew && isAny(was))) return true;
      return exists(file) && !changes.some(({ now, isNew }) => isNew && isAny(now));
    },
    changed: changes.filter(({ isNew }) => !isNew).map(({ was }) => was),
  };
}

const inFolder = (home: string, path: string): string => (path.startsWith(home) ? path.slice(home.length) : path);

/** A name without a folder may stand for a file in any. */
function isFile(cwd: string, file: string): boolean {
  if (sizeAt(pathJoin(cwd, file)) !== null) return true;
  if (file.includes("/") || namesIn(cwd).length === 0) return false;
  const { files } = walkFolder(cwd, (path) => /(?:^|\/)(?:\.git|node_modules)\/$/.test(path), 20_000);
  return files.some((path) => isSamePath(path, file));
}

function factsOf({ seen, baseline }: ProvingTurn, task: Task, files: Files): readonly TaskFact[] {
  return readFacts({
    ...{ text: taskText(task), now: seen.results, start: baseline.checks },
    ...{ verified: seen.verified, verifiedAtStart: baseline.verified ?? [] },
    artifacts: seen.evidence.find(({ name }) => name === "artifacts"),
    existed: files.existed,
    exists: files.exists,
  });
}

const describeOutside = (task: Task): readonly string[] =>
  readNamedTests(taskText(task)).outside.map(
    (file) => `task ${task.id} names ${file}, which is outside the project: it is not checked`,
  );

/** Marks the failing tests that are another open task's, and those that are this one's by their subject. */
function nameOwners(
  check: Evidence,
  { task, tasks, baseline, ownerOf, facts }: ProvingTurn & { ownerOf: OwnerOf; facts: readonly TaskFact[] },
): Evidence {
  const { failing = [] } = check;
  if (!task || failing.length === 0) return check;
  const isOpen = new Set(tasks.filter(({ status }) => status !== "done" && status !== "skipped").map(({ id }) => id));
  const start = baseline.checks.find(({ name }) => name === check.name);
  const passedThen = (test: string): boolean =>
    start?.census?.names.ran.some(
      (name) => !start.failing.includes(test) && (test === name || test.endsWith(`: ${name}`)),
    ) === true;
  const hasLostPasses = (check.passed ?? 0) < (check.passedBefore ?? 0);
  const ofOthers = failing.filter((test) => {
    const owner = ownerOf(test);
    return owner !== null && owner !== task.id && isOpen.has(owner) && !passedThen(test) && !hasLostPasses;
  });
  const isFact = (test: string): boolean =>
    facts.some(({ kind, name }) => kind === "test" && isSamePath(test.split(/: |::/)[0] ?? test, name));
  const ownFailing = failing.filter((test) => ownerOf(test) === task.id && !isFact(test));
  return {
    ...check,
    ...(ofOthers.length > 0 ? { ofOthers } : {}),
    ...(ownFailing.length > 0 ? { ownFailing } : {}),
  };
}
