import type { DecisionRecord } from "../../store/record.js";
import { describeAction, type PersonRecord } from "../person-actions.js";
import { clipLine } from "./clip-text.js";
import type { RunEnd } from "./headline.js";
import type { ReportedAction } from "./run-report.js";

/** The run may have ended before, and been resumed. */
export function sinceLastEnd(
  person: readonly PersonRecord[],
  records: readonly DecisionRecord[],
): readonly PersonRecord[] {
  const end = records.slice(0, -1).findLast(({ decision, unit }) => decision.decision === "EXIT" && unit === undefined);
  return person.filter(({ n }) => n > (end?.n ?? 0));
}

/** A turn that was at work when somebody asked is finished first: then its decision is the newer one. */
export function findPause(person: readonly PersonRecord[], last: DecisionRecord): RunEnd["pause"] {
  const asked = person.findLast((record) => record.kind === "control");
  if (asked?.kind !== "control" || asked.action !== "pause") return null;
  return last.n > asked.n ? "paused" : "pausing";
}

const maxActions = 200;

/** The newest things a person did, each in a line. */
export const listActions = (person: readonly PersonRecord[]): readonly ReportedAction[] =>
  person.slice(-maxActions).map((record) => ({ n: record.n, at: record.at, text: clipLine(describeAction(record)) }));
