import type { KnownTasks } from "../core/tasks.js";
import { openTracker } from "../trackers/open-tracker.js";
import { describeUnusable, type Listing } from "../trackers/tracker.js";

interface Where {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly optionalSections: readonly string[];
}

/** Reads a task list of any kind. */
export async function loadTasks(spec: string, where: Where): Promise<KnownTasks> {
  const tracker = await openTracker(spec, where);
  return toKnownTasks(spec, await tracker.list());
}

function toKnownTasks(spec: string, listing: Listing): KnownTasks {
  switch (listing.is) {
    case "none":
      return { is: "not-asked" };
    case "unusable":
      return { is: "unusable", why: `${spec}: ${describeUnusable(listing)}` };
    case "tasks":
      return { is: "tasks", tasks: listing.tasks };
  }
}
