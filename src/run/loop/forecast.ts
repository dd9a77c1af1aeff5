import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import { plural } from "../../lib/text/plural.js";
import type { Session } from "../session.js";
import { currentRun } from "./loop-state.js";
import { settingsNow } from "./wait.js";

/** A warning for each budget that another iteration of average cost would exceed. */
export function forecast(session: Session): readonly string[] {
  const current = currentRun(session);
  if (!current || current.iterations === 0) return [];
  const limits = settingsNow(session);
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
