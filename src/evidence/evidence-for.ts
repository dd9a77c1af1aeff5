import { outside } from "../agents/sandbox/check-room.js";
import { UserError } from "../lib/errors.js";
import type { Baseline } from "./baseline.js";
import { baselineFromCommit } from "./baseline-from-commit.js";
import { gather } from "./gather.js";
import type { Gathered, GatherOptions, SeenHere } from "./gathered.js";
import type { CheckPlan, CommandPlan } from "./plan.js";
import { planChecks } from "./plan-checks.js";
import { checksAtStart } from "./proof/checks-at-start.js";
import type { TestRules } from "./test-rules.js";
import { isNothing } from "./workspace/changes.js";

export interface EvidenceOptions extends Omit<GatherOptions, "plans" | "measureStart"> {
  /** `checks` of the configuration, as it was read. */
  readonly checks?: unknown;
  /** Where that stands. */
  readonly origin?: string | ((name: string) => string);
  readonly detect?: boolean;
  /** A commit to compare with, instead of the last one. */
  readonly since?: string;
  /** What changes to the tests mean. */
  readonly tests?: TestRules;
  /** Checks that are slower than this are not run as they were at the start. */
  readonly proofSeconds?: number;
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
  tests,
  proofSeconds = Number.POSITIVE_INFINITY,
  ...options
}: EvidenceOptions): Promise<EvidenceFound> {
  const planned = planChecks({
    cwd: options.cwd,
    ...(checks === undefined ? {} : { checks }),
    ...(origin === undefined ? {} : { origin }),
    ...(detect === undefined ? {} : { detect }),
    ...(tests === undefined ? {} : { tests }),
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
  let measured = baseline;
  const measure = baseline && options.claimed ? startMeasurer(baseline, { plans, proofSeconds, options }) : null;
  const gathered = await gather({
    ...{ ...options, plans, baseline },
    ...(measure ? { measureStart: async (seen) => (measured = await measure(seen)) } : {}),
  });
  const isStartUnknown = !given && !options.before && since === undefined;
  const seen = isStartUnknown ? guessedStart(gathered) : gathered;
  return { ...seen, plans, notes, baseline: measured, isStartUnknown };
}

interface Measuring {
  readonly plans: readonly CheckPlan[];
  readonly proofSeconds: number;
  readonly options: Omit<GatherOptions, "plans">;
}

/**
 * A commit has no results of checks, and nobody waits for them where a session begins: those that matter for a claim are
 * made later, with every change taken back.
 */
function startMeasurer(
  baseline: Baseline,
  { plans, proofSeconds, options }: Measuring,
): (seen: SeenHere) => Promise<Baseline> {
  const isMissing = ({ name }: CheckPlan): boolean => !baseline.checks.some((check) => check.name === name);
  const commands = plans.filter((plan): plan is CommandPlan => plan.kind === "command" && plan.required);
  return async ({ now, sinceStart, results, logs }) => {
    const seconds = logs.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
    if (!sinceStart || seconds > proofSeconds) return baseline;
    const checks = await checksAtStart({
      ...{ cwd: options.cwd, signal: options.signal, logDirectory: options.logDirectory ?? null },
      ...{ plans: commands.filter(isMissing), builds: plans, room: options.room ?? outside },
      ...{ now, changes: sinceStart, results, baseline, kept: options.kept ?? null },
    });
    return { ...baseline, checks: [...baseline.checks, ...checks] };
  };
}

/** Against the last commit only what is there can be told, not what is missing. */
function guessedStart(gathered: Gathered): Gathered {
  const { filesChanged: _, commits: __, ...facts } = gathered.facts;
  const evidence = gathered.evidence.filter(({ name, state }) => !(name === "changes" && state === "fails"));
  const { changes } = gathered;
  return { ...gathered, facts, evidence, changes: changes && isNothing(changes) ? null : changes };
}
