import type { Agent } from "../../agents/agent.js";
import type { Config } from "../../config/load.js";
import { resolvePolicy } from "../../decide/policies/policies.js";
import type { Settings } from "../../decide/settings.js";
import { isLeft, type KnownTasks } from "../../decide/tasks.js";
import { plural } from "../../lib/text/plural.js";

const iterationsPerTask = 5;

/** Raises the default iteration limit so that a long list has enough for every task. */
export function withRoomForTasks(config: Config, list: KnownTasks): Config {
  if (config.origins["maxIterations"]?.from !== "default" || list.is !== "tasks") return config;
  const left = list.tasks.filter(isLeft);
  const maxIterations = iterationsPerTask * left.length;
  if (maxIterations <= config.resolved.settings.maxIterations) return config;
  const settings = { ...config.settings, maxIterations };
  const origin = { from: "default", where: `${iterationsPerTask} for each of ${plural(left.length, "task")}` } as const;
  return {
    ...config,
    settings,
    resolved: resolvePolicy(config.policy, settings),
    origins: { ...config.origins, maxIterations: origin },
  };
}

type BudgetsToMeasure = Pick<Settings, "maxCostUsd" | "maxTokens"> & { readonly maxCostPerDay?: number | null };

/**
 * Warns of a budget that can never run out because the agent does not report the figures: the user relies on it
 * overnight.
 */
export function unmeasuredBudgets(
  agents: readonly Agent[],
  { maxCostUsd, maxTokens, maxCostPerDay = null }: BudgetsToMeasure,
): readonly string[] {
  const isSet = (cap: number | null): boolean => cap !== null && cap > 0;
  return agents.flatMap(({ name, reports }) => [
    ...(isSet(maxCostUsd) && !reports?.cost ? [describe(name, reports === null, "its cost", "--max-cost")] : []),
    ...(isSet(maxCostPerDay) && !isSet(maxCostUsd) && !reports?.cost
      ? [describe(name, reports === null, "its cost", "--max-cost-per-day")]
      : []),
    ...(isSet(maxTokens) && !reports?.tokens ? [describe(name, reports === null, "its tokens", "--max-tokens")] : []),
  ]);
}

function describe(agent: string, isUnknown: boolean, what: string, flag: string): string {
  return isUnknown
    ? `${agent} may not report ${what}: then ${flag} cannot end the run. Set --max-time, too`
    : `${agent} does not report ${what}: ${flag} cannot end the run. Set --max-time, too`;
}
