import type { AgentReport } from "../../decide/agent-report.js";
import type { CheckFeedback, Evidence } from "../../decide/evidence.js";
import type { OpenGroup } from "../../decide/groups.js";
import type { IterationFacts, Observation, SessionStop } from "../../decide/observation.js";
import type { ReviewedTurn, Shown, TaskOrder } from "../../decide/observe.js";
import type { KnownTasks } from "../../decide/tasks.js";
import type { Stamp } from "../../store/record.js";
import type { Spent } from "./spent.js";

/** One iteration of a loop, as far as the caller knows it. */
export interface Iteration {
  /** The agent's output, read once; null: a decision before the turn. */
  readonly report: AgentReport | null;
  /** What the turn used, according to the agent. */
  readonly spent: Spent;
  readonly tasks: KnownTasks;
  /** undefined: not known; null: none could be selected. */
  readonly task?: string | null;
  readonly evidence: readonly Evidence[];
  readonly shown?: Shown;
  /** How claims like its turned out before. */
  readonly trust?: Observation["trust"];
  /** What reviewers say about the work, and the author about their findings. */
  readonly reviewed?: ReviewedTurn;
  /** Groups that are done with their parts; absent where the list is taken as it is given. */
  readonly groups?: readonly OpenGroup[];
  readonly order?: TaskOrder;
  readonly facts: IterationFacts;
  readonly forceComplete: boolean;
  readonly interrupted: boolean;
  readonly response: Stamp | null;
  readonly tasksFile?: string | null;
  /** Feedback from the checks. */
  readonly feedback: readonly CheckFeedback[];
  /** The first decision of a resumed run: tasks set aside are retried, and counts restart. */
  readonly restarts?: boolean;
  /** Messages of a person that no prompt of the task has had yet. */
  readonly pendingWords?: number;
  /** The stop of an interactive session. */
  readonly session?: SessionStop;
  /** How long it took, if measured. */
  readonly seconds?: number;
  readonly warnings: readonly string[];
}

/** A task that is judged again had its turn before. */
export const isTurn = ({ report, order }: Iteration): boolean => report !== null && !order?.again;
