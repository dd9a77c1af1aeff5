import type { Config } from "../../config/load.js";
import { listOrigins } from "../../config/origins.js";
import type { Terms } from "./judge.js";

/** The rules of a configuration, and for the record where they come from. */
export const judgedBy = (config: Config): Pick<Terms, "policy" | "spec" | "settings" | "origins"> => ({
  policy: config.resolved,
  spec: config.policy,
  settings: config.settings,
  origins: listOrigins(config),
});
