import type { Settings, SettingsPatch } from "../decide/settings.js";
import { isRecord } from "../lib/json/is-record.js";
import { type SettingPlace, unknownName, within, wrong } from "../lib/json/place.js";
import { answer, changedTests, knownFailures, signs } from "./answer-readers.js";
import { patterns, taskMarks } from "./list-readers.js";
import { amount, whole } from "./number-readers.js";
import { isOldName, oldNamesLast, readByOldName } from "./old-spellings.js";
import { choice, flag, known, orNull, type Reader, record, word, words } from "./readers.js";
import { inSnakeCase, seedGroups } from "./seed-groups.js";

/** A kind has no kinds of its own. */
const settingsOfKind: Reader<SettingsPatch> = {
  takes: "an object of settings",
  schema: { $ref: "#/$defs/settingsOfKind" },
  read(value, where) {
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    if (Object.hasOwn(value, "byTaskKind"))
      throw wrong(value["byTaskKind"], within(where, "byTaskKind"), "it once, not within itself");
    return toPatch(readRuleSettings(value, where));
  },
};

const points = amount({ least: 0, most: 100 });
const count = whole({ least: 0 });
const limit = orNull(amount({ least: 0 }));

type Readers = { readonly [Name in keyof Settings]: Reader<NonNullable<SettingsPatch[Name]> | null> };

/** One reader a setting: the compiler sees to it that none is missing. */
export const settingReaders = {
  gateEnabled: flag,
  grantedBy: choice(["facts", "indicators"]),
  requireExplicitSignal: flag,
  unverified: answer,
  unchanged: answer,
  knownFailures,
  newFailures: choice(["refuse", "allow"]),
  setAside: flag,
  maxSetAside: count,
  setAsideWork: choice(["park", "keep"]),
  maxLimitWaits: count,
  changedTests,
  removedTests: words,
  signs,
  reviewers: words,
  reviewerRounds: count,
  reviewerSeconds: amount({ least: 1 }),
  findings: answer,
  retries: count,
  proofSeconds: amount({ least: 0 }),
  acceptListEdits: flag,
  indicatorThreshold: count,
  indicatorWeights: record(amount({ least: 0 })),
  evidenceChecks: known({ tests: flag, build: flag, acceptanceCriteria: flag, cleanGit: flag }),
  weights: known({
    block: points,
    phaseComplete: points,
    filesModified: points,
    taskFileMoved: points,
    keywords: points,
    tests: points,
  }),
  scaleScore: flag,
  minScore: points,
  minTrust: points,
  confirmations: whole({ least: 1 }),
  verifyIteration: flag,
  onLimit: choice(["wait", "exit"]),
  patterns,
  promise: word,
  abortPromise: orNull(word),
  nonce: orNull(word),
  allowOverride: flag,
  hollowClaimLimit: count,
  weakClaimScore: points,
  stuckThreshold: count,
  stagnationLoops: count,
  stagnationCounts: choice(["progress", "tasks"]),
  testOnlyLimit: count,
  waitingLimit: count,
  escalate: count,
  maxStopRefusals: count,
  checkEachTurnSeconds: amount({ least: 0 }),
  maxErrors: count,
  minConfidence: points,
  minCompletion: amount({ least: 0, most: 101 }),
  optionalSections: words,
  taskMarks,
  maxIterations: count,
  maxSeconds: limit,
  maxTokens: limit,
  maxCostUsd: limit,
  maxIterationsPerTask: orNull(count),
  breaker: known({ noProgress: count, sameError: count, gateRefused: count, coolDownSeconds: amount({ least: 0 }) }),
  exitCodes: choice(["standard", "gold"]),
  byTaskKind: record(settingsOfKind),
} as const satisfies Readers;

/** Settings of a run that no rule asks for: read elsewhere, and no mistake where rules are set. */
export const runSettingNames = [
  ...(["policy", "tasks", "agent", "model", "permissions", "agentArgs", "agentByTaskKind"] as const),
  ...(["checks", "stateFolder", "stateFile", "phases"] as const),
  ...([
    "sandbox",
    "sandboxImage",
    "sandboxNetwork",
    "sandboxMemory",
    "sandboxProcesses",
    "sandboxCpus",
    "sandboxEnv",
    "sandboxMounts",
    "checksOutside",
    "notify",
  ] as const),
] as const;

export const isSetting = (name: string): name is keyof Settings => Object.hasOwn(settingReaders, name);

/** Reads settings from the outside. A mistake names the key, what was given and what is allowed; old names are read too. */
export function readSettings(value: unknown, where: string): SettingsPatch {
  const place = { root: where, keys: [] };
  if (!isRecord(value)) throw wrong(value, place, "an object of settings");
  const own = Object.entries(value).filter(([name]) => !runSettingNames.some((run) => run === name));
  return toPatch(readRuleSettings(Object.fromEntries(own), place, runSettingNames));
}

/** A setting that was given: our name for it, its value, and the place where it stands. */
export interface GivenSetting {
  readonly name: string;
  readonly value: unknown;
  readonly where: SettingPlace;
}

/** Each setting given, also by the seeds' spelling or an old name, under our name. */
export function readRuleSettings(
  fields: Readonly<Record<string, unknown>>,
  where: SettingPlace,
  more: readonly string[] = [],
): readonly GivenSetting[] {
  const names = Object.keys(fields).toSorted(oldNamesLast);
  return names.flatMap((name): readonly GivenSetting[] => {
    const value = fields[name];
    const at = within(where, name);
    if (isOldName(name)) return readByOldName(name, value, at);
    if (Object.hasOwn(seedGroups, name)) return readGroup(name, value, at);
    if (isSetting(name)) return [{ name, value: settingReaders[name].read(value, at), where: at }];
    throw unknownName("setting", name, {
      where,
      names: [...Object.keys(settingReaders), ...more],
      listedBy: "untildone config",
    });
  });
}

/** The readers of a seed's group, under its spelling. */
export const groupReaders = (group: string): Readonly<Record<string, Reader<unknown>>> =>
  Object.fromEntries(
    Object.entries(seedGroups[group] ?? {}).map(([name, setting]) => [name, inSnakeCase(settingReaders[setting])]),
  );

function readGroup(group: string, given: unknown, where: SettingPlace): readonly GivenSetting[] {
  const read = known(groupReaders(group)).read(given, where);
  return Object.entries(read).map(([name, value]) => ({
    name: seedGroups[group]?.[name] ?? name,
    value,
    where: within(where, name),
  }));
}

/** What was found, as settings: each value was read by its setting's own reader. */
export const toPatch = (found: readonly GivenSetting[]): SettingsPatch =>
  Object.fromEntries(found.map(({ name, value }) => [name, value]));
