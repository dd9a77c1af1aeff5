import type { Observation, Turn } from "./observation.js";
import { hasChanged, sameTask } from "./progress.js";
import { isProven } from "./proof.js";

/**
 * Whether the work of the selected task (without one: of the run) is visible. Undefined if nobody inspected the
 * workspace.
 */
export function isWorkVisible(seen: Observation, { facts }: Turn): boolean | undefined {
  const { evidence, history, selection } = seen;
  if (isProven(seen.proof) || showsFact(seen)) return true;
  if (facts.workVisible !== undefined) return facts.workVisible;
  const own = selection.is === "task" ? history.filter((past) => sameTask(past, facts)) : history;
  if (hasChanged(facts) || own.some(hasChanged)) return true;
  return evidence.some(({ name, state }) => name === "changes" && state === "fails") ? false : undefined;
}

/** A fact of the task's own holds that did not when the run began. */
function showsFact({ facts, evidence }: Observation): boolean {
  if (facts) return facts.some(({ kind, before, now }) => kind !== "test" && before !== "holds" && now === "holds");
  return evidence.some(({ aboutTask, state, before }) => aboutTask && state === "holds" && before !== "holds");
}
