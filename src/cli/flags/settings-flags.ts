import { readAssignments } from "../../config/assignments.js";
import { warnOfOldIn } from "../../config/old-spellings.js";
import { readSettings } from "../../config/settings.js";
import type { SettingsPatch } from "../../decide/settings.js";
import type { Flag, Io, ParsedArgs } from "../command.js";

export const settingsFlags = {
  set: {
    type: "string",
    value: "NAME=VALUE",
    multiple: true,
    help: "override a setting, such as maxSetAside=1 or breaker.noProgress=5 (repeatable)",
  },
} as const satisfies Record<string, Flag>;

/** `--set name=value`, as settings. */
export function parseSettings(args: ParsedArgs, io: Pick<Io, "err">): SettingsPatch {
  const given = readAssignments(args.texts("set"));
  const settings = readSettings(given, "--set");
  for (const warning of warnOfOldIn(given, "--set")) io.err(`warning: ${warning}\n`);
  return settings;
}

/** `--set policy=NAME` selects the policy; it is not a setting of its rules. */
export const policySetting = (args: ParsedArgs): string | undefined =>
  args
    .texts("set")
    .findLast((text) => text.startsWith("policy="))
    ?.slice("policy=".length);
