import type { Observation, Turn } from "./observation.js";
import { hasChanged, sameTask } from "./progress.js";

/**
 * Whether the work of the selected task (without one: of the run) is visible. Undefined if nobody inspected the
 * workspace.
 */
export function isWorkVisible({ evidence, history, selection }: Observation, { facts }: Turn): boolean | undefined {
  if (evidence.some(({ aboutTask, state }) => aboutTask && state === "holds")) return true;
  if (facts.workVisible !== undefined) return facts.workVisible;
  const own = selection.is === "task" ? history.filter((past) => sameTask(past, facts)) : history;
  if (hasChanged(facts) || own.some(hasChanged)) return true;
  return evidence.some(({ name, state }) => name === "changes" && state === "fails") ? false : undefined;
}
