import { type PolicySpec, policyDefinitions } from "../policies/policies.js";
import { rulesByName } from "../rules/all-rules.js";
import { missing, within } from "./place.js";
import {
  argv,
  choice,
  flag,
  isRecord,
  known,
  name,
  orNull,
  positive,
  type Reader,
  record,
  word,
  wrong,
} from "./readers.js";
import { patchOf, readRuleSettings, type runSettingNames, settingReaders } from "./settings.js";

/** A command of the user's that proves something, and how it counts. */
export interface CheckSetting {
  readonly command: string | readonly string[];
  readonly required?: boolean;
  /** At a claim of completion (and when no work is left), after every iteration, or once at the end. */
  readonly when?: "claim" | "always" | "end";
  /** Seconds. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly parallel?: boolean;
}

/** What is set for a run as a whole, beside the settings of its rules. */
export interface RunSettings {
  readonly policy: string | PolicySpec;
  readonly tasks: string | null;
  readonly agent: string | null;
  /** null takes back a check that a weaker source set. */
  readonly checks: Readonly<Record<string, CheckSetting | null>>;
  readonly stateFolder: string;
  readonly stateFile: string | null;
}

const anyOf = (...readers: readonly Reader<unknown>[]) => ({ anyOf: readers.map(({ schema }) => schema) });

const command: Reader<string | readonly string[]> = {
  takes: "a command, as a text or a list of words",
  schema: anyOf(name, argv),
  read(given, where) {
    if (name.accepts(given) || argv.accepts(given)) return given;
    throw wrong(given, where, this.takes);
  },
};

const checkFields = known({
  command,
  required: flag,
  when: choice(["claim", "always", "end"]),
  timeout: positive,
  env: record(word),
  parallel: flag,
});

const check: Reader<CheckSetting | null> = {
  takes: `a command, as a text or a list of words, or ${checkFields.takes}, or null to take it back`,
  schema: { anyOf: [...anyOf(name, argv).anyOf, { ...checkFields.schema, required: ["command"] }, { type: "null" }] },
  read(given, where) {
    if (given === null) return null;
    if (name.accepts(given) || argv.accepts(given)) return { command: given };
    if (!isRecord(given)) throw wrong(given, where, this.takes);
    const { command: told, ...rest } = checkFields.read(given, where);
    if (told === undefined) throw missing("command", where, command.takes);
    return { command: told, ...rest };
  },
};

const policyName = choice(policyDefinitions.map((definition) => definition.name));
const rule = choice([...rulesByName.keys()]);

const ruleList: Reader<readonly string[]> = {
  takes: "a list of rules",
  schema: { type: "array", items: rule.schema },
  read(given, where) {
    if (!Array.isArray(given)) throw wrong(given, where, this.takes);
    return given.map((entry, at) => rule.read(entry, within(where, at)));
  },
};

const policySettings: Reader<NonNullable<PolicySpec["settings"]>> = {
  takes: "an object of settings",
  schema: { $ref: "#/$defs/settings" },
  read(given, where) {
    if (!isRecord(given)) throw wrong(given, where, this.takes);
    return patchOf(readRuleSettings(given, where));
  },
};

const policySpec = known({ name, extends: policyName, rules: ruleList, settings: policySettings });

const policy: Reader<string | PolicySpec> = {
  takes: `${policyName.takes}, or ${policySpec.takes}`,
  schema: anyOf(policyName, policySpec),
  read: (given, where) => (isRecord(given) ? policySpec.read(given, where) : policyName.read(given, where)),
};

/** One reader a setting of the run. */
export const runReaders: { readonly [Name in (typeof runSettingNames)[number]]: Reader<RunSettings[Name]> } = {
  policy,
  tasks: orNull(name),
  agent: orNull(name),
  checks: record(check, "a command"),
  stateFolder: name,
  stateFile: orNull(name),
};

/** Every setting there is: of the rules, and of the run. */
export const allReaders: Readonly<Record<string, Reader<unknown>>> = { ...runReaders, ...settingReaders };

export const runDefaults: RunSettings = {
  policy: "standard",
  tasks: null,
  agent: null,
  checks: {},
  stateFolder: ".ralph",
  stateFile: null,
};
