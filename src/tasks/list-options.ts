import type { TaskStatus } from "../decide/tasks.js";

/** How a Markdown list is to be read. */
export interface ListOptions {
  /** Headings whose tasks are optional. */
  readonly optionalSections: readonly string[];
  /** What marks in boxes mean, where that is not what they usually do. */
  readonly taskMarks?: Readonly<Record<string, TaskStatus>>;
  /** Whether plain items are tasks where the whole text has no mark. False for texts that may be no list at all. */
  readonly plainLists?: boolean;
}
