import { isProven, type Proof } from "./proof.js";
import type { Settings } from "./settings.js";

/** How claims like this one turned out here before: fitted numbers, as they were when this claim was judged. */
export interface Trust {
  /** Which claims: "claude opus, bug: done, not proven". */
  readonly of: string;
  /** How many of them were graded. */
  readonly n: number;
  /** The percentage that was right: what is likely after them, and the interval that holds the true one. */
  readonly likely: number;
  readonly low: number;
  readonly high: number;
  /** What the agent's stated confidence meant here, in percent. */
  readonly stated?: { readonly said: number; readonly means: number };
}

/** Fitted numbers can refuse what nothing proves, and do nothing else: no number makes work done. */
export function trustVetoes(
  trust: Trust | undefined,
  proof: Proof | null,
  { minTrust, grantedBy }: Pick<Settings, "minTrust" | "grantedBy">,
): readonly string[] {
  if (!trust || grantedBy !== "facts" || isProven(proof) || trust.likely >= minTrust) return [];
  return [
    `${describeTrust(trust)}, less than ${minTrust} %. Add a test that fails without this work and passes with it`,
  ];
}

/** "of 22 claims like this one (claude: done, not proven) about 41 % were right (23–60 %)" */
export const describeTrust = ({ of, n, likely, low, high }: Trust): string =>
  `of ${n} claims like this one (${of}) about ${likely} % were right (${low}–${high} %)`;
