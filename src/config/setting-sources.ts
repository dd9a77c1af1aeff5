import { isRecord } from "../lib/json/is-record.js";
import { type SettingPlace, shown, within, wrong } from "../lib/json/place.js";
import { listOldSpellings, warnOfOld } from "./old-spellings.js";
import { isKnownReader } from "./readers.js";
import { allReaders, runReaders } from "./run-settings.js";
import { seedGroups, snakeCase } from "./seed-groups.js";
import { type GivenSetting, readRuleSettings, runSettingNames } from "./settings.js";

/** Where an effective value came from: how strong its source is, and which place of it. */
export interface Origin {
  readonly from: "flag" | "environment" | "project" | "user" | "policy" | "default";
  /** `.ralph/config.yaml, line 4`, or `UNTILDONE_MIN_SCORE`. */
  readonly where: string;
}

/** One value that somebody gave, by its dotted name (`breaker.noProgress`). */
export interface SourcedSetting {
  readonly name: string;
  readonly value: unknown;
  readonly origin: Origin;
}

/** What sources say: settings, the stronger source later, and what is strange about them. */
export interface Sourced {
  readonly given: readonly SourcedSetting[];
  readonly warnings: readonly string[];
}

export const nothingSourced: Sourced = { given: [], warnings: [] };

export const joinSourced = (sources: readonly Sourced[]): Sourced => ({
  given: sources.flatMap(({ given }) => given),
  warnings: sources.flatMap(({ warnings }) => warnings),
});

/** Every setting in an object from outside, each by itself. The first mistake ends it. */
export function readSourced(fields: unknown, where: SettingPlace, originOf: (place: SettingPlace) => Origin): Sourced {
  if (!isRecord(fields)) throw wrong(fields, where, "an object of settings");
  const given = [...readRun(fields, where), ...readRules(fields, where)]
    .flatMap(takeApart)
    .map(({ name, value, where: place }) => ({ name, value, origin: originOf(place) }));
  const old = listOldSpellings(fields, where);
  return { given, warnings: old.map((spelling) => warnOfOld(spelling, originOf(spelling.where).where)) };
}

const isRunSetting = (name: string): name is (typeof runSettingNames)[number] => Object.hasOwn(runReaders, name);

function readRun(fields: Readonly<Record<string, unknown>>, where: SettingPlace): readonly GivenSetting[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const at = within(where, name);
    return isRunSetting(name) ? [{ name, value: runReaders[name].read(value, at), where: at }] : [];
  });
}

function readRules(fields: Readonly<Record<string, unknown>>, where: SettingPlace): readonly GivenSetting[] {
  const others = Object.entries(fields).filter(([name]) => !isRunSetting(name));
  return readRuleSettings(Object.fromEntries(others), where, runSettingNames);
}

/** An object whose keys are settings of their own is taken apart, so that each key may come from another source. */
export function takeApart({ name, value, where }: GivenSetting): readonly GivenSetting[] {
  if (!hasParts(name) || !isRecord(value)) return [{ name, value, where }];
  const isSeeds = where.keys.some((key) => Object.hasOwn(seedGroups, key));
  return Object.entries(value).map(([key, held]) => ({
    name: `${name}.${key}`,
    value: held,
    where: within(where, isSeeds ? snakeCase(key) : key),
  }));
}

/** Whether the keys of this setting are merged one by one. */
export function hasParts(name: string): boolean {
  const reader = Object.hasOwn(allReaders, name) ? allReaders[name] : undefined;
  return name === "checks" || (reader !== undefined && isKnownReader(reader));
}

/** What is strange about values of one strength: the same setting twice, differently. The later one counts. */
export function conflicts(settings: readonly SourcedSetting[]): readonly string[] {
  const seen = new Map<string, SourcedSetting>();
  const warnings: string[] = [];
  for (const setting of settings) {
    const before = seen.get(setting.name);
    if (before && JSON.stringify(before.value) !== JSON.stringify(setting.value))
      warnings.push(
        `${setting.name} is ${shown(before.value)} in ${before.origin.where} and ${shown(setting.value)} in ${setting.origin.where}: the latter counts`,
      );
    seen.set(setting.name, setting);
  }
  return warnings;
}
