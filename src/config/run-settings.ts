import { type Permissions, permissionLevels } from "../agents/agent.js";
import { type SandboxKind, type SandboxNetwork, sandboxKinds, sandboxNetworks } from "../agents/sandbox/sandbox.js";
import { type PolicySpec, policyDefinitions } from "../decide/policies/policies.js";
import { rulesByName } from "../decide/rules/all-rules.js";
import { currentRuleName, oldRuleNames } from "../decide/rules/old-rule-names.js";
import { isRecord } from "../lib/json/is-record.js";
import { missing, wrong } from "../lib/json/place.js";
import { type CheckSetting, checks } from "./check-settings.js";
import { defaultStateFolder } from "./config-places.js";
import { type NotifySettings, notifyDefaults, notifyReader } from "./notify-settings.js";
import { amount, whole } from "./number-readers.js";
import {
  anySchema,
  choice,
  flag,
  known,
  listReader,
  memorySize,
  name,
  orNull,
  type Reader,
  record,
  words,
} from "./readers.js";
import { readRuleSettings, type runSettingNames, settingReaders, toPatch } from "./settings.js";

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
  readonly sandboxNetwork: SandboxNetwork;
  /** At most so much memory in a container, such as "8g"; null for three quarters of the machine's. */
  readonly sandboxMemory: string | null;
  /** The most processes a container may have; 0 for no limit. */
  readonly sandboxProcesses: number;
  /** How many processors a container may use; null for all. */
  readonly sandboxCpus: number | null;
  /** Variables that the agent gets, beside its own. */
  readonly sandboxEnv: readonly string[];
  /** Folders that the agent sees, read-only or with `:rw` at the end. */
  readonly sandboxMounts: readonly string[];
  /** Whether checks run as the person, although the agent is in a sandbox. */
  readonly checksOutside: boolean;
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
  sandboxNetwork: choice(sandboxNetworks),
  sandboxMemory: orNull(memorySize),
  sandboxProcesses: whole({ least: 0 }),
  sandboxCpus: orNull(amount({ least: 0.01 })),
  sandboxEnv: words,
  sandboxMounts: words,
  checksOutside: flag,
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
  sandboxMemory: null,
  sandboxProcesses: 4096,
  sandboxCpus: null,
  sandboxEnv: [],
  sandboxMounts: [],
  checksOutside: false,
  notify: notifyDefaults,
};
