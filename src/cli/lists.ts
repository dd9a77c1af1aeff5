import type { KnownTasks } from "../decide/tasks.js";
import type { ListOptions } from "../tasks/list-options.js";
import { openTracker } from "../tasks/open-tracker.js";
import { toKnownTasks } from "../tasks/tracker.js";

interface Where extends ListOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads a task list of any kind. */
export async function loadTasks(spec: string, where: Where): Promise<KnownTasks> {
  const tracker = await openTracker(spec, where);
  const known = toKnownTasks(await tracker.list());
  return known.is === "unusable" ? { is: "unusable", why: `${spec}: ${known.why}` } : known;
}
