import { UserError } from "../base/errors.js";
import { type Baseline, baselineFromCommit } from "./baseline.js";
import { type Gathered, type GatherOptions, gather } from "./gather.js";
import type { CheckPlan, CommandPlan } from "./plan.js";
import { planChecks } from "./plan-checks.js";
import { checksAtStart } from "./proof/checks-at-start.js";
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
  /** Nobody looked before the first turn, and no commit was named. */
  readonly isStartUnknown: boolean;
}

/**
 * Plans and makes the checks in one go, for commands that judge one iteration of somebody else's loop. Without a baseline
 * the last commit is asked: what fails there and holds now is proved by it. Anything else may have been there before.
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
  const isStartUnknown = !given && !options.before && since === undefined;
  const measured = given || !baseline ? baseline : await measureStart(baseline, { gathered, plans, options });
  const seen = isStartUnknown ? guessedStart(gathered) : gathered;
  return { ...seen, plans, notes, baseline: measured, isStartUnknown };
}

interface Measuring {
  readonly gathered: Gathered;
  readonly plans: readonly CheckPlan[];
  readonly options: Omit<GatherOptions, "plans">;
}

/** A commit has no results of checks: those that matter for a claim are made there. */
async function measureStart(baseline: Baseline, { gathered, plans, options }: Measuring): Promise<Baseline> {
  if (!options.claimed || !gathered.sinceStart) return baseline;
  const commands = plans.filter((plan): plan is CommandPlan => plan.kind === "command" && plan.required);
  const checks = await checksAtStart({
    ...{ cwd: options.cwd, signal: options.signal, logDirectory: options.logDirectory ?? null, plans: commands },
    ...{ now: gathered.after, changes: gathered.sinceStart, results: gathered.results, baseline },
  });
  return { ...baseline, checks };
}

/** Against the last commit only what is there can be told, not what is missing. */
function guessedStart(gathered: Gathered): Gathered {
  const { filesChanged: _, commits: __, ...facts } = gathered.facts;
  const evidence = gathered.evidence.filter(({ name, state }) => !(name === "changes" && state === "fails"));
  const { changes } = gathered;
  return { ...gathered, facts, evidence, changes: changes && isNothing(changes) ? null : changes };
}
