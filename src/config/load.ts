import { type PolicySpec, resolvePolicy } from "../decide/policies/policies.js";
import type { Policy } from "../decide/policy.js";
import type { SettingsPatch } from "../decide/settings.js";
import type { Environment } from "../lib/environment.js";
import { UserError } from "../lib/errors.js";
import { shown } from "../lib/json/place.js";
import type { CheckSetting } from "./check-settings.js";
import { readFolder, readPackage, readSeedFile } from "./config-files.js";
import { isAbsolute, userFolder } from "./config-places.js";
import { readEnvironment, readRoadmap } from "./environment.js";
import { mergeChecks, mergeNotify, mergeSettings } from "./merge-settings.js";
import type { NotifySettings } from "./notify-settings.js";
import { traceOrigins } from "./origins.js";
import { type ConfigFlags, readCaller, readFlags } from "./read-flags.js";
import { type PhaseSetting, type RunSettings, runDefaults, runReaders } from "./run-settings.js";
import {
  conflicts,
  joinSourced,
  nothingSourced,
  type Origin,
  type Sourced,
  type SourcedSetting,
} from "./setting-sources.js";

export interface ConfigSources {
  readonly cwd: string;
  readonly env: Environment;
  readonly flags: ConfigFlags;
  /** The user's home, or "" where there is none. */
  readonly home: string;
  /** What an earlier start read, instead of reading the files and the environment again. */
  readonly saved?: SavedSources | undefined;
}

/** What the files, the environment and a caller in this program gave, the stronger later. Plain JSON. */
export interface SavedSources {
  readonly given: readonly SourcedSetting[];
  readonly stateFolder: string;
}

/** What a run is told to do, and where each part of it came from. */
export interface Config {
  readonly policy: string | PolicySpec;
  /** What was given beyond the policy's own settings: for `makePolicy`. */
  readonly settings: SettingsPatch;
  /** The two together, ready to decide: resolved here once, for every part of a command. */
  readonly resolved: Policy;
  readonly tasks: string | null;
  readonly agent: string | null;
  readonly model: string | null;
  readonly permissions: RunSettings["permissions"];
  readonly agentArgs: readonly string[];
  readonly agentByTaskKind: RunSettings["agentByTaskKind"];
  readonly checks: Readonly<Record<string, CheckSetting>>;
  readonly stateFolder: string;
  /** A STATE.md to keep up to date. */
  readonly stateFile: string | null;
  readonly phases: readonly PhaseSetting[];
  readonly sandbox: RunSettings["sandbox"];
  readonly sandboxImage: string | null;
  readonly sandboxNetwork: RunSettings["sandboxNetwork"];
  readonly sandboxMemory: string | null;
  readonly sandboxProcesses: number;
  readonly sandboxCpus: number | null;
  readonly sandboxEnv: readonly string[];
  readonly sandboxMounts: readonly string[];
  readonly checksOutside: boolean;
  readonly notify: NotifySettings;
  /** By dotted name, of every setting. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Everything but the flags: with them, it gives the same configuration again. */
  readonly sources: SavedSources;
  readonly warnings: readonly string[];
}

/** Reads every source: flags over the environment over the project over the user over the policy over the defaults. */
export function loadConfig({ cwd, env, flags, home, saved }: ConfigSources): Config {
  const { given: flagged, warnings } = readFlags(flags);
  const sources = saved ? { ...saved, warnings: [] } : readSources({ cwd, env, flags, home }, flagged);
  const given = [...sources.given, ...flagged];
  const policy = run(given, "policy");
  const settings = mergeSettings(given);
  return {
    policy,
    settings,
    resolved: resolvePolicy(policy, settings),
    tasks: run(given, "tasks", isPhase5(policy) ? ".planning/ROADMAP.md" : null),
    agent: run(given, "agent"),
    model: run(given, "model"),
    permissions: run(given, "permissions"),
    agentArgs: run(given, "agentArgs"),
    agentByTaskKind: run(given, "agentByTaskKind"),
    checks: mergeChecks(given),
    stateFolder: run(flagged, "stateFolder", sources.stateFolder),
    stateFile: run(given, "stateFile"),
    phases: run(given, "phases"),
    sandbox: run(given, "sandbox"),
    sandboxImage: run(given, "sandboxImage"),
    sandboxNetwork: run(given, "sandboxNetwork"),
    sandboxMemory: run(given, "sandboxMemory"),
    sandboxProcesses: run(given, "sandboxProcesses"),
    sandboxCpus: run(given, "sandboxCpus"),
    sandboxEnv: run(given, "sandboxEnv"),
    sandboxMounts: run(given, "sandboxMounts"),
    checksOutside: run(given, "checksOutside"),
    notify: mergeNotify(given),
    origins: traceOrigins(given, policy),
    sources: { given: sources.given, stateFolder: sources.stateFolder },
    warnings: [...sources.warnings, ...warnings, ...conflicts(flagged)],
  };
}

type ReadSources = SavedSources & Sourced;

/** Reads the files and the environment. Flags say which policy and which state folder they are read for. */
function readSources({ cwd, env, flags, home }: ConfigSources, flagged: readonly SourcedSetting[]): ReadSources {
  const user = readUser(env, home);
  const packaged = readPackage(cwd);
  const environment = readEnvironment(env);
  const caller = readCaller(flags);
  const stateFolder = run([...user.given, ...packaged.given, ...environment.given, ...flagged], "stateFolder");
  const project = readProject(cwd, stateFolder, packaged);
  const policy = run([...user.given, ...project.given, ...environment.given, ...flagged], "policy");
  return {
    given: [...user.given, ...project.given, ...roadmap(policy, env), ...environment.given, ...caller.given],
    stateFolder,
    warnings: [
      ...joinSourced([user, project, environment, caller]).warnings,
      ...[user, project, environment].flatMap(({ given }) => conflicts(given)),
    ],
  };
}

function readUser(env: Environment, home: string): Sourced {
  const folder = userFolder(env, home);
  return folder === null ? nothingSourced : readFolder({ ...folder, from: "user" });
}

/** The project's files, the stronger later: seed 000's, package.json, then those of the state folder. */
function readProject(cwd: string, stateFolder: string, packaged: Sourced): Sourced {
  const seeds = readSeedFile(cwd);
  const path = isAbsolute(stateFolder) ? stateFolder : `${cwd}/${stateFolder}`;
  const own = readFolder({ path, shown: stateFolder, from: "project" });
  const misplaced = own.given.find(({ name }) => name === "stateFolder");
  if (misplaced)
    throw new UserError({
      what: `stateFolder is ${shown(misplaced.value)} in a file of the state folder itself`,
      where: misplaced.origin.where,
      fix: 'set it in package.json under "untildone", as UNTILDONE_STATE or with --state',
    });
  return joinSourced([seeds, packaged, own]);
}

/** The strongest value given for a setting of the run. */
function run<Name extends keyof RunSettings>(
  settings: readonly SourcedSetting[],
  name: Name,
  otherwise: RunSettings[Name] = runDefaults[name],
): RunSettings[Name] {
  const found = settings.findLast((setting) => setting.name === name);
  return found ? runReaders[name].read(found.value, { root: found.origin.where, keys: [name] }) : otherwise;
}

const isPhase5 = (policy: Config["policy"]): boolean =>
  (typeof policy === "string" ? policy : policy.extends) === "phase5";

/** Seed 003's own variable speaks of its own policy only. */
function roadmap(policy: Config["policy"], env: Environment): readonly SourcedSetting[] {
  const file = isPhase5(policy) ? readRoadmap(env) : undefined;
  return file ? [file] : [];
}
