import type { DecisionRecord } from "../store/record.js";

/** A decision as `check --json` and `history --json` print it. */
export const toPublicRecord = ({ decision, n, at, run, iteration, events }: DecisionRecord) => ({
  ...decision,
  n,
  at,
  run,
  iteration,
  events,
});
