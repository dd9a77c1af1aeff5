import type { DecisionDetail } from "../run-report/run-report.js";

/** What proves it, and what is not proven, "nothing" included. */
export const Proof = ({ proof: { provedBy, notProven } }: { proof: NonNullable<DecisionDetail["proof"]> }) => (
  <dl class="proof">
    {provedBy !== null && (
      <div>
        <dt>Proved by</dt>
        <dd>{provedBy}</dd>
      </div>
    )}
    <div>
      <dt>Not proven</dt>
      <dd>{notProven}</dd>
    </div>
  </dl>
);
