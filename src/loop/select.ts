import type { Task } from "../core/tasks.js";
import type { TaskSource } from "../situation/situation.js";
import { type Listing, nextOf, type Tracker, tellUnusable } from "../trackers/tracker.js";

/** The list as it is now, and the task to work on. */
export interface Selected {
  readonly source: TaskSource;
  /** undefined: there is no list; null: nothing in it can be selected. */
  readonly task: Task | null | undefined;
  readonly allDone: boolean;
}

export async function selectTask(tracker: Tracker): Promise<Selected> {
  const listing = await tracker.list();
  if (listing.is === "none") return { source: { is: "not-asked" }, task: undefined, allDone: false };
  const next = nextOf(listing);
  return { source: sourceOf(listing), task: next.is === "task" ? next.task : null, allDone: isAllDone(listing) };
}

/** The same list after the turn: the task stays the one that was worked on. */
export async function lookAgain(tracker: Tracker, before: Selected): Promise<Selected> {
  const listing = await tracker.list();
  return { source: sourceOf(listing), task: before.task, allDone: isAllDone(listing) };
}

function sourceOf(listing: Listing): TaskSource {
  switch (listing.is) {
    case "none":
      return { is: "not-asked" };
    case "unusable":
      return { is: "unreadable", why: tellUnusable(listing) };
    case "tasks":
      return { is: "tasks", tasks: listing.tasks };
  }
}

/** An empty list is never all done. */
function isAllDone(listing: Listing): boolean {
  if (listing.is !== "tasks" || listing.tasks.length === 0) return false;
  return listing.tasks.every(({ status, optional }) => optional || status === "done" || status === "skipped");
}
