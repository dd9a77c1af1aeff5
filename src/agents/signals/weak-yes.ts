import type { Claims } from "../../decide/agent-report.js";
import { type Doubt, noNonce, oldNonce } from "./dialects/found.js";
import type { ReadSignal } from "./read-signals.js";

export type WeakYes = Doubt & { readonly line: number };

/** A "yes" in the right place that is still only a weak claim: without this turn's nonce, or in a cut-off block. */
export function weakYes(read: readonly ReadSignal[]): WeakYes | null {
  const last = read.findLast(
    ({ found: { doubt }, signal }) =>
      doubt &&
      doubt.because !== oldNonce &&
      (doubt.run || doubt.task) &&
      (signal.trusted || signal.ignoredBecause === doubt.because),
  );
  return last?.found.doubt ? { ...last.found.doubt, line: last.signal.line } : null;
}

/** A yes of another turn, printed again: then the words around it may be old, too. */
export const isOldAnswer = ({ found: { doubt } }: ReadSignal): boolean =>
  doubt?.because === oldNonce && (doubt.run || doubt.task);

export const describeOld =
  "the status block carries the NONCE of another turn, so it does not count: copy the NONCE from the prompt";

export const describeDoubt = ({ because }: Doubt): string =>
  because === noNonce
    ? "the status block does not carry the NONCE of its prompt, so it counts as words only: copy the NONCE from the prompt"
    : "the status block has no closing line, so it counts as words only: end it as the prompt shows";

export const describeWeak = (
  { explicit, taskExplicit, claim, taskClaim }: Claims,
  weak: WeakYes | null,
): string | null => {
  const isWeak = (claim === "complete" && !explicit) || (taskClaim === "complete" && !taskExplicit);
  return weak && isWeak ? describeDoubt(weak) : null;
};
