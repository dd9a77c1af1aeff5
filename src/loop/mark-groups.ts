import { isOver } from "../core/dependencies.js";
import type { Selected } from "./select.js";
import type { LoopSetup } from "./setup.js";

/**
 * Marks groups whose parts are done: before the run, by a person, or in worktrees of their own. True if the list has to
 * be read again. Each is tried once.
 */
export async function markGroups(setup: LoopSetup, { tasks, listed }: Selected, tried: Set<string>): Promise<boolean> {
  const { policy, only, tracker, emit } = setup;
  if (only || policy.marksTasks === false || tasks.is !== "tasks") return false;
  const isOpen = new Set(listed.filter((task) => !isOver(task)).map(({ id }) => id));
  const done = tasks.tasks.filter(
    ({ id, isGroup, status }) => isGroup && status === "done" && isOpen.has(id) && !tried.has(id),
  );
  for (const { id: task } of done) {
    tried.add(task);
    const answer = await tracker.mark(task, "done");
    const problem = answer.is === "refused" ? answer.why : null;
    emit({ type: "task-marked", task, verified: false, byParts: true, problem });
  }
  return done.length > 0;
}
