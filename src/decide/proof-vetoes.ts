import { formatTestNames } from "./check-comparison.js";
import type { Observation, Turn } from "./observation.js";
import { sameTask } from "./progress.js";
import { isProven, type Proof } from "./proof.js";
import { signVetoes } from "./seen-sign.js";
import type { Settings } from "./settings.js";

/**
 * Why a claim is refused for want of a proof. What was seen to pass without the work is told to the agent once: it can
 * write a better test. That nothing proves a claim refuses it only where the settings say so.
 */
export function proofVetoes(seen: Judging, { facts }: Turn, settings: Settings): readonly string[] {
  const { proof, signs = [] } = seen;
  const cheated = signVetoes(signs, settings);
  if (cheated.length > 0) return cheated;
  if (!proof || isProven(proof) || settings.grantedBy !== "facts") return [];
  const rewritten = seen.evidence.flatMap(({ changed = [] }) => changed);
  if (proof.isMeasured && rewritten.length > 0)
    return [`tests were rewritten to pass, and pass without the work, too: ${formatTestNames(rewritten)}`];
  if (settings.unverified === "refuse" && !proof.isExempt && proof.kind !== "held-before")
    return [`not proven: ${describeLack(proof)}. ${whatProves}`];
  return proof.isMeasured && !wasTold(seen, facts) ? [`${describeLack(proof)}. ${whatProves}`] : [];
}

/** An observation with the proof as it counts, beside the signs of cheating. */
type Judging = Omit<Observation, "proof"> & { readonly proof: Proof | null };

const whatProves = "Add a test that fails without this work and passes with it";

/** Why it is not proven, in words. */
export const describeLack = ({ why, state }: Pick<Proof, "why" | "state">): string =>
  why || (state === "unknown" ? "it could not be measured" : "nothing proves this work");

const wasTold = ({ history }: Judging, facts: Turn["facts"]): boolean =>
  history.some((past) => past.hollow === true && sameTask(past, facts));
