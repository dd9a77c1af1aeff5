import type { Settings } from "../core/settings.js";

/** Enough to see a workspace go round in a circle of several states. */
const least = 24;

/** How many past iterations the rules may ask for under these settings. */
export function historyLimit(settings: Settings): number {
  return Math.max(
    least,
    1 +
      Math.max(
        settings.hollowClaimLimit,
        settings.stuckThreshold,
        settings.stagnationLoops,
        settings.testOnlyLimit,
        settings.questionLimit,
        settings.blockedLimit,
        settings.denialLimit,
        settings.confirmations,
      ),
  );
}
