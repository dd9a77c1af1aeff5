import type { Config } from "../../config/load.js";
import { UserError } from "../../lib/errors.js";

/** A run without any limit may never end. */
export function refuseEndless({ resolved }: Config): void {
  const { maxIterations, maxSeconds, maxTokens, maxCostUsd } = resolved.settings;
  if (maxIterations > 0 || [maxSeconds, maxTokens, maxCostUsd].some((cap) => cap !== null && cap > 0)) return;
  throw new UserError({
    what: "the run has no limit at all",
    where: "maxIterations is 0",
    fix: "set --max-time, --max-cost or --max-tokens",
  });
}
