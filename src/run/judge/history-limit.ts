import { rulesByName } from "../../decide/rules/all-rules.js";
import type { Settings } from "../../decide/settings.js";

/** Enough to detect a workspace that cycles through several states. */
const minimum = 24;

/** How many past iterations to store: as many as any rule, or the limit on waits, may count. */
export function historyLimit(settings: Settings): number {
  let longest = 0;
  for (const { looksBack } of rulesByName.values()) longest = Math.max(longest, looksBack?.(settings) ?? 0);
  return Math.max(minimum, longest + 1, settings.maxLimitWaits + 2);
}
