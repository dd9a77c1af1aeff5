import type { Budget } from "../decide/run-request.js";
import { eachRecordBackwards } from "./load.js";

/** The limits that a person raised while the run went on, as they were last; what the run was started with is older. */
export function findRaised(folder: string, run: string): ReadonlyMap<Budget, number> {
  const raised = new Map<Budget, number>();
  eachRecordBackwards(folder, (record) => {
    if (record.run !== run) return record.run === "" ? "more" : "enough";
    if (record.kind === "raise" && !raised.has(record.budget)) raised.set(record.budget, record.to);
    return "more";
  });
  return raised;
}
