import type { Claim } from "./agent-report.js";
import type { BreakerState } from "./breaker.js";
import type { ProofShown } from "./proof.js";
import type { Score } from "./score.js";
import type { Settings } from "./settings.js";

export const outcomes = ["completed", "stuck", "blocked", "needs-review", "aborted", "interrupted"] as const;
export type Outcome = (typeof outcomes)[number];

/** A task left for a person, with the rule that would have ended the run. */
export interface SetAside {
  readonly task: string;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly rule: string;
  /** What the agent asked, or what blocked it. */
  readonly said?: string;
  /** It can be selected: the run was resumed, or a person said something about it, and it was not retried since. */
  readonly retry?: true;
  /** Its work was taken out of the tree and is kept. */
  readonly parked?: ParkedShown;
  /** Its work is still in the tree: tests that fail since. */
  readonly failsSince?: readonly string[];
}

/** Where parked work is, for people. */
export interface ParkedShown {
  readonly files: number;
  /** A git ref; null without git. */
  readonly ref: string | null;
  /** A patch, or a folder with the files. */
  readonly patch: string | null;
}

/**
 * The run would be completed, and needs a person only to look: nothing could check the work, or something about it is
 * doubtful, such as tests changed to pass.
 */
export type OnlyReview = "unchecked" | "doubtful";

export interface Wait {
  readonly until: string | null;
  readonly seconds: number;
}

/** What a rule decides when it speaks. */
export type Verdict =
  | {
      readonly decision: "EXIT";
      readonly outcome: Outcome;
      readonly reason: string;
      readonly taskDone: string | null;
      readonly alsoDone: readonly string[];
      /** Forced by the operator: the conditions for completion do not apply. */
      readonly forced: boolean;
      /** A budget ran out: some exit-code schemes distinguish this from other aborts. */
      readonly cap: boolean;
      /** About the run, not the task: never set a task aside instead. */
      readonly final: boolean;
      readonly onlyReview?: OnlyReview;
      readonly setAside: null;
    }
  | {
      readonly decision: "CONTINUE";
      readonly reason: string;
      readonly taskDone: string | null;
      readonly alsoDone: readonly string[];
      readonly forced: boolean;
      readonly wait: Wait | null;
      readonly setAside: SetAside | null;
    };

export interface Abstention {
  readonly rule: string;
  readonly why: string;
}

export interface Completion {
  readonly done: number | null;
  readonly total: number | null;
  readonly percent: number | null;
}

export interface TaskDone {
  readonly id: string;
  readonly verified: boolean;
  /** It has no text of its own: it is done with its parts, and as proved as they are. */
  readonly byParts?: true;
}

/** A verdict, the rule behind it, why the other rules abstained, and every number they used. */
export interface Decision {
  readonly decision: "CONTINUE" | "EXIT";
  readonly outcome: Outcome | null;
  readonly rule: string;
  readonly reason: string;
  readonly policy: string;
  readonly exitCode: number | null;
  readonly taskDone: string | null;
  /** Every task this decision completes, the selected one first. */
  readonly tasksDone: readonly TaskDone[];
  /** The selected task, if it is left for a person while the run continues with another. */
  readonly setAside: SetAside | null;
  /**
   * Whether the task, or every task of the completed run, is proved: something fails without the work. Null if nothing
   * was done, or nobody tried to prove it.
   */
  readonly verified: boolean | null;
  readonly proof: readonly ProofShown[];
  /** Why what was done is not proven; null if it is, or nothing was done. */
  readonly notProven: string | null;
  readonly onlyReview?: OnlyReview;
  readonly forced: boolean;
  readonly score: Score;
  readonly claim: Claim;
  readonly explicit: boolean;
  readonly indicators: number;
  readonly completion: Completion;
  readonly confidence: number | null;
  readonly errors: number | null;
  readonly warnings: readonly string[];
  readonly feedback: readonly string[];
  readonly wait: Wait | null;
  readonly breaker: { readonly state: BreakerState; readonly reason: string | null };
  readonly abstained: readonly Abstention[];
}

export const exit = (
  outcome: Outcome,
  reason: string,
  more: {
    taskDone?: string | null;
    alsoDone?: readonly string[];
    forced?: boolean;
    cap?: boolean;
    final?: boolean;
    onlyReview?: OnlyReview;
  } = {},
): Verdict => ({
  decision: "EXIT",
  outcome,
  reason,
  taskDone: more.taskDone ?? null,
  alsoDone: more.alsoDone ?? [],
  forced: more.forced ?? false,
  cap: more.cap ?? false,
  final: more.final ?? false,
  ...(more.onlyReview ? { onlyReview: more.onlyReview } : {}),
  setAside: null,
});

export const carryOn = (
  reason: string,
  more: {
    taskDone?: string | null;
    alsoDone?: readonly string[];
    forced?: boolean;
    wait?: Wait | null;
    setAside?: SetAside;
  } = {},
): Verdict => ({
  decision: "CONTINUE",
  reason,
  taskDone: more.taskDone ?? null,
  alsoDone: more.alsoDone ?? [],
  forced: more.forced ?? false,
  wait: more.wait ?? null,
  setAside: more.setAside ?? null,
});

/**
 * The only table from outcome to exit code, applied to the final decision alone. `refused`: a gate, judge or review
 * said no in the last iteration.
 */
export function exitCode(
  verdict: Extract<Verdict, { decision: "EXIT" }>,
  scheme: Settings["exitCodes"],
  refused: boolean,
): number {
  const gold = scheme === "gold";
  switch (verdict.outcome) {
    case "completed":
      return 0;
    case "stuck":
    case "blocked":
      return 1;
    case "needs-review":
      return gold && refused ? 2 : 1;
    case "aborted":
      return gold && verdict.cap ? 1 : 2;
    case "interrupted":
      return gold ? 1 : 3;
  }
}
