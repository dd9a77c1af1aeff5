import type { JournalRecord } from "../../store/record.js";
import { decisionTask } from "../../store/record.js";
import { sortOf } from "./claim.js";
import type { CheckRun } from "./what-pays.js";

/** The checks that ran at claims. A required one that did not hold refused the claim. */
export function readCheckRuns(record: JournalRecord): readonly CheckRun[] {
  if (record.kind !== "decision" || record.about || !record.observation.turn?.facts.claimed) return [];
  const { run, observation } = record;
  return observation.evidence
    .filter(({ notRun, name }) => !notRun && name !== "changes")
    .map(({ name, state, required, seconds = 0 }) => ({
      ...{ run, task: decisionTask(record), name: sortOf(name), seconds },
      refused: required && state !== "holds",
    }));
}
