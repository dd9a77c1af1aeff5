import { isRecord } from "../base/is-record.js";
import { tryParseJson } from "../base/try-parse-json.js";
import type { Task } from "../core/tasks.js";
import { exists, replacePrivateFile } from "../system/disk.js";
import { readIfThere } from "../system/files.js";
import { digest } from "../system/folder.js";
import type { WorkLedger } from "../work/work-ledger.js";
import type { PrivateFolder } from "./private-folder.js";

/** A list as it differs from a base that is saved once: a long list is not written at every turn. */
interface SavedList {
  readonly base: string;
  readonly changed: readonly (readonly [at: number, task: Task])[];
}

/** Shorter lists are written as they are. */
const shortest = 200;

interface Base {
  readonly name: string;
  readonly tasks: readonly Task[];
}

/** The last bases that were saved: a ledger holds three lists. */
const bases = new Map<string, readonly Base[]>();
const maxBases = 3;

const baseFile = ({ path }: PrivateFolder, run: string, name: string): string => `${path}/${run}.tasks-${name}.json`;

/** The ledger with its long lists replaced by how they differ from their base. */
export function packLists(folder: PrivateFolder, run: string, ledger: WorkLedger): unknown {
  const pack = (tasks: readonly Task[]): unknown => packList(folder, run, tasks);
  const { list, turn } = ledger;
  return {
    ...ledger,
    list: { ...list, asked: pack(list.asked), seen: pack(list.seen) },
    turn: turn && { ...turn, tasks: pack(turn.tasks) },
  };
}

function packList(folder: PrivateFolder, run: string, tasks: readonly Task[]): readonly Task[] | SavedList {
  if (tasks.length < shortest) return tasks;
  const key = `${folder.path}/${run}`;
  const known = bases.get(key) ?? [];
  for (const { name, tasks: before } of known) {
    const changed = differences(before, tasks);
    if (changed) return { base: name, changed };
  }
  const base = saveBase(folder, run, tasks);
  bases.set(key, [base, ...known].slice(0, maxBases));
  return { base: base.name, changed: [] };
}

function saveBase(folder: PrivateFolder, run: string, tasks: readonly Task[]): Base {
  const text = JSON.stringify(tasks);
  const name = digest(text).slice(0, 16);
  const file = baseFile(folder, run, name);
  if (!exists(file)) replacePrivateFile(file, text);
  return { name, tasks };
}

/** Undefined if the lists differ so much that a new base is shorter. Unchanged tasks are the same objects. */
function differences(base: readonly Task[], tasks: readonly Task[]): SavedList["changed"] | undefined {
  if (base.length !== tasks.length) return undefined;
  const most = base.length / 20;
  const changed: (readonly [number, Task])[] = [];
  for (const [at, task] of tasks.entries()) {
    if (task === base[at]) continue;
    changed.push([at, task]);
    if (changed.length > most) return undefined;
  }
  return changed;
}

/** The lists of a saved ledger; null if one of them cannot be relied on. */
export function unpackLists(
  folder: PrivateFolder,
  run: string,
  saved: Readonly<Record<string, unknown>>,
): object | null {
  const { list, turn } = saved;
  const read = new Map<string, readonly Task[] | null>();
  const baseOf = (name: string): readonly Task[] | null => {
    const tasks = read.get(name) ?? readBase(folder, run, name);
    read.set(name, tasks);
    return tasks;
  };
  const unpack = (value: unknown): readonly Task[] | null => unpackList(value, baseOf);
  if (!isRecord(list)) return null;
  const [asked, seen] = [unpack(list["asked"] ?? []), unpack(list["seen"] ?? [])];
  const tasks = isRecord(turn) ? unpack(turn["tasks"]) : [];
  if (asked === null || seen === null || tasks === null) return null;
  return { ...saved, list: { ...list, asked, seen }, turn: isRecord(turn) ? { ...turn, tasks } : null };
}

function unpackList(value: unknown, baseOf: (name: string) => readonly Task[] | null): readonly Task[] | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || typeof value["base"] !== "string" || !Array.isArray(value["changed"])) return null;
  const base = baseOf(value["base"]);
  const { changed } = value as unknown as SavedList;
  if (base === null || changed.length === 0) return base;
  const tasks = [...base];
  for (const [at, task] of changed) tasks[at] = task;
  return tasks;
}

/** Its name is the digest of its content, so a changed one is not believed. */
function readBase(folder: PrivateFolder, run: string, name: string): readonly Task[] | null {
  if (!/^[0-9a-f]{16}$/.test(name)) return null;
  const text = readIfThere(baseFile(folder, run, name));
  const tasks = text !== null && digest(text).startsWith(name) ? tryParseJson(text) : undefined;
  return Array.isArray(tasks) ? tasks : null;
}

/** Which run a file holds a list of. */
export const isListOf = (run: string, name: string): boolean =>
  name.startsWith(`${run}.tasks-`) && name.endsWith(".json");
