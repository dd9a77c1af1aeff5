import { isNamedBy, testFile } from "../../decide/check-comparison.js";
import { isOver } from "../../decide/dependencies.js";
import type { Evidence } from "../../decide/evidence.js";
import type { TaskFact } from "../../decide/proof.js";
import type { OwnerOf } from "../proof/test-owner.js";
import { isSamePath } from "../proof/test-state.js";
import type { ProvingTurn } from "./prove-turn.js";

/** Marks the failing tests that are another open task's, and those that are this one's by their subject. */
export function nameOwners(
  check: Evidence,
  { task, tasks, baseline, ownerOf, facts }: ProvingTurn & { ownerOf: OwnerOf; facts: readonly TaskFact[] },
): Evidence {
  const { failing = [] } = check;
  if (!task || failing.length === 0) return check;
  const open = new Set(tasks.filter((each) => !isOver(each)).map(({ id }) => id));
  const start = baseline.checks.find(({ name }) => name === check.name);
  const passedThen = (test: string): boolean =>
    start !== undefined && !start.failing.includes(test) && isNamedBy(test, start.census?.names.ran ?? []);
  const hasLostPasses = (check.passed ?? 0) < (check.passedBefore ?? 0);
  const ofOthers = failing.filter((test) => {
    const owner = ownerOf(test);
    return owner !== null && owner !== task.id && open.has(owner) && !passedThen(test) && !hasLostPasses;
  });
  const isFact = (test: string): boolean =>
    facts.some(({ kind, name }) => kind === "test" && isSamePath(testFile(test) ?? test, name));
  const ownFailing = failing.filter((test) => ownerOf(test) === task.id && !isFact(test));
  return {
    ...check,
    ...(ofOthers.length > 0 ? { ofOthers } : {}),
    ...(ownFailing.length > 0 ? { ownFailing } : {}),
  };
}
