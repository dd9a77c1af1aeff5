import { isRecord } from "../lib/json/is-record.js";
import { groupNames, listNames, textListNames } from "./list-names-table.js";
import { hasStatus, type TaskRecord } from "./record-task.js";

export type Path = readonly (string | number)[];

/** A task's object and the way to it from the root of its document. */
export interface PlacedRecord {
  readonly path: Path;
  readonly record: TaskRecord;
  /** Its name, where the list is an object of tasks by name. */
  readonly key?: string;
  /** It is a plain text in the list, which has no field for a status. */
  readonly isText?: true;
}

/** The tasks of a document, wherever its shape keeps them: at the root, under a known name, or in groups. */
export function findRecords(root: unknown): readonly PlacedRecord[] {
  return search(root, [], "") ?? [];
}

const deepest = 5;

/** Null where there is no list at all, an empty array where there is an empty one. */
function search(value: unknown, path: Path, name: string): readonly PlacedRecord[] | null {
  if (path.length > deepest) return null;
  if (Array.isArray(value)) return searchArray(value, path, name);
  if (!isRecord(value)) return null;
  const named = [...listNames, ...groupNames].filter((key) => Object.hasOwn(value, key));
  let empty: readonly PlacedRecord[] | null = null;
  for (const key of named) {
    const found = search(value[key], [...path, key], key) ?? searchByName(value[key], [...path, key], key);
    if (found && found.length > 0) return found;
    empty ??= found;
  }
  return empty;
}

function searchArray(value: readonly unknown[], path: Path, name: string): readonly PlacedRecord[] | null {
  const records: PlacedRecord[] = [];
  for (const [at, record] of value.entries())
    if (isRecord(record)) records.push({ record, path: path.concat(at) });
    else if (typeof record === "string" && textListNames.has(name))
      records.push({ record: { title: record }, path: path.concat(at), isText: true });
  if (records.some(({ record }) => hasStatus(record)) && !records.every(({ record }) => holdsTasks(record)))
    return records;
  const inside = records.map(({ record, path: at }) => search(record, at, ""));
  if (inside.some((found) => found !== null)) return inside.flatMap((found) => found ?? []);
  return listNames.includes(name) || path.length === 0 ? records : null;
}

/** A phase or an epic: its tasks count, not itself. */
const holdsTasks = (record: TaskRecord): boolean =>
  listNames.some(
    (name) => Array.isArray(record[name]) && record[name].some((entry) => isRecord(entry) && hasStatus(entry)),
  );

/** `{"T1": {…}, "T2": {…}}` */
function searchByName(value: unknown, path: Path, name: string): readonly PlacedRecord[] | null {
  if (!isRecord(value) || !listNames.includes(name)) return null;
  const entries = Object.entries(value);
  const records = entries.flatMap(([key, record]) => (isRecord(record) ? [{ record, path: [...path, key], key }] : []));
  return records.length === entries.length && records.some(({ record }) => hasStatus(record)) ? records : null;
}
