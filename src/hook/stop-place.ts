import type { Agent } from "../agents/agent.js";
import type { Config } from "../config/load.js";
import type { KnownTasks } from "../decide/tasks.js";
import type { Owner } from "../run/records/private-folder.js";
import type { Goal } from "./goal.js";

/** Where an agent wants to stop, and what is asked of it there. */
export interface StopPlace {
  readonly cwd: string;
  readonly owner: Owner;
  readonly config: Config;
  /** The absolute path of the state folder. */
  readonly folder: string;
  readonly tasks: KnownTasks;
  readonly tasksFile: string | null;
  readonly goal: Goal | null;
  /** The reviewers that the settings name; absent where none is. */
  readonly reviewers?: ReadonlyMap<string, Agent>;
  /** Stops the checks when the time for an answer is over. */
  readonly signal: AbortSignal;
}

/** Tasks that a list still asks for. */
export const hasTasksLeft = ({ tasks }: Pick<StopPlace, "tasks">): boolean =>
  tasks.is === "tasks" && tasks.tasks.some(({ status, optional }) => !optional && !isOver.has(status));

const isOver: ReadonlySet<string> = new Set(["done", "skipped"]);
