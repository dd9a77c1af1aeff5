import { outside } from "../../agents/sandbox/check-room.js";
import type { Decision } from "../../decide/decision.js";
import type { Task } from "../../decide/tasks.js";
import type { Baseline } from "../../evidence/baseline.js";
import { criteriaFor } from "../../evidence/checks/criteria/read-criteria.js";
import type { CheckResult } from "../../evidence/checks/tests/judge-run.js";
import { type EvidenceFound, evidenceFor } from "../../evidence/evidence-for.js";
import { type FilesOfWork, type ProvedTurn, proveTurn } from "../../evidence/ledger/prove-turn.js";
import type { ProverTerms } from "../../evidence/ledger/prover.js";
import { seeClaim } from "../../evidence/ledger/see-claim.js";
import { addTurn, noWork, type TaskWork } from "../../evidence/ledger/task-work.js";
import {
  beginTask,
  finishTask,
  newLedger,
  recordChecks,
  recordTurn,
  type WorkLedger,
  workOn,
} from "../../evidence/ledger/work-ledger.js";
import type { CheckPlan } from "../../evidence/plan.js";
import { taskText } from "../../evidence/proof/test-owner.js";
import { KeptContents } from "../../evidence/workspace/kept-contents.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { dueChecks } from "./due-checks.js";
import { findTask, taskKey } from "./find-task.js";
import type { DoneWork } from "./review-judged.js";
import { type EvidenceSource, startHere, unknownStart } from "./start-here.js";
import type { JudgedTurn } from "./turn.js";

/** The workspace at the start of a run and at its last inspection, against which changes are measured. */
export interface SavedWorkspace {
  readonly run: string | null;
  readonly baseline: Baseline | null;
  readonly after: WorkspaceState | null;
  /** The work so far; absent in files of earlier versions. */
  readonly work?: WorkLedger;
}

export interface Inspecting extends EvidenceSource {
  readonly before: SavedWorkspace | null;
  /** Completion is asked for whatever the agent says. */
  readonly claimed?: boolean;
  /** How long a proof in copies may take; 0: none is made. */
  readonly proofSeconds: number;
  readonly onProve?: (what: string) => void;
  now(): number;
}

/** What a reviewer is shown of a turn that was inspected, and by what it is told apart from the start. */
export interface Reviewable extends DoneWork {
  readonly plans: readonly CheckPlan[];
  readonly contents: KeptContents;
  readonly baseline: Baseline | null;
}

export interface InspectedTurn {
  readonly reviewable: Reviewable;
  readonly turn: JudgedTurn;
  readonly notes: readonly string[];
  /** The workspace for the next inspection, once the iteration is judged. */
  save(run: string, decision: Pick<Decision, "taskDone">): SavedWorkspace;
}

/** Runs the checks that are due and adds what they show to a turn of somebody else's loop. */
export async function inspectTurn(
  turn: JudgedTurn,
  { before, claimed = false, proofSeconds, onProve, now, ...source }: Inspecting,
): Promise<InspectedTurn> {
  const { report = null, tasksFile = null } = turn;
  const key = taskKey(turn);
  const ledger = beginTask(before?.work ?? newLedger(before?.baseline?.checks ?? [], []), key);
  const { began } = workOn(ledger, key);
  const task = findTask(turn);
  const due = { tasks: turn.tasks, task: task?.id ?? turn.task, ticked: claimed };
  const seen = await evidenceFor({
    ...source,
    proofSeconds,
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
    tasksFile,
    ...dueChecks(report, due),
  });
  // What was there before the first look may be anybody's.
  const turned = seen.isStartUnknown && !turn.session ? ledger : recordTurn(ledger, key, seen.changes);
  const work = recordChecks(turned, seen);
  const { facts, owns } = await seeClaim(work, [key], {
    ...{ seen, named: report?.work ?? null, text: task ? taskText(task) : null },
  });
  const contents = new KeptContents();
  const files = workFiles(workOn(work, key), seen, turn);
  const isClaim = seen.results.length > 0 || seen.verified.length > 0;
  const proved =
    isClaim && seen.baseline
      ? await proveSeen(
          turn,
          {
            ...{ seen, baseline: seen.baseline, task, began, files },
            isVisible: facts.workVisible === true || seen.isStartUnknown,
          },
          {
            ...{
              cwd: source.cwd,
              plans: seen.plans,
              contents,
              seconds: proofSeconds,
              retries: 1,
              now,
            },
            ...(source.signal ? { signal: source.signal } : {}),
            ...{ logDirectory: source.logDirectory ?? null, room: source.room ?? outside, kept: source.kept ?? null },
            onProve: (_, what) => onProve?.(what),
          },
        )
      : null;
  const start = seen.isStartUnknown && !turn.session ? await startHere(seen, { source, tasksFile }) : seen.baseline;
  const listed = turn.tasks.is === "tasks" ? turn.tasks.tasks : [];
  return {
    reviewable: {
      task: task ?? null,
      listed,
      goal: "",
      files,
      seen,
      plans: seen.plans,
      contents,
      baseline: seen.baseline,
    },
    turn: {
      ...turn,
      ...{ seen, proved },
      evidence: [...(turn.evidence ?? []), ...(proved?.evidence ?? seen.evidence)],
      workFacts: { ...facts, ...unknownStart(seen, turn) },
      warnings: [...(turn.warnings ?? []), ...seen.warnings, ...(proved?.warnings ?? [])],
    },
    notes: seen.notes,
    save: (run, { taskDone }) => ({
      run,
      // What was found out later about the same start belongs to it.
      baseline: (before?.baseline && seen.baseline) ?? start,
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
function workFiles(
  work: TaskWork,
  { isStartUnknown, sinceStart }: EvidenceFound,
  { session }: JudgedTurn,
): FilesOfWork {
  return isStartUnknown && !session && sinceStart ? addTurn(noWork, sinceStart).files : work.files;
}

/** In somebody else's loop the list is taken as given: no other task is claimed by a tick. */
function proveSeen(
  { tasks }: JudgedTurn,
  { seen, baseline, task, began, isVisible, files }: SeenTurn,
  prover: ProverTerms,
): Promise<ProvedTurn> {
  return proveTurn({
    ...{ cwd: prover.cwd, seen, baseline, task, isVisible, files, prover, others: [] },
    began: began.length > 0 ? began : baseline.checks,
    tasks: tasks.is === "tasks" ? tasks.tasks : [],
  });
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
