import type { Task } from "../../decide/tasks.js";
import type { DecisionRecord } from "../../store/record.js";

/**
 * One task in a place of its own, worked on by a loop of its own. It writes neither the list nor the run's branch; its
 * decisions go to the one journal. What is decided is never done again: after a kill, it goes on from its last iteration.
 */
export interface Unit {
  readonly task: Task;
  /** Runs the loop of the task until a decision ends it. */
  work(): Promise<DecisionRecord>;
  /** Merges work that is done with that of the others, checks it again, and adds it to the run's branch. */
  deliver(done: DecisionRecord): Promise<Delivery>;
  /** Lets the loop go on from work that could not be merged. */
  takeBack(refused: RefusedWork): Promise<void>;
  /** Removes its place; what is not merged stays on its branch. */
  close(isMerged: boolean): Promise<void>;
}

/** Why work was not merged, in words for people and for the agent. */
export interface RefusedWork {
  readonly is: "refused";
  readonly why: string;
  readonly feedback: readonly string[];
  /** The work merged with that of the others, conflicts included: the agent goes on from there. */
  readonly commit: string;
  /** The commit of the run's branch it was merged with. */
  readonly base: string;
}

export type Delivery = { readonly is: "merged"; readonly commit: string } | RefusedWork;

/** Where units are: worktrees on this machine. */
export interface UnitPlaces {
  /** The tasks of units that an earlier start of the run left open. */
  left(): readonly Task[];
  open(task: Task): Promise<Unit>;
  /** Removes what is left of a unit whose task is over. */
  discard(task: Task): Promise<void>;
  /** The branch that holds a unit's work. */
  branchOf(task: Task): string;
}
