import { type Config, loadConfig } from "../../config/load.js";
import { policyNames } from "../../decide/policies/policy-names.js";
import type { Flag, Io, ParsedArgs } from "../command.js";
import { settingsFlags } from "./settings-flags.js";

/** For every command that uses the state folder. */
export const folderFlags = {
  state: { type: "string", value: "FOLDER", help: "state and configuration folder (default: .ralph)" },
} as const satisfies Record<string, Flag>;

/** For every command that uses the configuration. */
export const configFlags = {
  policy: {
    type: "string",
    value: "NAME",
    choices: policyNames,
    help: "policy to decide by (list them with: untildone policies)",
  },
  "exit-threshold": { type: "string", value: "N", help: "number of completion indicators a claim needs" },
  ...folderFlags,
  ...settingsFlags,
} as const satisfies Record<string, Flag>;

type World = Pick<Io, "cwd" | "env" | "home">;

/** The configuration from flags, environment and files. */
export const readConfig = (args: ParsedArgs, { cwd, env, home }: World, more: readonly string[] = []): Config =>
  loadConfig({
    cwd,
    env,
    home,
    flags: {
      policy: args.text("policy"),
      set: [...args.texts("set"), ...more],
      state: args.text("state"),
      exitThreshold: args.text("exit-threshold"),
    },
  });

/** The configuration without flags, except the one for the state folder. */
export const withoutFlags = (args: ParsedArgs, { cwd, env, home }: World): Config =>
  loadConfig({ cwd, env, home, flags: { state: args.text("state") } });
