import type { Breaker } from "./breaker.js";
import type { Verdict } from "./decision.js";
import type { Gate } from "./gate.js";
import type { Observation, Turn } from "./observation.js";
import type { Score } from "./score.js";
import type { Settings } from "./settings.js";

/** An observation and what a policy's settings make of it: the input of every rule. */
export interface Case {
  readonly seen: Observation;
  readonly settings: Settings;
  readonly score: Score;
  readonly gate: Gate;
  /** The breaker at the start and at the end of the iteration. */
  readonly breakerBefore: Breaker;
  readonly breakerAfter: Breaker;
  readonly progress: boolean | undefined;
  /** The iteration says nothing about progress: a usage limit, an interrupt, a question to a person. */
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
  /** The settings that change when it speaks. */
  readonly uses: readonly (keyof Settings)[];
  /** If its verdict is about the selected task, the task is set aside and the run continues with another one. */
  readonly about: "task" | "run";
  /** How many past iterations it may count. The history holds at least this many. */
  readonly looksBack?: (settings: Settings) => number;
}

/** Named and pure: speaks or abstains. One with `asks: "any-time"` is also asked before the agent's turn. */
export type Rule =
  | (RuleBase & { readonly asks: "any-time"; judge(context: Case): Judgement })
  | (RuleBase & { readonly asks: "after-turn"; judge(context: TurnCase): Judgement });

export const speak = (verdict: Verdict): Judgement => ({ speaks: true, verdict });
export const abstain = (why: string): Judgement => ({ speaks: false, why });
