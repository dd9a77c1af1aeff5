import { isLeft, type KnownTasks } from "../../decide/tasks.js";
import type { CommandPlan } from "../../evidence/plan.js";
import { plural } from "../../lib/text/plural.js";

/** What a project has, as far as a run needs it. */
export interface Project {
  readonly stateFolder: string;
  /** The list that is there, or the one to write. */
  readonly list: string;
  readonly tasks: KnownTasks;
  /** What was nearly a list. */
  readonly nearly: readonly string[];
  /** The commands that judge the work, named or found. */
  readonly checks: readonly CommandPlan[];
  readonly configFile: string | null;
}

/** What the person wants. */
export interface Wishes {
  readonly tasks: readonly string[];
  readonly agent: string | null;
  /** A command that tests the project, where none is found. */
  readonly testCommand: string | null;
}

export const hasList = ({ tasks }: Project): boolean => tasks.is !== "not-asked";

export const hasTests = ({ checks }: Project): boolean => checks.some(({ required }) => required);

export function describeList(known: KnownTasks): string {
  if (known.is !== "tasks") return `no task could be read from it${known.is === "unusable" ? `: ${known.why}` : ""}`;
  return `the task list already exists: ${plural(known.tasks.length, "task")}, ${known.tasks.filter(isLeft).length} left`;
}

/** One check for people: its command, and what led to it. */
export const describeCheck = ({ name, words, origin }: CommandPlan): string =>
  `${name}: ${words.join(" ")} (${origin.replace(" (found)", "")})`;
