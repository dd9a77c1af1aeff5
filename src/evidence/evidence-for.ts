import { UserError } from "../base/errors.js";
import { type Baseline, baselineFromCommit } from "./baseline.js";
import { type Gathered, type GatherOptions, gather } from "./gather.js";
import type { CheckPlan } from "./plan.js";
import { planChecks } from "./plan-checks.js";
import { isNothing } from "./workspace/changes.js";

export interface EvidenceOptions extends Omit<GatherOptions, "plans"> {
  /** `checks` of the configuration, as it was read. */
  readonly checks?: unknown;
  /** Where that stands. */
  readonly origin?: string | ((name: string) => string);
  readonly detect?: boolean;
  /** A commit to compare with, instead of the last one. */
  readonly since?: string;
}

export interface EvidenceFound extends Gathered {
  readonly plans: readonly CheckPlan[];
  readonly notes: readonly string[];
  /** What it was compared with: the one given, else the last commit; null where there is neither. */
  readonly baseline: Baseline | null;
}

/**
 * Plans and makes the checks in one go, for commands that judge one iteration of somebody else's loop. Without a baseline
 * the last commit is one, and a clean tree then proves nothing: what was committed before it may be the work.
 */
export async function evidenceFor({
  checks,
  origin,
  detect,
  since,
  ...options
}: EvidenceOptions): Promise<EvidenceFound> {
  const planned = planChecks({
    cwd: options.cwd,
    ...(checks === undefined ? {} : { checks }),
    ...(origin === undefined ? {} : { origin }),
    ...(detect === undefined ? {} : { detect }),
  });
  const { plans } = planned;
  const notes = [...planned.warnings, ...planned.notes];
  const given = options.baseline ?? null;
  const baseline =
    given ?? (await baselineFromCommit(options.cwd, { ...options, ...(since === undefined ? {} : { since }) }));
  if (since !== undefined && !baseline)
    throw new UserError({
      what: `there is no commit ${JSON.stringify(since)} here`,
      where: "--since",
      fix: "name a commit, tag or branch of this repository: git log --oneline",
    });
  const gathered = await gather({ ...options, plans, baseline });
  if (given || options.before || since !== undefined) return { ...gathered, plans, notes, baseline };
  return { ...guessedStart(gathered), plans, notes, baseline };
}

/** Against the last commit only what is there can be told, not what is missing. */
function guessedStart(gathered: Gathered): Gathered {
  const { filesChanged: _, commits: __, ...facts } = gathered.facts;
  const evidence = gathered.evidence.filter(({ name, state }) => !(name === "changes" && state === "fails"));
  const { changes } = gathered;
  return { ...gathered, facts, evidence, changes: changes && isNothing(changes) ? null : changes };
}
