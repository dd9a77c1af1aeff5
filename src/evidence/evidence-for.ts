import { type Baseline, baselineFromCommit } from "./baseline.js";
import { type Gathered, type GatherOptions, gather } from "./gather.js";
import type { CheckPlan } from "./plan.js";
import { planChecks } from "./plan-checks.js";

export interface EvidenceOptions extends Omit<GatherOptions, "plans"> {
  /** `checks` of the configuration, as it was read. */
  readonly checks?: unknown;
  /** Where that stands. */
  readonly origin?: string | ((name: string) => string);
}

export interface EvidenceFound extends Gathered {
  readonly plans: readonly CheckPlan[];
  readonly notes: readonly string[];
  /** What it was compared with: the one given, else the last commit; null where there is neither. */
  readonly baseline: Baseline | null;
}

/**
 * Plans and makes the checks in one go, for commands that judge one iteration of somebody else's loop. Without a baseline
 * the last commit is one; without the state before the iteration nothing is said of what the iteration changed.
 */
export async function evidenceFor({ checks, origin, ...options }: EvidenceOptions): Promise<EvidenceFound> {
  const { plans, notes } = planChecks({
    cwd: options.cwd,
    ...(checks === undefined ? {} : { checks }),
    ...(origin === undefined ? {} : { origin }),
  });
  const given = options.baseline ?? null;
  const baseline = given ?? (await baselineFromCommit(options.cwd, options));
  const gathered = await gather({ ...options, plans, baseline });
  if (given || options.before) return { ...gathered, plans, notes, baseline };
  const { filesChanged: _, commits: __, ...facts } = gathered.facts;
  return { ...gathered, facts, plans, notes, baseline };
}
