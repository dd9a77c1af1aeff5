import { type PolicySpec, policyDefinition } from "../decide/policies/policies.js";
import type { SettingsPatch } from "../decide/settings.js";
import { defaultSettings } from "../decide/settings-table.js";
import { isRecord } from "../lib/json/is-record.js";
import { runDefaults } from "./run-settings.js";
import { hasParts, type Origin, type SourcedSetting } from "./setting-sources.js";

const builtIn: Origin = { from: "default", where: "built in" };

/** Where the effective value of every setting came from, by its dotted name. */
export function traceOrigins(
  settings: readonly SourcedSetting[],
  policy: string | PolicySpec,
): Readonly<Record<string, Origin>> {
  const origins = new Map<string, Origin>(settingNames.map((name) => [name, builtIn]));
  const base = typeof policy === "string" ? policy : (policy.extends ?? "standard");
  const mark = (patch: SettingsPatch, origin: Origin): void => {
    for (const [name] of listParts(patch)) origins.set(name, origin);
  };
  mark(policyDefinition(base).settings, { from: "policy", where: `policy ${base}` });
  if (base === "phase5") origins.set("tasks", { from: "policy", where: "policy phase5" });
  if (typeof policy !== "string" && policy.settings) {
    const where = settings.findLast(({ name }) => name === "policy")?.origin.where ?? "policy";
    mark(policy.settings, { from: "policy", where: `the policy in ${where}` });
  }
  for (const { name, value, origin } of settings) {
    if (name.startsWith("checks.") && value === null) origins.delete(name);
    else origins.set(name, origin);
  }
  return Object.fromEntries(origins);
}

/** The settings in an object, by dotted name: those whose keys are settings of their own, taken apart. */
export function listParts(settings: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(settings).flatMap(([name, value]): readonly (readonly [string, unknown])[] =>
    hasParts(name) && isRecord(value)
      ? Object.entries(value).map(([key, held]) => [`${name}.${key}`, held] as const)
      : [[name, value]],
  );
}

/** Every setting there is, by its dotted name: those of the run first. */
export const settingNames: readonly string[] = listParts({ ...runDefaults, ...defaultSettings }).map(([name]) => name);

/** Where each setting came from that somebody set. */
export function listOrigins({
  origins,
}: {
  readonly origins: Readonly<Record<string, Origin>>;
}): Readonly<Record<string, string>> {
  const set = Object.entries(origins).filter(([, { from }]) => from !== "default" && from !== "policy");
  return Object.fromEntries(set.map(([name, { where }]) => [name, where]));
}
