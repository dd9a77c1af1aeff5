import type { CheckFields, CheckSetting } from "../../config/check-settings.js";
import type { Config } from "../../config/load.js";
import { UserError } from "../../lib/errors.js";
import type { Flag, ParsedArgs } from "../command.js";

export const checkFlag = {
  type: "string",
  value: "NAME=COMMAND",
  multiple: true,
  help: "a check that must pass, in addition to those found in the project (repeatable)",
} as const satisfies Flag;

export const optionalCheckFlag = {
  type: "string",
  value: "NAME",
  multiple: true,
  help: "let a check, named or found, fail or be unable to run: it only warns (repeatable)",
} as const satisfies Flag;

export const detectFlag = {
  type: "boolean",
  help: "only run named checks; do not look for checks in the project",
} as const satisfies Flag;

/** Checks from the command line, over those of the configuration. */
export function namedChecks(
  args: ParsedArgs,
  { checks }: Pick<Config, "checks">,
): Readonly<Record<string, CheckSetting>> {
  const named = args.texts("check").map((text): [string, CheckSetting] => {
    const [, name = "", command = ""] = /^([\w-]+(?::[\w@./+-]+)?)=(.*)$/s.exec(text) ?? [];
    if (name === "" || command.trim() === "")
      throw new UserError({
        what: name === "" ? `--check is ${JSON.stringify(text)}` : `the check ${name} has no command`,
        where: "--check",
        fix: `give a name and a command: --check ${name || "tests"}="npm test"`,
      });
    return [name, { command, required: true }];
  });
  const all = { ...checks, ...Object.fromEntries(named) };
  const optional = args.texts("optional-check").map((name) => [name, { ...toFields(all[name]), required: false }]);
  return { ...all, ...Object.fromEntries(optional) };
}

const toFields = (setting: CheckSetting | undefined): CheckFields => (typeof setting === "object" ? setting : {});
