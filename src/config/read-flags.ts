import type { SettingsPatch } from "../decide/settings.js";
import { strictSettings } from "../decide/strict-settings.js";
import { readAssignments } from "./assignments.js";
import { valueOfText } from "./environment.js";
import type { Reader } from "./readers.js";
import { runReaders } from "./run-settings.js";
import { type Origin, readSourced, type Sourced, type SourcedSetting } from "./setting-sources.js";
import { settingReaders } from "./settings.js";

export interface ConfigFlags {
  readonly policy?: string | undefined;
  /** `NAME=VALUE` texts. */
  readonly set?: readonly string[];
  /** The preset. It wins over other flags. */
  readonly strict?: boolean;
  readonly state?: string | undefined;
  readonly exitThreshold?: string | undefined;
  /** Settings of a caller in this program, over all others. */
  readonly settings?: SettingsPatch;
}

/** The settings of a caller in this program. */
export const readCaller = ({ settings = {} }: ConfigFlags): Sourced =>
  readSourced(settings, { root: "settings", keys: [] }, () => flagOrigin("settings"));

/** The flags as settings, the stronger later. */
export function readFlags({ policy, set = [], state, exitThreshold, strict = false }: ConfigFlags): Sourced {
  const one = (name: string, text: string | undefined, reader: Reader<unknown>, flag: string): SourcedSetting[] => {
    if (text === undefined) return [];
    const value = reader.read(valueOfText(text, reader.schema), { root: flag, keys: [] });
    return [{ name, value, origin: flagOrigin(flag) }];
  };
  const assigned = readSourced(readAssignments(set), { root: "--set", keys: [] }, () => flagOrigin("--set"));
  const given = [
    ...assigned.given,
    ...one("policy", policy, runReaders.policy, "--policy"),
    ...one("stateFolder", state, runReaders.stateFolder, "--state"),
    ...one("indicatorThreshold", exitThreshold, settingReaders.indicatorThreshold, "--exit-threshold"),
    ...(strict ? presetStrict : []),
  ];
  return { given, warnings: assigned.warnings };
}

const flagOrigin = (where: string): Origin => ({ from: "flag", where });

const presetStrict: readonly SourcedSetting[] = Object.entries(strictSettings).map(([name, value]) => ({
  name,
  value,
  origin: flagOrigin("--strict"),
}));
