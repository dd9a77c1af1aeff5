import type { Task } from "../../decide/tasks.js";
import type { WorkLedger } from "../../evidence/ledger/work-ledger.js";
import type { DecisionRecord, NewRecord, UnitResult } from "../../store/record.js";
import type { UnitVerdict } from "../parallel/about-unit.js";
import type { Delivery, RefusedWork } from "../parallel/unit.js";

/** All that is needed to go on with a task in another place: the commit, the decisions and what is known of the work. */
export interface TaskState {
  readonly run: string;
  /** The commit that its work is measured from. */
  readonly base: string;
  /** The last checkpoint. */
  readonly commit: string;
  /** The lines of its journal. */
  readonly journal: string;
  readonly ledger: WorkLedger;
  /** For the next turn, if not that of the last decision: its work could not be merged. */
  readonly feedback: readonly string[] | null;
}

/** A checkout in which tasks are merged, and its branch. */
export interface TaskTrunk {
  readonly root: string;
  readonly branch: string;
}

export interface TaskTerms {
  /** The id of the task. */
  readonly task: string;
  /** A checkout of what was submitted: checks are planned and the prompt is read there, where no agent has been. */
  readonly start: string;
  /** A checkout of the branch that all tasks are merged into. */
  readonly trunk: TaskTrunk;
  /** The commit to measure from, which is checked out in the run's folder. */
  readonly base: string;
  /** Where another place left off; null for a new start. */
  readonly left: TaskState | null;
}

/** The list says that the task is done. */
export class NothingToDo extends Error {
  readonly tasks: readonly Task[];

  constructor(task: Task, tasks: readonly Task[]) {
    super(`task ${task.id} is ${task.status}`);
    this.tasks = tasks;
  }
}

/**
 * One task in a clone of its own. Whoever opens it takes its state after every iteration, and gives it to the next place
 * if this one is lost.
 */
export interface TaskRun {
  readonly run: string;
  readonly task: Task;
  /** Works on the task until a decision ends it. */
  work(): Promise<DecisionRecord>;
  /** Merges work that is done into the checkout of the common branch, and checks it again if others have changed it. */
  deliver(done: DecisionRecord): Promise<Delivery>;
  /** Goes on from work that could not be merged. */
  takeBack(refused: RefusedWork): Promise<void>;
  /** Marks the task in the checkout of the common branch, and commits that. Returns the commit to publish. */
  mark(record: DecisionRecord): Promise<{ readonly commit: string; readonly problem: string | null }>;
  /** What is decided about its work, as a line of the journal of all tasks. */
  conclude(
    record: DecisionRecord,
    about: UnitResult,
    verdict: UnitVerdict,
  ): Promise<NewRecord & { readonly kind: "decision" }>;
  /** Why the last checkpoint could not be made; null if it was. */
  readonly problem: string | null;
  /**
   * As it is after the last iteration. Work that is done and not all committed goes back to its agent: another place
   * would have the decision without the work.
   */
  readState(): Promise<TaskState>;
  close(): Promise<void>;
}
