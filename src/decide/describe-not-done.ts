import { plural } from "../lib/text/plural.js";
import type { TaskList } from "./tasks.js";

/** "2 of 3 tasks not done: T2 (Print totals), T3", without the tasks just done. */
export function describeNotDone(
  tasks: TaskList,
  justDone: readonly string[] = [],
  count: number = tasks.left + tasks.blocked,
): string {
  const names = tasks.notDone
    .filter(({ id, selected }) => !justDone.includes(id) && !(selected && justDone.length > 0))
    .slice(0, maxNamed)
    .map(({ id, title }) => taskName(id, title));
  if (count > names.length) names.push(`${count - names.length} more`);
  const circles = tasks.circles?.map((circle) => `; ${circle}`).join("") ?? "";
  return `${count} of ${plural(tasks.total, "task")} not done: ${names.join(", ")}${circles}`;
}

/** Titles often start with the id. */
const taskName = (id: string, title: string): string =>
  title === "" || title === id
    ? id
    : title.startsWith(`${id} `) || title.startsWith(`${id}:`)
      ? title
      : `${id} (${title})`;

export const maxNamed = 5;
