import type { Settings, SettingsPatch } from "../core/settings.js";
import {
  amount,
  choice,
  flag,
  isRecord,
  known,
  orNull,
  type Reader,
  record,
  unknownName,
  whole,
  word,
  words,
  wrong,
} from "./readers.js";

/** One reader a setting: the compiler sees to it that none is missing. */
const readers: { readonly [Name in keyof Settings]: Reader<NonNullable<SettingsPatch[Name]> | null> } = {
  gateEnabled: flag,
  requireExplicitSignal: flag,
  indicatorThreshold: whole({ least: 0 }),
  indicatorWeights: record(amount({ least: 0 })),
  evidenceChecks: known({ tests: flag, build: flag, acceptanceCriteria: flag, cleanGit: flag }),
  weights: known({
    block: amount({ least: 0, most: 100 }),
    phaseComplete: amount({ least: 0, most: 100 }),
    filesModified: amount({ least: 0, most: 100 }),
    taskFileMoved: amount({ least: 0, most: 100 }),
    keywords: amount({ least: 0, most: 100 }),
    tests: amount({ least: 0, most: 100 }),
  }),
  scaleScore: flag,
  minScore: amount({ least: 0, most: 100 }),
  confirmations: whole({ least: 1 }),
  verifyIteration: flag,
  patterns,
  promise: word,
  abortPromise: orNull(word),
  nonce: orNull(word),
  allowOverride: flag,
  hollowClaimLimit: whole({ least: 0 }),
  weakClaimScore: amount({ least: 0, most: 100 }),
  stuckThreshold: whole({ least: 0 }),
  stagnationLoops: whole({ least: 0 }),
  stagnationCounts: choice(["progress", "tasks"]),
  testOnlyLimit: whole({ least: 0 }),
  questionLimit: whole({ least: 0 }),
  blockedLimit: whole({ least: 0 }),
  denialLimit: whole({ least: 0 }),
  maxErrors: whole({ least: 0 }),
  minConfidence: amount({ least: 0, most: 100 }),
  minCompletion: amount({ least: 0, most: 101 }),
  optionalSections: words,
  maxIterations: whole({ least: 0 }),
  maxSeconds: orNull(amount({ least: 0 })),
  maxTokens: orNull(amount({ least: 0 })),
  maxCostUsd: orNull(amount({ least: 0 })),
  maxIterationsPerTask: orNull(whole({ least: 0 })),
  breaker: known({
    noProgress: whole({ least: 0 }),
    sameError: whole({ least: 0 }),
    gateRefused: whole({ least: 0 }),
    coolDownSeconds: amount({ least: 0 }),
  }),
  exitCodes: choice(["standard", "gold"]),
  byTaskKind: record(settingsOfKind),
};

/** Settings of a run that no rule asks for: read elsewhere, and no mistake here. */
const ofTheRun = ["policy", "tasks", "agent", "checks"];

/** The seeds' own spellings, each a group of settings in snake case. */
const groups: Readonly<Record<string, Readonly<Record<string, keyof Settings>>>> = {
  exit_decision: {
    min_confidence: "minConfidence",
    min_completion: "minCompletion",
    max_errors: "maxErrors",
    stagnation_loops: "stagnationLoops",
  },
  exit_gate: {
    enabled: "gateEnabled",
    indicator_threshold: "indicatorThreshold",
    require_explicit_signal: "requireExplicitSignal",
    evidence_checks: "evidenceChecks",
    patterns: "patterns",
  },
};

const settingNames: readonly string[] = Object.keys(readers);

/** Reads settings from the outside. A mistake names the key, what was given and what is allowed. */
export function readSettings(given: unknown, where: string): SettingsPatch {
  if (!isRecord(given)) throw wrong(given, where, "an object of settings");
  const patch: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const group = Object.hasOwn(groups, name) ? groups[name] : undefined;
    if (group) Object.assign(patch, readGroup(group, value, `${where}.${name}`));
    else if (isSetting(name)) patch[name] = readers[name](value, `${where}.${name}`);
    else if (!ofTheRun.includes(name))
      throw unknownName("setting", name, { where, names: [...settingNames, ...ofTheRun] });
  }
  return patch;
}

/** A kind has no kinds of its own. */
function settingsOfKind(given: unknown, where: string): SettingsPatch {
  if (isRecord(given) && Object.hasOwn(given, "byTaskKind"))
    throw wrong(given["byTaskKind"], `${where}.byTaskKind`, "it once, not within itself");
  return readSettings(given, where);
}

const isSetting = (name: string): name is keyof Settings => Object.hasOwn(readers, name);

function readGroup(
  group: Readonly<Record<string, keyof Settings>>,
  given: unknown,
  where: string,
): Record<string, unknown> {
  if (!isRecord(given)) throw wrong(given, where, "an object of settings");
  const patch: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const setting = Object.hasOwn(group, name) ? group[name] : undefined;
    if (!setting) throw unknownName("setting", name, { where, names: Object.keys(group) });
    const spelled = isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, held]) => [camel(key), held]))
      : value;
    patch[setting] = readers[setting](spelled, `${where}.${name}`);
  }
  return patch;
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Phrases: literal, or an expression between slashes, which must be one. */
function patterns(given: unknown, where: string): readonly string[] {
  const texts = words(given, where);
  for (const [at, text] of texts.entries()) {
    try {
      new RegExp(/^\/(.+)\/i?$/s.exec(text)?.[1] ?? "");
    } catch {
      throw wrong(text, `${where}[${at}]`, "a literal phrase, or a valid expression between slashes");
    }
  }
  return texts;
}
