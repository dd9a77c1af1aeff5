import type { Decision } from "../core/decision.js";
import { selectTaskById, type Task } from "../core/tasks.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import { criteriaFor } from "../evidence/criteria/read-criteria.js";
import { type EvidenceFound, type EvidenceOptions, evidenceFor } from "../evidence/evidence-for.js";
import { taskText } from "../evidence/proof/test-owner.js";
import type { CheckResult } from "../evidence/tests/judge-run.js";
import { KeptContents } from "../evidence/workspace/kept-contents.js";
import type { WorkspaceState } from "../evidence/workspace/state.js";
import { dueChecks } from "../judge/due-checks.js";
import type { Iteration } from "../judge/judge.js";
import { taskKeys } from "./list-ledger.js";
import { type FilesOfWork, type ProvedTurn, proveTurn } from "./prove-turn.js";
import type { ProverTerms } from "./prover.js";
import { seeClaim } from "./see-claim.js";
import { addTurn, noWork, type TaskWork } from "./task-work.js";
import {
  beginTask,
  finishTask,
  newLedger,
  recordChecks,
  recordTurn,
  type WorkLedger,
  wholeRun,
  workOn,
} from "./work-ledger.js";

/** The workspace at the start of a run and at its last inspection, against which changes are measured. */
export interface SavedWorkspace {
  readonly run: string | null;
  readonly baseline: Baseline | null;
  readonly after: WorkspaceState | null;
  /** The work so far; absent in files of earlier versions. */
  readonly work?: WorkLedger;
}

type EvidenceSource = Pick<
  EvidenceOptions,
  "cwd" | "checks" | "origin" | "detect" | "since" | "ignore" | "logDirectory" | "signal" | "onCheck" | "seen" | "kept"
>;

export interface Inspecting extends EvidenceSource {
  readonly before: SavedWorkspace | null;
  /** Completion is asked for whatever the agent says. */
  readonly claimed?: boolean;
  /** How long a proof in copies may take; 0: none is made. */
  readonly proofSeconds: number;
  readonly onProve?: (what: string) => void;
  now(): number;
}

export interface Inspected {
  readonly iteration: Iteration;
  readonly notes: readonly string[];
  /** The workspace for the next inspection, once the iteration is judged. */
  save(run: string, decision: Pick<Decision, "taskDone">): SavedWorkspace;
}

/** Runs the checks that are due and adds what they show to an iteration of somebody else's loop. */
export async function inspectIteration(
  iteration: Iteration,
  { before, claimed = false, proofSeconds, onProve, now, ...source }: Inspecting,
): Promise<Inspected> {
  const key = taskKey(iteration);
  const ledger = beginTask(before?.work ?? newLedger(before?.baseline?.checks ?? [], []), key);
  const { began } = workOn(ledger, key);
  const task = findTask(iteration);
  const due = { tasks: iteration.tasks, task: task?.id ?? iteration.task, ticked: claimed };
  const seen = await evidenceFor({
    ...source,
    baseline: before?.baseline ?? null,
    before: before?.after ?? null,
    began,
    generated: [...(before?.baseline?.writtenByChecks ?? []), ...ledger.generated],
    allowed: ledger.allowed ?? {},
    accepted: ledger.acceptedTests ?? [],
    task: task && {
      ...{ id: task.id, title: task.title, text: taskText(task) },
      criteria: criteriaFor(task, before?.baseline?.verify ?? []),
    },
    tasksFile: iteration.tasksFile ?? null,
    ...dueChecks(iteration.report, due),
  });
  // What was there before the first look may be anybody's.
  const turned = seen.isStartUnknown && !iteration.session ? ledger : recordTurn(ledger, key, seen.changes);
  const work = recordChecks(turned, seen);
  const { facts, owns } = await seeClaim(work, [key], { seen, named: iteration.report?.work ?? null });
  const isClaim = seen.results.length > 0 || seen.verified.length > 0;
  const proved =
    isClaim && seen.baseline
      ? await proveSeen(
          iteration,
          {
            ...{ seen, baseline: seen.baseline, task, began, files: workFiles(workOn(work, key), seen, iteration) },
            isVisible: facts.workVisible === true || seen.isStartUnknown,
          },
          {
            ...{
              cwd: source.cwd,
              plans: seen.plans,
              contents: new KeptContents(),
              seconds: proofSeconds,
              retries: 1,
              now,
            },
            ...(source.signal ? { signal: source.signal } : {}),
            ...{ logDirectory: source.logDirectory ?? null, kept: source.kept ?? null },
            onProve: (_, what) => onProve?.(what),
          },
        )
      : null;
  const start =
    seen.isStartUnknown && !iteration.session ? await startHere(seen, { source, iteration }) : seen.baseline;
  return {
    iteration: {
      ...iteration,
      evidence: [...iteration.evidence, ...(proved?.evidence ?? seen.evidence)],
      ...(proved ? { shown: proved.shown } : {}),
      facts: { ...seen.facts, ...facts, ...unknownStart(seen, iteration), ...iteration.facts },
      feedback: [...iteration.feedback, ...seen.feedback],
      warnings: [...iteration.warnings, ...seen.warnings, ...(proved?.warnings ?? [])],
    },
    notes: seen.notes,
    save: (run, { taskDone }) => ({
      run,
      baseline: before?.baseline ?? start,
      after: seen.after,
      work: taskDone === null ? work : finishTask(work, key, owns),
    }),
  };
}

interface SeenTurn {
  readonly seen: EvidenceFound;
  readonly baseline: Baseline;
  readonly task: Task | null;
  readonly began: readonly CheckResult[];
  readonly isVisible: boolean;
  readonly files: FilesOfWork;
}

/** What the task's turns changed. Where nobody knows how things stood, the last commit is asked. */
function workFiles(work: TaskWork, { isStartUnknown, sinceStart }: EvidenceFound, { session }: Iteration): FilesOfWork {
  return isStartUnknown && !session && sinceStart ? addTurn(noWork, sinceStart).files : work.files;
}

/** In somebody else's loop the list is taken as given: no other task is claimed by a tick. */
function proveSeen(
  { tasks }: Iteration,
  { seen, baseline, task, began, isVisible, files }: SeenTurn,
  prover: ProverTerms,
): Promise<ProvedTurn> {
  return proveTurn({
    ...{ cwd: prover.cwd, seen, baseline, task, isVisible, files, prover, others: [] },
    began: began.length > 0 ? began : baseline.checks,
    tasks: tasks.is === "tasks" ? tasks.tasks : [],
  });
}

/** Where nobody knows how things stood, nothing is visible: only a proof shows work. A person in a session can tell. */
const unknownStart = ({ isStartUnknown }: EvidenceFound, { session }: Iteration): Iteration["facts"] =>
  isStartUnknown && !session ? { workVisible: false, startUnknown: true } : {};

/** From here on the work is measured. */
async function startHere(
  seen: EvidenceFound,
  { source, iteration }: { readonly source: EvidenceSource; readonly iteration: Iteration },
): Promise<Baseline> {
  const { cwd, ignore } = source;
  const options = {
    cwd,
    plans: seen.plans,
    tasksFile: iteration.tasksFile ?? null,
    runChecks: false,
    seen: seen.after,
  };
  const { baseline } = await takeBaseline({ ...options, ...(ignore ? { ignore } : {}) });
  return { ...baseline, checks: seen.results, verified: seen.verified };
}

/**
 * A new run starts at the last inspection of the previous one, unless there was a commit since: then the start is
 * unknown.
 */
export function startNewRun({ baseline, after, work }: SavedWorkspace): SavedWorkspace | null {
  if (!baseline || !after) return null;
  const checks = work?.latest ?? baseline.checks;
  return { run: null, baseline: { ...baseline, state: after, checks }, after };
}

/** The named task in the list. */
function findTask({ task, tasks }: Iteration): Task | null {
  if (tasks.is !== "tasks") return null;
  const selection = selectTaskById(task, tasks.tasks);
  const id = selection.is === "task" ? (selection.inList ?? selection.id) : null;
  return tasks.tasks.find((each) => each.id === id) ?? null;
}

function taskKey(iteration: Iteration): string {
  const task = findTask(iteration);
  if (!task) return iteration.task ?? wholeRun;
  return iteration.tasks.is === "tasks" ? taskKeys(iteration.tasks.tasks)(task) : wholeRun;
}
