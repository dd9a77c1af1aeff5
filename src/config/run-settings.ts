import { type Permissions, permissionLevels } from "../agents/agent.js";
import { isRecord } from "../base/is-record.js";
import { missing, type Place, within, wrong } from "../base/place.js";
import { type PolicySpec, policyDefinitions } from "../policies/policies.js";
import { rulesByName } from "../rules/all-rules.js";
import { currentRuleName, oldRuleNames } from "../rules/old-rule-names.js";
import { type SandboxKind, sandboxKinds } from "../sandbox/sandbox.js";
import { ownCheckNames } from "./check-names.js";
import { command, type WantedFileSetting, wantedFile } from "./check-readers.js";
import { defaultStateFolder } from "./config-places.js";
import { type NotifySettings, notifyDefaults, notifyReader } from "./notify-settings.js";
import {
  anySchema,
  argv,
  choice,
  flag,
  known,
  listReader,
  name,
  orNull,
  type Reader,
  record,
  seconds,
  word,
  words,
} from "./readers.js";
import { readRuleSettings, type runSettingNames, settingReaders, toPatch } from "./settings.js";

/**
 * A check, and how it counts: a command of the user's, or one of our own by its name, with what that one takes. False
 * turns off one that would be made unasked.
 */
export type CheckSetting = boolean | CheckFields;

export interface CheckFields {
  readonly command?: string | readonly string[];
  readonly required?: boolean;
  /** At a claim of completion (and when no work is left), after every iteration, or once at the end. */
  readonly when?: "claim" | "always" | "end";
  /** Seconds. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly parallel?: boolean;
  /** Whether its output is that of tests; by its name and words where nobody says. */
  readonly reads?: "tests" | "status";
  /** What a judge is asked. */
  readonly question?: string;
  /** Files that must be there (artifacts). */
  readonly files?: readonly (string | WantedFileSetting)[];
  /** What is no veto of honest-tests, and files of which every edit is one. */
  readonly allow?: readonly string[];
  readonly protect?: readonly string[];
}

/** What is set for a run as a whole, beside the settings of its rules. */
export interface RunSettings {
  readonly policy: string | PolicySpec;
  readonly tasks: string | null;
  readonly agent: string | null;
  /** A model, or several as `AGENT=MODEL` with commas between. */
  readonly model: string | null;
  readonly permissions: Permissions;
  readonly agentArgs: readonly string[];
  readonly agentByTaskKind: Readonly<Record<string, AgentChoice>>;
  /** null takes back a check that a weaker source set. */
  readonly checks: Readonly<Record<string, CheckSetting | null>>;
  readonly stateFolder: string;
  readonly stateFile: string | null;
  /** The parts of an iteration, in order, each with a prompt of its own (seed 001). */
  readonly phases: readonly PhaseSetting[];
  /** Where the agent runs. */
  readonly sandbox: SandboxKind | "none";
  readonly sandboxImage: string | null;
  readonly sandboxNetwork: "on" | "off";
  /** Variables that the agent gets, beside its own. */
  readonly sandboxEnv: readonly string[];
  /** Folders that the agent sees, read-only or with `:rw` at the end. */
  readonly sandboxMounts: readonly string[];
  /** Who is told that the run ended or needs a person. */
  readonly notify: Partial<NotifySettings>;
}

/** An agent, or several in order of preference, and the model. What is absent is as for the whole run. */
export interface AgentChoice {
  readonly agent?: string;
  readonly model?: string;
}

export interface PhaseSetting extends AgentChoice {
  readonly name: string;
  /** A file: the template of its prompt. */
  readonly prompt?: string;
}

const checkFields = known({
  command,
  required: flag,
  when: choice(["claim", "always", "end"]),
  timeout: seconds,
  env: record(word),
  parallel: flag,
  reads: choice(["tests", "status"]),
  question: word,
  files: listReader(wantedFile),
  allow: words,
  protect: words,
  install: command,
});

const ownCheck: Reader<CheckSetting | null> = {
  takes: `true or false, a list of files, or ${checkFields.takes}, or null to take it back`,
  schema: { anyOf: [flag.schema, listReader(wantedFile).schema, checkFields.schema, { type: "null" }] },
  read(value, where) {
    if (value === null || flag.accepts(value)) return value;
    if (Array.isArray(value)) return { files: listReader(wantedFile).read(value, where) };
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    return checkFields.read(value, where);
  },
};

const namedCheck: Reader<CheckSetting | null> = {
  takes: `a command, as a text or a list of words, or ${checkFields.takes}, false to leave it out, or null to take it back`,
  schema: {
    anyOf: [...anySchema(name, argv).anyOf, { ...checkFields.schema, required: ["command"] }, { enum: [false, null] }],
  },
  read(value, where) {
    if (value === null || value === false) return value;
    if (name.accepts(value) || argv.accepts(value)) return { command: value };
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    const fields = checkFields.read(value, where);
    if (fields.command === undefined && !mayBeFound(where)) throw missing("command", where, command.takes);
    return fields;
  },
};

/** A check of the project's own may be found by its name: then its command need not be given. */
const foundNames = /^(?:tests|build|lint)\b/;

const mayBeFound = ({ keys }: Place): boolean => foundNames.test(String(keys.at(-1)));

const checks: Reader<Record<string, CheckSetting | null>> = {
  takes: "an object of names, each with a command",
  schema: {
    type: "object",
    properties: Object.fromEntries(ownCheckNames.map((own) => [own, ownCheck.schema])),
    patternProperties: {
      [foundNames.source]: { anyOf: [...anySchema(name, argv).anyOf, checkFields.schema, { enum: [false, null] }] },
    },
    additionalProperties: namedCheck.schema,
  },
  read(given, where) {
    if (!isRecord(given)) throw wrong(given, where, this.takes);
    const read = (key: string): Reader<CheckSetting | null> =>
      ownCheckNames.some((own) => own === key) ? ownCheck : namedCheck;
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, read(key).read(value, within(where, key))]),
    );
  },
};

const policyName = choice(policyDefinitions.map((definition) => definition.name));
const ruleName = choice([...rulesByName.keys()]);

const rule: Reader<string> = {
  takes: ruleName.takes,
  schema: { type: "string", enum: [...rulesByName.keys(), ...Object.keys(oldRuleNames)] },
  read: (value, where) => ruleName.read(typeof value === "string" ? currentRuleName(value) : value, where),
};

const ruleList = listReader(rule);

const policySettings: Reader<NonNullable<PolicySpec["settings"]>> = {
  takes: "an object of settings",
  schema: { $ref: "#/$defs/settings" },
  read(value, where) {
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    return toPatch(readRuleSettings(value, where));
  },
};

const policySpec = known({ name, extends: policyName, rules: ruleList, settings: policySettings });

const policy: Reader<string | PolicySpec> = {
  takes: `${policyName.takes}, or ${policySpec.takes}`,
  schema: anySchema(policyName, policySpec),
  read: (value, where) => (isRecord(value) ? policySpec.read(value, where) : policyName.read(value, where)),
};

const agentFields = known({ agent: name, model: name });

const agentChoice: Reader<AgentChoice> = {
  takes: "an agent, or an object with agent and model",
  schema: anySchema(name, agentFields),
  read: (value, where) => (name.accepts(value) ? { agent: value } : agentFields.read(value, where)),
};

const phaseFields = known({ name, prompt: name, ...agentFields.of });

const phase: Reader<PhaseSetting> = {
  takes: "a name, or an object with name, prompt, agent and model",
  schema: { anyOf: [name.schema, { ...phaseFields.schema, required: ["name"] }] },
  read(value, where) {
    if (name.accepts(value)) return { name: value };
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    const { name: told, ...rest } = phaseFields.read(value, where);
    if (told === undefined) throw missing("name", where, name.takes);
    return { name: told, ...rest };
  },
};

/** One reader a setting of the run. */
export const runReaders: { readonly [Name in (typeof runSettingNames)[number]]: Reader<RunSettings[Name]> } = {
  policy,
  tasks: orNull(name),
  agent: orNull(name),
  model: orNull(name),
  permissions: choice(permissionLevels),
  agentArgs: words,
  agentByTaskKind: record(agentChoice),
  checks,
  stateFolder: name,
  stateFile: orNull(name),
  phases: listReader(phase),
  sandbox: choice(["none", ...sandboxKinds]),
  sandboxImage: orNull(name),
  sandboxNetwork: choice(["on", "off"]),
  sandboxEnv: words,
  sandboxMounts: words,
  notify: notifyReader,
};

/** Every setting there is: of the rules, and of the run. */
export const allReaders: Readonly<Record<string, Reader<unknown>>> = { ...runReaders, ...settingReaders };

export const runDefaults: RunSettings = {
  policy: "standard",
  tasks: null,
  agent: null,
  model: null,
  permissions: "all",
  agentArgs: [],
  agentByTaskKind: {},
  checks: {},
  stateFolder: defaultStateFolder,
  stateFile: null,
  phases: [],
  sandbox: "none",
  sandboxImage: null,
  sandboxNetwork: "on",
  sandboxEnv: [],
  sandboxMounts: [],
  notify: notifyDefaults,
};
