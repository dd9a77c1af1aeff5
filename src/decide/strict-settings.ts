import type { SettingsPatch } from "./settings.js";

/** What `--strict` sets: nothing passes that is not proven. */
export const strictSettings = {
  unverified: "refuse",
  changedTests: "refuse",
  signs: "refuse",
  acceptListEdits: false,
} as const satisfies SettingsPatch;
