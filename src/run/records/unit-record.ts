import type { Task } from "../../decide/tasks.js";
import type { Baseline } from "../../evidence/baseline.js";
import { removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { digest, namesIn } from "../../lib/files/folder.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { sealJson, unsealJson } from "../../lib/secrets/secrets.js";
import { type PrivateFolder, writeIn } from "./private-folder.js";
import { cannotResume } from "./run-record.js";

/** What a unit of a run was started with, beside the record of the run and for the same reasons. */
export interface UnitRecord {
  readonly task: Task;
  /** The commit of the run's branch that its work is measured from. */
  readonly base: string;
  /** Null until it is taken, which is before the first turn. */
  readonly baseline: Baseline | null;
}

/** The name of a unit in files and branches: the task's id if it can be one. */
export function unitName({ id }: Pick<Task, "id">): string {
  const plain = id.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 40);
  return plain === id && !plain.startsWith("-") ? id : `${plain.replace(/^-+/, "")}-${digest(id).slice(0, 6)}`;
}

/** Its files are named like those of a run of its own. */
export const unitKey = (run: string, task: Pick<Task, "id">): string => `${run}.unit-${unitName(task)}`;

export const unitFile = ({ path }: PrivateFolder, key: string): string => `${path}/${key}.json`;

/** Flushed, with a digest of itself. */
export function saveUnit(folder: PrivateFolder, key: string, record: UnitRecord): void {
  const body = sealJson(record);
  writeIn(folder, () => replacePrivateFile(unitFile(folder, key), `${digest(body)}\n${body}\n`));
}

/** Null if there is none yet. */
export function readUnit(folder: PrivateFolder, key: string): UnitRecord | null {
  const text = readIfThere(unitFile(folder, key));
  if (text === null) return null;
  const [saved = "", body = ""] = text.split("\n");
  const record = tryParseJson(unsealJson(body));
  if (saved === digest(body) && isRecord(record)) return record as unknown as UnitRecord;
  throw cannotResume(
    key.replace(/\.unit-.*$/, ""),
    "what a task of it was started with is damaged",
    unitFile(folder, key),
  );
}

/** The units of a run that were not closed. */
export function listUnits(folder: PrivateFolder, run: string): readonly UnitRecord[] {
  const isUnit = (name: string): boolean => name.startsWith(`${run}.unit-`) && /^[^.]+\.[^.]+\.json$/.test(name);
  return namesIn(folder.path)
    .filter(isUnit)
    .sort()
    .flatMap((name) => readUnit(folder, name.slice(0, -".json".length)) ?? []);
}

/** Drafts of a killed process included. The record last: until it is gone, a resumed run removes the rest again. */
export function removeUnit(folder: PrivateFolder, key: string): void {
  const file = unitFile(folder, key);
  const names = namesIn(folder.path).filter((name) => name.startsWith(`${key}.`));
  for (const name of names) if (`${folder.path}/${name}` !== file) removeFile(`${folder.path}/${name}`);
  removeFile(file);
}
