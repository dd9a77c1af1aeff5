import type { WorkLedger } from "../../evidence/ledger/work-ledger.js";
import { exists, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { digest, digestParts } from "../../lib/files/folder.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import type { PrivateFolder } from "./private-folder.js";

type List = readonly unknown[];

/** A list as it differs from a base that is saved once: a long list is not written at every turn. */
interface SavedList {
  readonly base: string;
  readonly changed: readonly (readonly [at: number, entry: unknown])[];
}

/** Shorter lists are written as they are. */
const shortest = 200;

interface Base {
  readonly name: string;
  readonly list: List;
}

/** The last bases that were saved: a ledger holds five lists, two of them often the same. */
const bases = new Map<string, readonly Base[]>();
const maxBases = 5;

const baseFile = ({ path }: PrivateFolder, run: string, name: string): string => `${path}/${run}.tasks-${name}.json`;

/** The ledger with its long lists replaced by how they differ from their base. */
export function packLists(folder: PrivateFolder, run: string, ledger: WorkLedger): unknown {
  const pack = (entries: List): unknown => packList(folder, run, entries);
  const { list, turn } = ledger;
  const { accepted, asked, seen, parts } = list;
  return {
    ...ledger,
    list: { ...list, accepted: pack(accepted), asked: pack(asked), seen: pack(seen), parts: pack(parts) },
    turn: turn && { ...turn, tasks: pack(turn.tasks) },
  };
}

function packList(folder: PrivateFolder, run: string, list: List): List | SavedList {
  if (list.length < shortest) return list;
  const key = `${folder.path}/${run}`;
  const known = bases.get(key) ?? [];
  for (const { name, list: before } of known) {
    const changed = differences(before, list);
    if (changed) return { base: name, changed };
  }
  const base = saveBase(folder, run, list);
  bases.set(key, [base, ...known].slice(0, maxBases));
  return { base: base.name, changed: [] };
}

function saveBase(folder: PrivateFolder, run: string, list: List): Base {
  const name = digestParts(writeJson(list)).slice(0, 16);
  const file = baseFile(folder, run, name);
  if (!exists(file)) replacePrivateFile(file, writeJson(list));
  return { name, list };
}

const partLength = 1_000;

/** The JSON of a list in parts: as one string, it would take more memory than the list. */
function* writeJson(list: List): Generator<string> {
  yield "[";
  for (let at = 0; at < list.length; at += partLength) {
    const part = JSON.stringify(list.slice(at, at + partLength)).slice(1, -1);
    yield at === 0 ? part : `,${part}`;
  }
  yield "]";
}

/**
 * Undefined if the lists differ so much that a new base is shorter. Unchanged entries are the same objects, and a list
 * may have become longer.
 */
function differences(base: List, list: List): SavedList["changed"] | undefined {
  if (base.length > list.length) return undefined;
  const most = base.length / 20;
  const changed: (readonly [number, unknown])[] = [];
  for (let at = 0; at < list.length && changed.length <= most; at++)
    if (list[at] !== base[at]) changed.push([at, list[at]]);
  return changed.length > most ? undefined : changed;
}

/** The lists of a saved ledger; null if one of them cannot be relied on. */
export function unpackLists(
  folder: PrivateFolder,
  run: string,
  saved: Readonly<Record<string, unknown>>,
): object | null {
  const { list, turn } = saved;
  const read = new Map<string, List | null>();
  const baseOf = (name: string): List | null => {
    const base = read.get(name) ?? readBase(folder, run, name);
    read.set(name, base);
    return base;
  };
  const unpack = (value: unknown): List | null => unpackList(value, baseOf);
  if (!isRecord(list)) return null;
  const lists = ["accepted", "asked", "seen", "parts"].map((name) => [name, unpack(list[name] ?? [])] as const);
  const tasks = isRecord(turn) ? unpack(turn["tasks"]) : [];
  if (tasks === null || lists.some(([, entries]) => entries === null)) return null;
  return {
    ...saved,
    list: { ...list, ...Object.fromEntries(lists) },
    turn: isRecord(turn) ? { ...turn, tasks } : null,
  };
}

function unpackList(value: unknown, baseOf: (name: string) => List | null): List | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || typeof value["base"] !== "string" || !Array.isArray(value["changed"])) return null;
  const base = baseOf(value["base"]);
  const { changed } = value as unknown as SavedList;
  if (base === null || changed.length === 0) return base;
  const list = [...base];
  for (const [at, entry] of changed) list[at] = entry;
  return list;
}

/** Its name is the digest of its content, so a changed one is not believed. */
function readBase(folder: PrivateFolder, run: string, name: string): List | null {
  if (!/^[0-9a-f]{16}$/.test(name)) return null;
  const text = readIfThere(baseFile(folder, run, name));
  const list = text !== null && digest(text).startsWith(name) ? tryParseJson(text) : undefined;
  return Array.isArray(list) ? list : null;
}

/** Which run a file holds a list of. */
export const isListOf = (run: string, name: string): boolean =>
  name.startsWith(`${run}.tasks-`) && name.endsWith(".json");
