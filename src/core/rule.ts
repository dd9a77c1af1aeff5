import type { Breaker } from "./breaker.js";
import type { Verdict } from "./decision.js";
import type { Gate } from "./gate.js";
import type { Observation, Turn } from "./observation.js";
import type { Score } from "./score.js";
import type { Settings } from "./settings.js";

/** An observation with everything a policy's settings make of it. What rules are asked about. */
export interface Case {
  readonly seen: Observation;
  readonly settings: Settings;
  readonly score: Score;
  readonly gate: Gate;
  /** The breaker the iteration met, and the one it leaves. */
  readonly breakerBefore: Breaker;
  readonly breakerAfter: Breaker;
  readonly progress: boolean | undefined;
  /** The iteration proves nothing: a usage limit, an interrupt, a wait for a person. */
  readonly excluded: boolean;
}

/** A case with an agent turn in it. */
export type TurnCase = Case & { readonly seen: Observation & { readonly turn: Turn } };

export type Judgement =
  | { readonly speaks: true; readonly verdict: Verdict }
  | { readonly speaks: false; readonly why: string };

interface RuleBase {
  readonly name: string;
  /** One line for `policies NAME`. */
  readonly summary: string;
  /** The settings that move its edge. */
  readonly uses: readonly (keyof Settings)[];
  /** How many past iterations it may count. At least this many are kept. */
  readonly looksBack?: (settings: Settings) => number;
}

/** Named and pure: speaks or abstains. One with `asks: "any-time"` is also asked before the agent's turn. */
export type Rule =
  | (RuleBase & { readonly asks: "any-time"; judge(of: Case): Judgement })
  | (RuleBase & { readonly asks: "after-turn"; judge(of: TurnCase): Judgement });

export const speak = (verdict: Verdict): Judgement => ({ speaks: true, verdict });
export const abstain = (why: string): Judgement => ({ speaks: false, why });
