import { readAssignments } from "../config/assignments.js";
import { readSettings } from "../config/settings.js";
import type { SettingsPatch } from "../core/settings.js";
import type { Flag, ParsedArgs } from "./command.js";

export const settingsFlags = {
  set: {
    type: "string",
    value: "NAME=VALUE",
    multiple: true,
    help: "override a setting, such as maxSetAside=1 or breaker.noProgress=5 (repeatable)",
  },
} as const satisfies Record<string, Flag>;

/** `--set name=value`, as settings. */
export const parseSettings = (args: ParsedArgs): SettingsPatch =>
  readSettings(readAssignments(args.texts("set")), "--set");

/** `--set policy=NAME` selects the policy; it is not a setting of its rules. */
export const policySetting = (args: ParsedArgs): string | undefined =>
  args
    .texts("set")
    .findLast((text) => text.startsWith("policy="))
    ?.slice("policy=".length);
