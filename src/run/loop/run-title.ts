import type { Decision } from "../../decide/decision.js";
import { notVerifiedTitle } from "../../decide/unchecked-work.js";
import { type Acceptance, describeWho } from "../../store/acceptance.js";
import type { ProofSummary } from "./summarize-proof.js";

export const nothingProvenTitle = "COMPLETED, NOTHING PROVEN";

export interface TitledRun {
  readonly decision: Pick<Decision, "outcome" | "onlyReview">;
  /** A person's word for the whole run. */
  readonly acceptance?: Acceptance | null;
  /** Something was done, and nothing of it is proven. */
  readonly nothingProven: boolean;
}

/** What a run is called where its outcome alone would say too much or too little; null where the outcome is enough. */
export function titleRun({ decision: { outcome, onlyReview }, acceptance, nothingProven }: TitledRun): string | null {
  if (acceptance) return `COMPLETED (accepted by ${describeWho(acceptance)})`;
  if (onlyReview === "unchecked") return notVerifiedTitle;
  return outcome === "completed" && nothingProven ? nothingProvenTitle : null;
}

export const isNothingProven = ({ verified, provedBy, notProven, forced }: ProofSummary): boolean =>
  verified.length + provedBy.length === 0 && notProven.length + forced.length > 0;
