import { ownCheckNames } from "../config/check-names.js";
import { command as commandReader, wantedFile } from "../config/check-readers.js";
import { seconds } from "../config/number-readers.js";
import { choice, flag, listReader, type Reader, record, word, words } from "../config/readers.js";
import { isRecord } from "../lib/json/is-record.js";
import type { SettingPlace } from "../lib/json/place.js";
import { unknownName, wrong } from "../lib/json/place.js";
import { guessWhatItReads } from "./checks/tests/looks-like-tests.js";
import { hiddenFields, readHidden } from "./hidden/read-hidden.js";
import type { CheckPlan, CommandPlan, WantedFile, When } from "./plan.js";
import { splitCommand } from "./split-words.js";

export type OwnCheck = (typeof ownCheckNames)[number];

/** What each of them is unless somebody says otherwise. */
const ownDefaults: Readonly<Record<OwnCheck, { readonly required: boolean; readonly when: When }>> = {
  changes: { required: false, when: "always" },
  "task-file-moved": { required: false, when: "always" },
  criteria: { required: true, when: "claim" },
  artifacts: { required: true, when: "claim" },
  "clean-git": { required: true, when: "claim" },
  "honest-tests": { required: true, when: "claim" },
  "original-tests": { required: true, when: "claim" },
};

const defaultSeconds = 600;
const common = ["required", "when", "timeout", "parallel"];
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  command: [...common, "command", "env", "network", "reads", ...hiddenFields],
  judge: [...common, "command", "env", "question"],
  artifacts: [...common, "files"],
  "honest-tests": [...common, "allow", "protect"],
  "original-tests": ["required", "timeout", "allow", "install"],
};

/** Reads one check of the configuration: a command, or an object with one. Null where it is turned off. */
export function readCheck(name: string, value: unknown, origin: string): CheckPlan | null {
  const where = `${origin}: checks.${name}`;
  if (value === false) return null;
  const own = ownCheckNames.find((check) => check === name);
  const entry = value === true ? {} : isRecord(value) ? value : own ? onlyFiles(own, value, where) : { command: value };
  const fields = fieldsOf[own ?? (name === "judge" ? "judge" : "command")] ?? common;
  for (const key of Object.keys(entry))
    if (!fields.includes(key)) throw unknownName("field", key, { where, names: fields });
  return own ? readOwn(own, entry, { where, origin }) : readCommand(name, entry, { where, origin });
}

/** `artifacts: [dist/app.js]` is short for its files. */
function onlyFiles(own: OwnCheck, value: unknown, where: string): Record<string, unknown> {
  if (own === "artifacts" && (Array.isArray(value) || typeof value === "string")) return { files: [value].flat() };
  throw wrong(value, where, "true, false or an object");
}

interface From {
  readonly where: string;
  readonly origin: string;
}

type GivenCheck = Record<string, unknown>;

function readOwn(own: OwnCheck, entry: GivenCheck, { where, origin }: From): CheckPlan {
  const plan = { name: own, ...readCommon(entry, where, ownDefaults[own]), origin, parallel: own !== "criteria" };
  if (own === "artifacts") return { ...plan, kind: own, files: readFiles(entry["files"], `${where}.files`) };
  if (own === "honest-tests")
    return {
      ...plan,
      kind: own,
      allow: read(entry, "allow", words, where) ?? [],
      allowRemoved: [],
      signs: "accept",
      protect: read(entry, "protect", words, where) ?? [],
    };
  if (own === "original-tests")
    return {
      ...plan,
      kind: own,
      parallel: false,
      allow: read(entry, "allow", words, where) ?? [],
      install: readInstall(entry, where),
      allowRemoved: [],
      changed: "accept",
      mustMeasure: false,
    };
  return { ...plan, kind: own };
}

function readInstall(entry: GivenCheck, where: string): readonly string[] {
  const command = read(entry, "install", commandReader, where) ?? [];
  return typeof command === "string" ? splitCommand(command, `${where}.install`).words : command;
}

function readCommand(name: string, entry: GivenCheck, { where, origin }: From): CheckPlan {
  const command = read(entry, "command", commandReader, where);
  if (command === undefined)
    throw wrong(
      null,
      `${where}.command`,
      "the command to run, as a text or a list of words, as no such check is found",
    );
  const split = typeof command === "string" ? splitCommand(command, `${where}.command`) : { words: command, env: {} };
  const env = { ...split.env, ...read(entry, "env", record(word), where) };
  const plan = {
    name,
    // Each look at a hidden check tells the agent something of it: one at the end of the work is enough.
    ...readCommon(entry, where, { required: true, when: entry["hidden"] === true ? "end" : "claim" }),
    origin,
    parallel: read(entry, "parallel", flag, where) ?? false,
    words: split.words,
    env,
  };
  if (name === "judge") return { ...plan, kind: "judge", question: read(entry, "question", word, where) ?? null };
  const network = read(entry, "network", flag, where) ?? false;
  const reads = read(entry, "reads", choice(["tests", "status"]), where);
  return {
    ...plan,
    ...(network ? { network } : {}),
    ...readHidden(entry, where),
    kind: "command",
    reads: reads ?? guessWhatItReads(name, split.words),
    found: false,
  };
}

/** A setting of a check that names no command changes one that is found in the project. */
export const isPlanChange = (entry: unknown): entry is GivenCheck => isRecord(entry) && entry["command"] === undefined;

/** The found check with what is set of it. */
export function changePlan(plan: CommandPlan, entry: unknown, origin: string): CommandPlan {
  const changed = readCheck(plan.name, { ...(isRecord(entry) ? entry : {}), command: plan.words }, origin);
  if (changed?.kind !== "command" || !isRecord(entry)) return plan;
  const given = Object.entries(changed).filter(([key]) =>
    Object.hasOwn(entry, key === "timeoutSeconds" ? "timeout" : key),
  );
  return { ...plan, ...Object.fromEntries(given), env: { ...plan.env, ...changed.env } };
}

function readCommon(entry: GivenCheck, where: string, defaults: { readonly required: boolean; readonly when: When }) {
  return {
    required: read(entry, "required", flag, where) ?? defaults.required,
    when: read(entry, "when", choice(["always", "claim", "end"]), where) ?? defaults.when,
    timeoutSeconds: read(entry, "timeout", seconds, where) ?? defaultSeconds,
  };
}

function read<T>(entry: GivenCheck, key: string, reader: Reader<T>, where: string): T | undefined {
  return entry[key] === undefined ? undefined : reader.read(entry[key], at(where, key));
}

const at = (where: string, ...keys: readonly string[]): SettingPlace => ({ root: where, keys });

function readFiles(value: unknown, where: string): readonly WantedFile[] {
  if (!Array.isArray(value) || value.length === 0)
    throw wrong(value ?? null, where, "a list of files that must be there");
  return listReader(wantedFile)
    .read(value, at(where))
    .map((file) => ({
      minBytes: 1,
      contains: null,
      changed: false,
      ...(typeof file === "string" ? { path: file } : file),
    }));
}
