import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process, as the kernel describes it. */
export interface ProcessRow {
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The controlling terminal; 0 without one. */
  readonly terminal: number;
  /** When it started, by the kernel's clock. */
  readonly start: number;
}

export type ProcessTable = ReadonlyMap<number, ProcessRow>;

/** All processes but those that ended. Empty on systems without /proc. */
export function readProcessTable(): ProcessTable {
  const table = new Map<number, ProcessRow>();
  if (process.platform !== "linux") return table;
  for (const name of entries("/proc")) {
    const pid = Number(name);
    const row = Number.isInteger(pid) ? readProcess(pid) : undefined;
    if (row) table.set(pid, row);
  }
  return table;
}

/** pid (name) state parent group session …; the name may contain anything, so count fields after the last bracket. */
export function readProcess(pid: number): ProcessRow | undefined {
  const line = contents(`/proc/${pid}/stat`);
  const end = line.lastIndexOf(")");
  const fields = line.slice(end + 2).split(" ");
  const [state = ""] = fields;
  if (state === "" || state === "Z" || state === "X") return undefined;
  const [, parent, group, session, terminal] = fields.map(Number);
  return {
    name: line.slice(line.indexOf("(") + 1, end),
    parent: parent ?? 0,
    group: group ?? 0,
    session: session ?? 0,
    terminal: terminal ?? 0,
    start: Number(fields[startField]),
  };
}

const startField = 19;

/** When a process started, even if it has just ended. Null without /proc. */
export function readStart(pid: number): number | null {
  const line = contents(`/proc/${pid}/stat`);
  return line === "" ? null : Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[startField]);
}

export const carriesMark = (pid: number, mark: string): boolean => contents(`/proc/${pid}/environ`).includes(mark);

/** The variables it was started with. */
export const readEnvironment = (pid: number): ReadonlyMap<string, string> =>
  new Map(
    contents(`/proc/${pid}/environ`)
      .split("\0")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** The user it runs as; null if that cannot be read. */
export function readUser(pid: number): number | null {
  const found = /^Uid:\s+(\d+)/m.exec(contents(`/proc/${pid}/status`))?.[1];
  return found === undefined ? null : Number(found);
}

export const readCgroup = (pid: number | "self"): string => contents(`/proc/${pid}/cgroup`);

/** Whether a process works in a folder: its own folder, its program, its words or an open file are below it. */
export function worksIn(pid: number, folder: string): boolean {
  const isBelow = (path: string): boolean => path === folder || path.startsWith(`${folder}/`);
  const links = [`/proc/${pid}/cwd`, `/proc/${pid}/exe`].map(target);
  if (links.some(isBelow) || contents(`/proc/${pid}/cmdline`).includes(`${folder}/`)) return true;
  return entries(`/proc/${pid}/fd`).some((name) => isBelow(target(`/proc/${pid}/fd/${name}`)));
}

/** A process may exit after it is listed, and we may not be allowed to read those of other users. */
function contents(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function target(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function entries(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
