import type { Settings, SettingsPatch } from "../core/settings.js";
import { UserError } from "../errors.js";
import { suggest } from "../nearest.js";

type Reader<T> = (given: unknown, where: string) => T;

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

export const settingNames: readonly string[] = Object.keys(readers);

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

export function unknownName(
  what: string,
  name: string,
  { where, names }: { where: string; names: readonly string[] },
): UserError {
  return new UserError({ what: `there is no ${what} ${JSON.stringify(name)}`, where, fix: suggest(name, names) });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function wrong(given: unknown, where: string, wanted: string): UserError {
  return new UserError({ what: `${where} is ${shown(given)}`, where, fix: `give ${wanted}` });
}

/** A value short enough for a message, however deep or long it is. */
function shown(given: unknown): string {
  if (Array.isArray(given)) return given.length === 0 ? "[]" : `a list of ${given.length}`;
  if (typeof given === "object" && given !== null) return "an object";
  const text = typeof given === "string" ? JSON.stringify(given) : String(given);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function flag(given: unknown, where: string): boolean {
  if (typeof given === "boolean") return given;
  throw wrong(given, where, "true or false");
}

function word(given: unknown, where: string): string {
  if (typeof given === "string") return given;
  throw wrong(given, where, "a text");
}

function words(given: unknown, where: string): readonly string[] {
  if (Array.isArray(given) && given.every((entry) => typeof entry === "string")) return given;
  throw wrong(given, where, "a list of texts");
}

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

interface Bounds {
  readonly least: number;
  readonly most?: number;
}

const inWords = (kind: string, { least, most }: Bounds): string =>
  most === undefined ? `${kind} of ${least} or more` : `${kind} from ${least} to ${most}`;

function amount(bounds: Bounds): Reader<number> {
  return (given, where) => {
    if (
      typeof given === "number" &&
      Number.isFinite(given) &&
      given >= bounds.least &&
      given <= (bounds.most ?? Infinity)
    )
      return given;
    throw wrong(given, where, inWords("a number", bounds));
  };
}

function whole(bounds: Bounds): Reader<number> {
  return (given, where) => {
    if (
      Number.isSafeInteger(given) &&
      typeof given === "number" &&
      given >= bounds.least &&
      given <= (bounds.most ?? Infinity)
    )
      return given;
    throw wrong(given, where, inWords("a whole number", bounds));
  };
}

function choice<const T extends string>(of: readonly T[]): Reader<T> {
  return (given, where) => {
    const found = of.find((option) => option === given);
    if (found !== undefined) return found;
    throw wrong(given, where, `one of ${of.join(", ")}`);
  };
}

function orNull<T>(reader: Reader<T>): Reader<T | null> {
  return (given, where) => (given === null ? null : reader(given, where));
}

function record<T>(reader: Reader<T>): Reader<Record<string, T>> {
  return (given, where) => {
    if (!isRecord(given)) throw wrong(given, where, "an object");
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, reader(value, `${where}.${key}`)]));
  };
}

function known<T extends Record<string, Reader<unknown>>>(of: T): Reader<{ [K in keyof T]?: ReturnType<T[K]> }> {
  return (given, where) => {
    if (!isRecord(given)) throw wrong(given, where, "an object");
    const read: { [K in keyof T]?: ReturnType<T[K]> } = {};
    for (const [key, value] of Object.entries(given)) {
      const reader = Object.hasOwn(of, key) ? of[key] : undefined;
      if (!reader) throw unknownName("setting", key, { where, names: Object.keys(of) });
      Object.assign(read, { [key]: reader(value, `${where}.${key}`) });
    }
    return read;
  };
}
