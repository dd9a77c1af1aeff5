import type { Task } from "../decide/tasks.js";
import { viewTasks } from "../decide/tasks.js";
import type { Listing } from "./tracker.js";

/** A list and one task of it, in words for an agent's prompt. Short whatever the list holds. */
export function describeList(name: string, listing: Listing, id?: string): string {
  if (listing.is === "none") return "There is no task list.";
  if (listing.is === "unusable") return `The task list ${name} cannot be used: ${listing.why}.`;
  const view = viewTasks(listing.tasks, { is: "unknown" });
  if (view.is !== "list") return `The task list ${name} holds no task.`;
  const { done, total, blocked, skipped } = view;
  const more = [blocked > 0 ? `${blocked} blocked` : "", skipped > 0 ? `${skipped} skipped` : ""].filter(Boolean);
  const lines = [`Task list ${name}: ${[`${done} of ${total} done`, ...more].join(", ")}.`];
  const task = id === undefined ? undefined : listing.tasks.find((entry) => entry.id === id);
  if (task) lines.push(...describeTask(task));
  return lines.join("\n");
}

const maxCriteria = 20;

function describeTask({ id, title, line, acceptance, dependsOn }: Task): readonly string[] {
  const where = line === null ? "" : ` (line ${line})`;
  const criteria = acceptance.slice(0, maxCriteria).map((text) => `- ${text}`);
  const rest = acceptance.length - criteria.length;
  return [
    `Your task: ${id}${title && title !== id ? `: ${title}` : ""}${where}`,
    ...(dependsOn.length > 0 ? [`It builds on: ${dependsOn.join(", ")}`] : []),
    ...(criteria.length > 0 ? ["It is done when:", ...criteria, ...(rest > 0 ? [`- and ${rest} more`] : [])] : []),
  ];
}
