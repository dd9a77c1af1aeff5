import type { Decision } from "../core/decision.js";
import { selectTaskById, type Task } from "../core/tasks.js";
import type { Baseline } from "../evidence/baseline.js";
import { criteriaFor } from "../evidence/criteria/read-criteria.js";
import { type EvidenceOptions, evidenceFor } from "../evidence/evidence-for.js";
import type { WorkspaceState } from "../evidence/workspace/state.js";
import { dueChecks } from "../judge/due-checks.js";
import type { Iteration } from "../judge/judge.js";
import { taskKeys } from "./list-ledger.js";
import { seeClaim } from "./see-claim.js";
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
  "cwd" | "checks" | "origin" | "detect" | "since" | "ignore" | "logDirectory" | "signal" | "onCheck" | "seen"
>;

export interface Inspecting extends EvidenceSource {
  readonly before: SavedWorkspace | null;
  /** Completion is asked for whatever the agent says. */
  readonly claimed?: boolean;
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
  { before, claimed = false, ...source }: Inspecting,
): Promise<Inspected> {
  const key = taskKey(iteration);
  const ledger = beginTask(before?.work ?? newLedger(before?.baseline?.checks ?? [], []), key);
  const task = findTask(iteration);
  const due = { tasks: iteration.tasks, task: task?.id ?? iteration.task, ticked: claimed };
  const seen = await evidenceFor({
    ...source,
    baseline: before?.baseline ?? null,
    before: before?.after ?? null,
    began: workOn(ledger, key).began,
    generated: [...(before?.baseline?.writtenByChecks ?? []), ...ledger.generated],
    allowed: ledger.allowed ?? {},
    task: task && { id: task.id, title: task.title, criteria: criteriaFor(task, before?.baseline?.verify ?? []) },
    tasksFile: iteration.tasksFile ?? null,
    ...dueChecks(iteration.report, due),
  });
  const work = recordChecks(recordTurn(ledger, key, seen.changes), seen.results, seen.generated);
  const { facts, owns } = await seeClaim(work, [key], { seen, named: iteration.report?.work ?? null });
  return {
    iteration: {
      ...iteration,
      evidence: [...iteration.evidence, ...seen.evidence],
      facts: { ...seen.facts, ...facts, ...iteration.facts },
      feedback: [...iteration.feedback, ...seen.feedback],
      warnings: [...iteration.warnings, ...seen.warnings],
    },
    notes: seen.notes,
    save: (run, { taskDone }) => ({
      run,
      baseline: before?.baseline ?? seen.baseline,
      after: seen.after,
      work: taskDone === null ? work : finishTask(work, key, owns),
    }),
  };
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
