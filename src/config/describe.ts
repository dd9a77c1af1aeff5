import { composePolicy, policyDefinition } from "../decide/policies/policies.js";
import { withSettings } from "../decide/settings.js";
import { defaultSettings } from "../decide/settings-table.js";
import type { CheckSetting } from "./check-settings.js";
import { environmentName } from "./environment.js";
import { settingHelp } from "./help.js";
import type { Config } from "./load.js";
import { listParts, settingNames } from "./origins.js";
import { isKnownReader } from "./readers.js";
import { allReaders, runDefaults } from "./run-settings.js";
import type { Origin } from "./setting-sources.js";

/** A setting as documents and people see it. */
export interface Description {
  readonly name: string;
  readonly takes: string;
  readonly default: unknown;
  readonly variable: string;
  readonly help: string;
}

/** A setting with the value that counts and where it came from. */
export interface Effective {
  readonly name: string;
  readonly value: unknown;
  readonly origin: Origin;
}

const defaults = new Map(listParts({ ...runDefaults, ...defaultSettings }));

/** Every setting, by its dotted name. `checks`, whose parts have names of their users', is one. */
export function describeSettings(): readonly Description[] {
  const [policy = "policy", ...names] = settingNames;
  return [policy, "checks", ...names].map((name) => ({
    name,
    takes: takenBy(name),
    default: name === "checks" ? {} : defaults.get(name),
    variable: name === "stateFolder" ? "UNTILDONE_STATE" : environmentName(name),
    help: settingHelp(name),
  }));
}

function takenBy(name: string): string {
  const [setting = "", key = ""] = name.split(".");
  const reader = allReaders[setting];
  if (!reader) return "";
  return isKnownReader(reader) ? (reader.of[key]?.takes ?? reader.takes) : reader.takes;
}

/** The value of every setting, as the run will use it. */
export function effectiveSettings(config: Config): readonly Effective[] {
  const { policy, settings, tasks, agent, checks, stateFolder, stateFile, phases, origins } = config;
  const { model, permissions, agentArgs, agentByTaskKind } = config;
  const {
    sandbox,
    sandboxImage,
    sandboxNetwork,
    sandboxMemory,
    sandboxProcesses,
    sandboxCpus,
    sandboxEnv,
    sandboxMounts,
    checksOutside,
    notify,
  } = config;
  const definition = typeof policy === "string" ? policyDefinition(policy) : composePolicy(policy);
  const values = listParts({
    policy,
    tasks,
    agent,
    model,
    permissions,
    agentArgs,
    agentByTaskKind,
    ...checksIn(checks),
    stateFolder,
    stateFile,
    phases,
    ...{
      sandbox,
      sandboxImage,
      sandboxNetwork,
      sandboxMemory,
      sandboxProcesses,
      sandboxCpus,
      sandboxEnv,
      sandboxMounts,
      checksOutside,
      notify,
    },
    ...withSettings(defaultSettings, definition.settings, settings),
  });
  return values.map(([name, value]) => ({
    name,
    value,
    origin: origins[name] ?? { from: "default", where: "built in" },
  }));
}

/** Each check by itself; without any, that there are none. */
function checksIn(checks: Config["checks"]): Readonly<Record<string, unknown>> {
  const named = Object.entries(checks).map(([name, check]) => [`checks.${name}`, veiled(check)]);
  return named.length === 0 ? { checks: null } : Object.fromEntries(named);
}

/** What a check is given in its environment may be a secret: its name is enough to know where it came from. */
function veiled(setting: CheckSetting): CheckSetting {
  if (typeof setting === "boolean") return setting;
  const { env, ...check } = setting;
  return env ? { ...check, env: Object.fromEntries(Object.keys(env).map((name) => [name, "…"])) } : check;
}
