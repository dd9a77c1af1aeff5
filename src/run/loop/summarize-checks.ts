import { describeCheck, type Evidence, unmetChecks } from "../../decide/evidence.js";
import type { DecisionRecord } from "../../store/record.js";
import type { UnmetCheck } from "./run-summary.js";

/** What was checked last: a run may end without a turn, after a task was set aside or merged. Others are `unmet`. */
export function listChecks(records: readonly DecisionRecord[], atEnd: readonly Evidence[]): readonly string[] {
  const last = records.findLast((record) => record.observation.evidence.length > 0)?.observation.evidence ?? [];
  const isUnmet = new Set(unmetChecks(atEnd).map(({ name }) => name));
  return last
    .filter(({ name, state }) => state === "holds" || (state === "fails" && !isUnmet.has(name)))
    .map(({ name, state, required, detail }) => {
      if (state === "holds") return `${name}${detail ? `: ${detail}` : " holds"}`;
      return `${name}: FAILS${required ? "" : " (optional)"}${detail ? `: ${detail}` : ""}`;
    });
}

/** A required check that did not hold when the run ended. */
export const toUnmet = (check: Evidence): UnmetCheck => ({
  name: check.name,
  detail: describeCheck(check),
  tail: check.tail ?? [],
  fix: check.fix ?? null,
});
