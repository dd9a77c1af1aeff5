import type { Environment } from "../lib/environment.js";
import { UserError } from "../lib/errors.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { nearest } from "../lib/text/nearest.js";
import { settingVariables, variablePrefix } from "./config-places.js";
import { isOldName, listOldSpellings, oldReaders, readByOldName, warnOfOld } from "./old-spellings.js";
import { isKnownReader, type JsonSchema, type Reader } from "./readers.js";
import { allReaders } from "./run-settings.js";
import { snakeCase } from "./seed-groups.js";
import { joinSourced, nothingSourced, type Sourced, type SourcedSetting, takeApart } from "./setting-sources.js";

/** Further names of a setting. Weaker than its own. */
const otherNames: Readonly<Record<string, string>> = {
  CUB_EXIT_THRESHOLD: "indicatorThreshold",
  UNTILDONE_STATE: "stateFolder",
};

export const environmentName = (setting: string): string => variablePrefix + snakeCase(setting).toUpperCase();

/** Settings out of the environment. Values are read strictly: `3abc`, `010` and an empty text are mistakes. */
export function readEnvironment(env: Environment): Sourced {
  const ours = settingVariables(env);
  if (ours.length === 0) return nothingSourced;
  const names = namesOfSettings();
  for (const name of ours) if (!names.has(name)) throw unknown(name, [...names.keys()]);
  const read = [...names].map(([name, setting]) => {
    const text = env[name];
    if (text === undefined || (text === "" && !name.startsWith(variablePrefix))) return nothingSourced; // Seed 002 takes "" as unset.
    return readVariable(name, text, setting);
  });
  return joinSourced(read);
}

/** The task list that seed 003 names by a variable of its own, for its policy alone. */
export function readRoadmap(env: Environment): SourcedSetting | undefined {
  const file = env["ROADMAP_FILE"];
  return file ? { name: "tasks", value: file, origin: { from: "environment", where: "ROADMAP_FILE" } } : undefined;
}

/** The name of each variable with its setting; further names first, so that a setting's own name counts. */
function namesOfSettings(): ReadonlyMap<string, string> {
  const settings = Object.entries(allReaders).flatMap(([name, reader]) => [
    name,
    ...(isKnownReader(reader) ? Object.keys(reader.of).map((key) => `${name}.${key}`) : []),
  ]);
  return new Map([
    ...Object.entries(otherNames),
    ...[...settings, ...Object.keys(oldReaders)].map((setting): [string, string] => [
      environmentName(setting),
      setting,
    ]),
  ]);
}

function unknown(name: string, names: readonly string[]): UserError {
  const close = nearest(name, names);
  return new UserError({
    what: `there is no setting for the variable ${name}`,
    where: "the environment",
    fix: `${close ? `did you mean ${close}? ` : ""}untildone config names every setting; unset the variable if it is not for us`,
  });
}

function readVariable(name: string, text: string, setting: string): Sourced {
  const reader = findReader(setting);
  if (text === "")
    throw new UserError({
      what: `${name} is empty`,
      where: "the environment",
      fix: `give ${reader.takes}, or unset it`,
    });
  const where = { root: name, keys: [] };
  const raw = valueOfText(text, reader.schema);
  const value = reader.read(raw, where);
  const found = isOldName(setting) ? readByOldName(setting, value, where) : takeApart({ name: setting, value, where });
  return {
    given: found.map((part) => ({ name: part.name, value: part.value, origin: { from: "environment", where: name } })),
    warnings: listOldSpellings({ [setting]: raw }, where).map((spelling) => warnOfOld(spelling, name)),
  };
}

function findReader(setting: string): Reader<unknown> {
  const [name = "", key] = setting.split(".");
  const reader = allReaders[name] ?? oldReaders[name];
  const inner = key !== undefined && reader && isKnownReader(reader) ? reader.of[key] : reader;
  if (!inner) throw new Error(`no reader for ${setting}`);
  return inner;
}

/** A text as the kind of value its setting takes. What is none stays a text, which the setting's reader refuses. */
export function valueOfText(text: string, schema: JsonSchema): unknown {
  const types = [schema["type"]].flat();
  if (types.includes("null") && text === "null") return null;
  if (types.includes("string")) return text;
  if (types.includes("number") || types.includes("integer"))
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
  const value = tryParseJson(text);
  return value === undefined ? text : value;
}
