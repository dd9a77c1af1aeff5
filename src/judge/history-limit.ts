import type { Settings } from "../core/settings.js";
import { rulesByName } from "../rules/all-rules.js";

/** Enough to see a workspace go round in a circle of several states. */
const least = 24;

/** How many past iterations are kept under these settings: as many as any rule may count. */
export function historyLimit(settings: Settings): number {
  let most = 0;
  for (const { looksBack } of rulesByName.values()) most = Math.max(most, looksBack?.(settings) ?? 0);
  return Math.max(least, most + 1);
}
