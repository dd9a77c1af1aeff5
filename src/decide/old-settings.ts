import { isRecord } from "../lib/json/is-record.js";
import type { SettingsPatch } from "./settings.js";
import { strictSettings } from "./strict-settings.js";

type SettingFields = Readonly<Record<string, unknown>>;

const meanings: Readonly<Record<string, (value: unknown) => SettingFields | undefined>> = {
  requireChecks: (value) => (value === true ? { unverified: "refuse" } : {}),
  unchangedTasks: (value) => ({ unchanged: value }),
  allowRemovedTests: (value) => ({ removedTests: value }),
  questionLimit: (value) => ({ waitingLimit: value }),
  blockedLimit: (value) => ({ waitingLimit: value }),
  denialLimit: (value) => ({ waitingLimit: value }),
  proof: (value) => ({ grantedBy: value }),
  changedTests: (value) => (value === "report" ? { changedTests: "accept" } : undefined),
  strict: (value) => (value === true ? strictSettings : {}),
};

/** The settings that an old name or value stands for; undefined if it is a current one. */
export const readOldSetting = (name: string, value: unknown): SettingFields | undefined =>
  Object.hasOwn(meanings, name) ? meanings[name]?.(value) : undefined;

/** The names of the settings that an old name sets; a current name is its own. */
export const currentNames = (name: string): readonly string[] =>
  Object.keys(readOldSetting(name, true) ?? { [name]: 0 });

/** Settings of an older version under their current names. What `strict` implied always won. */
export function upgradeSettings(settings: SettingsPatch): SettingsPatch {
  if (!hasOld(settings)) return settings;
  const entries = Object.entries(settings).map(([name, value]) => readOldSetting(name, value) ?? renewed(name, value));
  return Object.assign({}, ...entries, readOldSetting("strict", "strict" in settings && settings.strict));
}

const hasOld = (settings: SettingsPatch): boolean =>
  settings.byTaskKind !== undefined || Object.keys(meanings).some((name) => Object.hasOwn(settings, name));

const renewed = (name: string, value: unknown): SettingFields => ({
  [name]: name === "byTaskKind" && isRecord(value) ? upgradeKinds(value) : value,
});

const upgradeKinds = (kinds: SettingFields): SettingFields =>
  Object.fromEntries(Object.entries(kinds).map(([kind, own]) => [kind, isRecord(own) ? upgradeSettings(own) : own]));
