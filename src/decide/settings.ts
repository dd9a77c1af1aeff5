import type { EvidenceSwitch } from "./evidence.js";
import type { TaskStatus } from "./tasks.js";

/** Points per part of the score; the defaults come from doyaken. */
export interface ScoreWeights {
  readonly block: number;
  readonly phaseComplete: number;
  readonly filesModified: number;
  readonly taskFileMoved: number;
  readonly keywords: number;
  readonly tests: number;
}

export interface BreakerLimits {
  readonly noProgress: number;
  readonly sameError: number;
  readonly gateRefused: number;
  readonly coolDownSeconds: number;
}

/** What a setting says about something doubtful: a person must look at it, it is only reported, or it is refused. */
export type Answer = "review" | "accept" | "refuse";

/** Every number and switch a rule may use. 0 turns a limit off; null means "no such limit". */
export interface Settings {
  readonly gateEnabled: boolean;
  /** What grants completion: facts if any are known, or always the indicators of a dual gate. */
  readonly grantedBy: "facts" | "indicators";
  readonly requireExplicitSignal: boolean;
  /** What to do with work that nothing could check. */
  readonly unverified: Answer;
  /** What to do with a task that is claimed twice although nothing was changed for it. */
  readonly unchanged: Answer;
  /** What to do about tests that failed when the run began; a list names those that are accepted. */
  readonly knownFailures: Answer | readonly string[];
  /** Whether a task may leave new failing tests behind. */
  readonly newFailures: "refuse" | "allow";
  /** Whether a bad task is left for a person while the run continues, and how many in a row. */
  readonly setAside: boolean;
  readonly maxSetAside: number;
  /** Whether the work of such a task is taken out of the tree where it leaves the checks worse, or stays. */
  readonly setAsideWork: "park" | "keep";
  /** How many waits in a row for a usage limit without a reset time before the run aborts; 0 = unlimited. */
  readonly maxLimitWaits: number;
  /** What to do about tests that pass only because the agent changed them. */
  readonly changedTests: Answer;
  /** Test files that may be removed. */
  readonly removedTests: readonly string[];
  /** What to do about weak signs of cheating; a list names signs and places that are no sign here. */
  readonly signs: Answer | readonly string[];
  /** Who reviews work that passed everything else: agents, each with a model if one is named (`codex:gpt-5`). */
  readonly reviewers: readonly string[];
  /** How often findings of reviewers go back to the author of a task. */
  readonly reviewerRounds: number;
  /** How long a review may take. */
  readonly reviewerSeconds: number;
  /** What to do with findings that are left after that, and with work that no reviewer could look at. */
  readonly findings: Answer;
  /** How often a check runs again before a test that passed earlier counts as failing. */
  readonly retries: number;
  /** How long proving a task may take before the run's end; 0: no proof is made, and nothing is verified. */
  readonly proofSeconds: number;
  /** Whether tasks that the agent removes, cancels or rewords in the list are taken as edited by a person. */
  readonly acceptListEdits: boolean;
  readonly indicatorThreshold: number;
  readonly indicatorWeights: Readonly<Record<string, number>>;
  readonly evidenceChecks: Readonly<Record<EvidenceSwitch, boolean>>;
  readonly weights: ScoreWeights;
  /** Scale the score to the parts that could be measured. */
  readonly scaleScore: boolean;
  readonly minScore: number;
  /** Fitted numbers refuse an unproven claim whose like were right less often than this, in percent. */
  readonly minTrust: number;
  readonly confirmations: number;
  readonly verifyIteration: boolean;
  /** Whether the run waits for a usage limit to reset, or exits. */
  readonly onLimit: "wait" | "exit";
  readonly patterns: readonly string[];
  readonly promise: string;
  readonly abortPromise: string | null;
  readonly nonce: string | null;
  readonly allowOverride: boolean;
  readonly hollowClaimLimit: number;
  readonly weakClaimScore: number;
  readonly stuckThreshold: number;
  readonly stagnationLoops: number;
  /** What ends stagnation: any visible progress, or only a finished task (blackbox). */
  readonly stagnationCounts: "progress" | "tasks";
  readonly testOnlyLimit: number;
  /** How many iterations in a row may wait for a person: blocked, asking, or refused a permission. */
  readonly waitingLimit: number;
  /** Refused claims of a task after which the next agent takes it over; 0 for never. */
  readonly escalate: number;
  /** How many stops of an interactive session are refused in a row; 0 refuses none. */
  readonly maxStopRefusals: number;
  /** Checks no slower than this at the start of the run are made after every turn, not only when completion is claimed. */
  readonly checkEachTurnSeconds: number;
  readonly maxErrors: number;
  readonly minConfidence: number;
  readonly minCompletion: number;
  readonly optionalSections: readonly string[];
  /** What marks in boxes mean, beside and instead of the usual ones. */
  readonly taskMarks: Readonly<Record<string, TaskStatus>>;
  readonly maxIterations: number;
  readonly maxSeconds: number | null;
  readonly maxTokens: number | null;
  readonly maxCostUsd: number | null;
  readonly maxIterationsPerTask: number | null;
  readonly breaker: BreakerLimits;
  readonly exitCodes: "standard" | "gold";
  readonly byTaskKind: Readonly<Record<string, SettingsPatch>>;
}

/** Partial settings; nested objects may be partial too. */
export type SettingsPatch = Partial<
  Omit<Settings, "breaker" | "weights" | "evidenceChecks"> & {
    breaker: Partial<BreakerLimits>;
    weights: Partial<ScoreWeights>;
    evidenceChecks: Partial<Record<EvidenceSwitch, boolean>>;
  }
>;

/** Later patches win; nested objects are merged key by key. */
export function withSettings(base: Settings, ...patches: readonly (SettingsPatch | undefined)[]): Settings {
  let merged = base;
  for (const patch of patches) {
    if (!patch || isEmpty(patch)) continue;
    merged = {
      ...merged,
      ...patch,
      breaker: { ...merged.breaker, ...patch.breaker },
      weights: { ...merged.weights, ...patch.weights },
      evidenceChecks: { ...merged.evidenceChecks, ...patch.evidenceChecks },
    };
  }
  return merged;
}

/** Worth a check: most patches are empty. */
function isEmpty(patch: SettingsPatch): boolean {
  for (const _ in patch) return false;
  return true;
}

/** Merges two patches: the later wins, nested objects are merged key by key. */
export function mergePatches(base: SettingsPatch, over: SettingsPatch): SettingsPatch {
  const merged = { ...base, ...over };
  for (const key of ["breaker", "weights", "evidenceChecks"] as const)
    if (base[key] && over[key]) Object.assign(merged, { [key]: { ...base[key], ...over[key] } });
  return merged;
}
