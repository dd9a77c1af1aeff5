import type { Decision } from "./decision.js";
import { describeProof } from "./proof.js";
import { tasksDoneBy } from "./tasks-done.js";

/** What a decision that completes something says about proof, for people. */
export interface DecisionProof {
  readonly provedBy: string | null;
  /** Always said: "nothing" where everything is proven. */
  readonly notProven: string;
}

export const nothing = "nothing";

const maxProofs = 5;

/** Null where the decision completes nothing. */
export function describeDecisionProof(decision: Decision): DecisionProof | null {
  const { outcome, onlyReview, proof = [] } = decision;
  if (outcome !== "completed" && !onlyReview && tasksDoneBy(decision).length === 0) return null;
  const shown = proof.filter(({ kind }) => kind !== "held-before");
  const rest = shown.length - maxProofs;
  const texts = [...shown.slice(0, maxProofs).map(describeProof), ...(rest > 0 ? [`${rest} more`] : [])];
  return { provedBy: texts.join("; ") || null, notProven: describeRest(decision) };
}

/** Older journals have no reason, and where nothing was inspected there is none. */
function describeRest({ verified, notProven, onlyReview, tasksDone = [], forced }: Decision): string {
  if (notProven) return notProven;
  if (forced) return "forced by the operator";
  if (onlyReview === "unchecked") return "nothing here could check it";
  if (verified === false || tasksDone.some((task) => !task.verified)) return "nothing proves it";
  return verified ? nothing : "nothing was measured";
}
