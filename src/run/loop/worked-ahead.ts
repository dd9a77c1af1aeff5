import { isOver } from "../../decide/dependencies.js";
import type { Evidence } from "../../decide/evidence.js";
import { ownersIn } from "../../evidence/proof/test-owner.js";
import { testedNamesIn } from "../../evidence/proof/tested-names.js";
import type { Selected } from "./select.js";

/** Whether a test that failed before the task, and is another open task's own, passes now. */
export function hasWorkedAhead(evidence: readonly Evidence[], { task, tasks }: Selected, cwd: string): boolean {
  if (!task || tasks.is !== "tasks") return false;
  const fixed = evidence.flatMap(({ notRun, failing, failingBefore = [] }) =>
    notRun || !failing ? [] : failingBefore.filter((test) => !failing.includes(test)),
  );
  if (fixed.length === 0) return false;
  const ownerOf = ownersIn(tasks.tasks, testedNamesIn(cwd));
  const others = new Set(tasks.tasks.filter((each) => !isOver(each) && each.id !== task.id).map(({ id }) => id));
  return fixed.some((test) => others.has(ownerOf(test) ?? ""));
}
