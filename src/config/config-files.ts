import { UserError } from "../lib/errors.js";
import { isFolder, readConfigText } from "../lib/files/config-file.js";
import { parseYaml } from "../lib/files/parse-yaml.js";
import { isRecord } from "../lib/json/is-record.js";
import type { Parsed } from "../lib/json/parsed.js";
import { atPlace, type Keys, SettingError, shown } from "../lib/json/place.js";
import { nearest } from "../lib/text/nearest.js";
import { seedFile, speaksOfUs } from "./config-places.js";
import { parseJson } from "./parse-json.js";
import { seedGroups } from "./seed-groups.js";
import { joinSourced, nothingSourced, type Origin, readSourced, type Sourced } from "./setting-sources.js";

/** A configuration file: where it is, how messages call it, and how strong it is. */
interface File {
  readonly path: string;
  readonly shown: string;
  readonly from: Origin["from"];
}

type Data = Parsed & { readonly ok: true };

/** `config.json`, `config.yml` and `config.yaml` of a folder, the later the stronger. */
export function readFolder(folder: File): Sourced {
  if (!isFolder(folder.path)) return nothingSourced;
  const files = ["config.json", "config.yml", "config.yaml"].map((name) => {
    const file = { ...folder, path: `${folder.path}/${name}`, shown: `${folder.shown}/${name}` };
    const data = readData(file);
    if (!data) return nothingSourced;
    return settingsIn(file, data, { value: withoutSchema(asRecord(file, data.value)), keys: [] });
  });
  return joinSourced(files);
}

/** `untildone` of a package.json. */
export function readPackage(folder: string): Sourced {
  const file: File = { path: `${folder}/package.json`, shown: "package.json", from: "project" };
  const text = readConfigText(file.path, file.shown);
  if (text === undefined || !speaksOfUs(text)) return nothingSourced;
  const parsed = parseJson(text);
  if (!parsed.ok && !/"untildone"\s*:\s*\{/.test(text)) return nothingSourced;
  const data = orRefuse(file, parsed);
  const value = isRecord(data.value) && Object.hasOwn(data.value, "untildone") ? data.value["untildone"] : undefined;
  return value === undefined ? nothingSourced : settingsIn(file, data, { value, keys: ["untildone"] });
}

/** It belongs to another tool, so only what that tool's document calls exit decisions is read. */
export function readSeedFile(folder: string): Sourced {
  const file: File = { path: `${folder}/${seedFile}`, shown: seedFile, from: "project" };
  const data = readData(file);
  if (!data || !isRecord(data.value)) return nothingSourced;
  const group = "exit_decision";
  if (Object.hasOwn(data.value, group))
    return settingsIn(file, data, { value: { [group]: data.value[group] }, keys: [] });
  const meant = Object.keys(data.value).find((key) => nearest(key, [group, ...Object.keys(seedGroups[group] ?? {})]));
  const warning = `${file.shown} has no ${group}: nothing in it is read (did you mean ${group} by ${meant}?)`;
  return { given: [], warnings: meant === undefined ? [] : [warning] };
}

function readData(file: File): Data | undefined {
  const text = readConfigText(file.path, file.shown);
  if (text === undefined || text.trim() === "") return undefined;
  const data = orRefuse(file, file.path.endsWith(".json") ? parseJson(text) : parseYaml(text));
  return data.value === null ? undefined : data; // YAML that holds nothing but comments.
}

function orRefuse(file: File, parsed: Parsed): Data {
  if (parsed.ok) return parsed;
  const kind = file.path.endsWith(".json") ? "JSON" : "YAML";
  throw new UserError({
    what: `this is not ${kind}: ${parsed.message}`,
    where: `${file.shown}, line ${parsed.line}`,
    fix: `fix the ${kind} there, or remove the file`,
  });
}

function asRecord(file: File, value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw new UserError({
    what: `the configuration is ${shown(value)}`,
    where: file.shown,
    fix: "give an object of settings, such as minScore: 60",
  });
}

/** Editors find the schema by this key. */
const withoutSchema = ({ $schema: _, ...settings }: Record<string, unknown>): Record<string, unknown> => settings;

function settingsIn(file: File, data: Data, { value, keys }: { value: unknown; keys: Keys }): Sourced {
  const line = (at: Keys): string => `${file.shown}, line ${data.lineOf(at)}`;
  try {
    return readSourced(value, { root: "", keys }, (place) => ({ from: file.from, where: line(place.keys) }));
  } catch (error) {
    throw error instanceof SettingError ? atPlace(error, line(error.keys)) : error;
  }
}
