import { mergePatches, type SettingsPatch } from "../decide/settings.js";
import type { CheckSetting } from "./check-settings.js";
import { type NotifySettings, notifyDefaults, notifyReader } from "./notify-settings.js";
import { runReaders } from "./run-settings.js";
import type { SourcedSetting } from "./setting-sources.js";
import { isSetting } from "./settings.js";

export function mergeSettings(settings: readonly SourcedSetting[]): SettingsPatch {
  const patches = settings
    .filter(({ name }) => isSetting(name.split(".")[0] ?? ""))
    .map(({ name, value }): SettingsPatch => {
      const [setting = "", key] = name.split(".");
      return { [setting]: key === undefined ? value : { [key]: value } };
    });
  return patches.reduce(mergePatches, {});
}

export function mergeChecks(settings: readonly SourcedSetting[]): Readonly<Record<string, CheckSetting>> {
  const checks = new Map<string, CheckSetting>();
  for (const { name, value, origin } of settings) {
    if (!name.startsWith("checks.")) continue;
    const key = name.slice("checks.".length);
    const check = runReaders.checks.read({ [key]: value }, { root: origin.where, keys: ["checks"] })[key];
    if (check === null || check === undefined) checks.delete(key);
    else checks.set(key, check);
  }
  return Object.fromEntries(checks);
}

export function mergeNotify(settings: readonly SourcedSetting[]): NotifySettings {
  const parts = settings
    .filter(({ name }) => name.startsWith("notify."))
    .map(({ name, value, origin }) =>
      notifyReader.read({ [name.slice("notify.".length)]: value }, { root: origin.where, keys: ["notify"] }),
    );
  return Object.assign({}, notifyDefaults, ...parts);
}
