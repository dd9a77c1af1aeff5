import type { TaskFact } from "../../decide/proof.js";
import type { Task } from "../../decide/tasks.js";
import type { Gathered } from "../gathered.js";
import { taskText } from "../proof/test-owner.js";

const listedOnly = new Set(["docs", "action", "config", "refactor"]);

/** Tests rarely prove work of such kinds, and a file that must be there is checked by itself. */
export const isListedOnly = (
  task: Task,
  facts: readonly TaskFact[],
  { takenAway = [], waiting = [] }: Pick<Gathered, "takenAway" | "waiting">,
): boolean =>
  isOnlyWaiting(task, { waiting }) ||
  (task.kind !== null && listedOnly.has(task.kind)) ||
  facts.some((fact) => fact.kind === "artifact") ||
  (takenAway.length > 0 && !asksForMore.test(taskText(task)));

/**
 * A test that only waits for what answers later now passes without the work, too: nothing else can be asked of it where
 * the task is about nothing else.
 */
export const isOnlyWaiting = (task: Task, { waiting = [] }: Pick<Gathered, "waiting">): boolean =>
  waiting.length > 0 &&
  /\b(?:async\w*|promises?|await\w*)\b/i.test(taskText(task)) &&
  !asksForMore.test(taskText(task).replace(/^\s*\w+\s/, ""));

/** Beside what it takes away, or in its place, a task may ask for something that a test can show. */
const asksForMore =
  /(?:^|[.;:,]\s*|\b(?:and|then|also|instead)\s+)(?:add|implement|creat|writ|support|introduc|fix|mak|let|return|ensur|handl|allow|chang|improv)\w*|\bit (?:must|should|has to)\b|\breplac(?:e|es|ing)\b/i;
