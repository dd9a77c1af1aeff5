import type { DecisionRecord } from "../../store/record.js";

/** When the agent of the turn was started, or the work of a unit began to be merged; null where it is not recorded. */
export const startOf = ({ about, turns = [] }: DecisionRecord): string | null =>
  (about ? about.startedAt : turns[0]?.startedAt) ?? null;

/**
 * A unit's record has the time since the last record of any unit: how long its own turn took, checks included, its start
 * says. Without one, how long its agents worked is known.
 */
export function iterationSeconds(record: DecisionRecord): number | null {
  const { unit, about, turns = [], after, at } = record;
  if (unit === undefined && !about) return after.seconds ?? null;
  const milliseconds = Date.parse(at) - Date.parse(startOf(record) ?? "");
  if (!Number.isNaN(milliseconds)) return Math.max(0, milliseconds) / 1000;
  if (about) return null;
  return Math.round(1000 * turns.reduce((sum, { seconds }) => sum + seconds, 0)) / 1000;
}
