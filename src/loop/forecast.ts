import type { LoopSetup } from "./setup.js";

/** The budgets that one more iteration like those before would overrun, in words. */
export function forecast({ store, policy, run }: Pick<LoopSetup, "store" | "policy" | "run">): readonly string[] {
  const current = store.runState.run;
  if (!current || current.id !== run || current.iterations === 0) return [];
  const limits = policy.settings;
  const lines = [
    { name: "seconds", used: current.seconds, limit: limits.maxSeconds },
    { name: "tokens", used: current.tokens, limit: limits.maxTokens },
    { name: "US dollars", used: current.usd, limit: limits.maxCostUsd },
  ];
  return lines.flatMap(({ name, used, limit }) => {
    if (used === null || limit === null || limit === 0) return [];
    const next = used / current.iterations;
    if (used + next <= limit) return [];
    return [
      `another iteration like those before would overrun the budget: ${round(used)} and about ${round(next)} more, of ${limit} ${name}`,
    ];
  });
}

const round = (value: number): number => Math.round(value * 100) / 100;
