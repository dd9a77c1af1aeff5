import { duration } from "../base/duration.js";
import { money } from "../base/money.js";
import { plural } from "../base/plural.js";
import { findRun } from "../store/run-state.js";
import type { LoopSetup } from "./setup.js";

/** A warning for each budget that another iteration of average cost would exceed. */
export function forecast({ store, policy, run }: Pick<LoopSetup, "store" | "policy" | "run">): readonly string[] {
  const current = findRun(store.runState, run);
  if (!current || current.iterations === 0) return [];
  const limits = policy.settings;
  const lines = [
    { format: duration, used: current.seconds, limit: limits.maxSeconds },
    { format: (count: number) => plural(Math.round(count), "token"), used: current.tokens, limit: limits.maxTokens },
    { format: money, used: current.usd, limit: limits.maxCostUsd },
  ];
  return lines.flatMap(({ format, used, limit }) => {
    if (used === null || limit === null || limit === 0) return [];
    const next = used / current.iterations;
    if (used + next <= limit) return [];
    return [
      `another iteration like those before would exceed the budget: used ${format(used)} of ${format(limit)}, about ${format(next)} per iteration`,
    ];
  });
}
