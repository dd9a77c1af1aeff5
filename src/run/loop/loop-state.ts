import type { Agent } from "../../agents/agent.js";
import type { Gathered } from "../../evidence/gathered.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { type CurrentRun, findRun } from "../../store/current-run.js";
import type { Session } from "../session.js";
import { AgentRests } from "./agent-rests.js";
import { Escalations } from "./escalations.js";
import { TaskOrder } from "./task-order.js";

/** The state of the loop between two turns. */
export interface LoopState {
  /** Seconds already charged to the budget, by the run's clock. */
  counted: number;
  /** The agent of the last turn. */
  agent: Agent | null;
  readonly rests: AgentRests;
  readonly escalations: Escalations;
  /** The agent's session of the last turn. Another agent cannot continue it. */
  agentSession: { readonly agent: string; readonly id: string } | null;
  /** For the next prompt. */
  feedback: readonly string[];
  /** The workspace before the next iteration. */
  workspace: WorkspaceState;
  force: boolean;
  /** The results if all checks ran and nothing changed since. */
  final: Gathered | null;
  /** The run was resumed and has not judged a turn yet. */
  restarts: boolean;
  /** Groups that were to be marked as done, whether that succeeded or not. */
  readonly groupsMarked: Set<string>;
  /** Which tasks come first, and which are judged again. */
  readonly order: TaskOrder;
}

/** What a resumed run remembers of its turns. */
export type LoopMemory = Pick<LoopState, "feedback" | "rests">;

export const newMemory = (): LoopMemory => ({ feedback: [], rests: new AgentRests() });

export const beginLoop = ({ workspace, person, restarts }: Session, { feedback, rests }: LoopMemory): LoopState => ({
  agent: null,
  rests,
  escalations: new Escalations(),
  agentSession: null,
  feedback,
  workspace: workspace.state,
  counted: 0,
  force: person.forceComplete,
  final: null,
  restarts,
  groupsMarked: new Set(),
  order: new TaskOrder(),
});

/** What the journal knows of the run; null before its first decision. */
export const currentRun = ({ journal, run }: Session): CurrentRun | null => findRun(journal.runState, run);

/** Iterations are counted from 1 in each run. */
export const nextIteration = (session: Session): number => (currentRun(session)?.judged ?? 0) + 1;

/** The tasks that were set aside so far, those to be retried included. */
export const setAsideIn = (session: Session) => currentRun(session)?.setAside ?? [];
