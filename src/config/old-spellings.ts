import { readOldSetting, upgradeSettings } from "../decide/old-settings.js";
import { currentRuleName } from "../decide/rules/old-rule-names.js";
import { isRecord } from "../lib/json/is-record.js";
import { formatPath, type SettingPlace, within } from "../lib/json/place.js";
import { whole } from "./number-readers.js";
import { choice, flag, type Reader, words } from "./readers.js";
import type { SourcedSetting } from "./setting-sources.js";
import type { GivenSetting } from "./settings.js";

const count = whole({ least: 0 });

/** Settings that have another name now, with what they took. */
export const oldReaders: Readonly<Record<string, Reader<unknown>>> = {
  requireChecks: flag,
  unchangedTasks: choice(["review", "accept"]),
  allowRemovedTests: words,
  proof: choice(["facts", "indicators"]),
  questionLimit: count,
  blockedLimit: count,
  denialLimit: count,
  strict: flag,
};

export const isOldName = (name: string): boolean => Object.hasOwn(oldReaders, name);

/** Old names last, `strict` at the very end: what it sets has always won over what stands beside it. */
export const oldNamesLast = (a: string, b: string): number => age(a) - age(b);

const age = (name: string): number => (name === "strict" ? 2 : isOldName(name) ? 1 : 0);

/** Reads a setting by its old name, as the settings it stands for now. */
export function readByOldName(name: string, value: unknown, where: SettingPlace): readonly GivenSetting[] {
  const meant = readOldSetting(name, oldReaders[name]?.read(value, where)) ?? {};
  return Object.entries(meant).map(([current, held]) => ({ name: current, value: held, where }));
}

/** An old name or value in what was given, and what to write instead. */
export interface OldSpelling {
  readonly where: SettingPlace;
  readonly old: string;
  readonly advice: string;
}

/** Every old spelling in settings that were read without a mistake. */
export function listOldSpellings(given: unknown, where: SettingPlace): readonly OldSpelling[] {
  if (!isRecord(given)) return [];
  return Object.entries(given).flatMap(([name, value]): readonly OldSpelling[] => {
    const at = within(where, name);
    const meant = readOldSetting(name, value);
    if (meant) return [{ where: at, ...respell(name, value, meant) }];
    if (!isRecord(value)) return [];
    if (name === "byTaskKind")
      return Object.entries(value).flatMap(([kind, own]) => listOldSpellings(own, within(at, kind)));
    return name === "policy"
      ? [
          ...listOldRules(value["rules"], within(at, "rules")),
          ...listOldSpellings(value["settings"], within(at, "settings")),
        ]
      : [];
  });
}

const listOldRules = (names: unknown, where: SettingPlace): readonly OldSpelling[] =>
  (Array.isArray(names) ? names : []).flatMap((old: unknown, at) =>
    typeof old === "string" && currentRuleName(old) !== old
      ? [{ where: within(where, at), old, advice: `write ${currentRuleName(old)}` }]
      : [],
  );

function respell(name: string, value: unknown, meant: Readonly<Record<string, unknown>>): Omit<OldSpelling, "where"> {
  const isWord = typeof value === "string" || typeof value === "boolean";
  const spelled = Object.entries(meant).map(([current, held]) => (isWord ? `${current}: ${held}` : current));
  const advice = spelled.length > 0 ? `write ${spelled.join(", ")}` : withoutEffect[name];
  return { old: isWord ? `${name}: ${value}` : name, advice: advice ?? "leave it out" };
}

/** For values that set nothing. */
const withoutEffect: Readonly<Record<string, string>> = {
  requireChecks: "leave it out, or write unverified: review",
  strict: "leave it out; the flag --strict sets what it did",
};

/** "requireChecks: true (.ralph/config.yaml, line 4) is an old spelling: write unverified: refuse" */
export const warnOfOld = ({ old, advice }: Omit<OldSpelling, "where">, where: string): string =>
  `${old} (${where}) is an old spelling: ${advice}`;

/** The warnings about settings, or an object with a policy, that have no file: where each stands is its path. */
export const warnOfOldIn = (given: unknown, root: string): readonly string[] =>
  listOldSpellings(given, { root, keys: [] }).map((spelling) => warnOfOld(spelling, formatPath(spelling.where)));

/** What an older version saved, under the current names. */
export const upgradeSourced = (given: readonly SourcedSetting[]): readonly SourcedSetting[] =>
  given
    .toSorted((a, b) => Number(a.name === "strict") - Number(b.name === "strict"))
    .flatMap((setting) =>
      Object.entries(upgradeSettings({ [setting.name]: setting.value })).map(([name, value]) => ({
        ...setting,
        name,
        value,
      })),
    );
