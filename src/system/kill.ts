import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Set in the environment of every process we start, so that we can find those that left its process group. */
export const markName = "UNTILDONE_PROCESS";

/** A started command: the leader of its own group and session, and its mark. */
export interface Started {
  readonly pid: number;
  readonly mark: string;
}

/** Signals the command's process group. Returns false if it is empty. */
export function signalGroup({ pid }: Started, signal: NodeJS.Signals): boolean {
  if (pid < 2) return false; // It never started, and group 0 is our own.
  return process.platform === "win32" ? endOnWindows(pid) : send(-pid, signal);
}

/** Windows has neither process groups nor SIGTERM: kill the tree. */
function endOnWindows(pid: number): boolean {
  return spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" }).status === 0;
}

/**
 * Kills what is left of a command: its group, its session, processes with its mark, and their children. Repeats until
 * none are found, because a process may fork while being killed. Returns how many were found.
 */
export function killRemains(started: Started, known: ReadonlySet<number> = new Set()): number {
  const killed = new Set(findSurvivors(started, known)); // Search before killing: once the group is dead they cannot be found.
  signalGroup(started, "SIGKILL");
  for (const pid of killed) send(pid, "SIGKILL");
  for (let round = 0; round < 10; round++) {
    const found = [...findSurvivors(started, known)].filter((pid) => !killed.has(pid));
    if (found.length === 0) break;
    for (const pid of found) {
      killed.add(pid);
      send(pid, "SIGKILL");
    }
  }
  return killed.size;
}

/** Every process that belongs to a command. Empty on systems without /proc. */
export function findSurvivors(started: Started, known: ReadonlySet<number> = new Set()): ReadonlySet<number> {
  const ours = new Set<number>();
  if (started.pid < 2) return ours;
  const table = processTable();
  for (const [pid, { group, session }] of table)
    if (known.has(pid) || group === started.pid || session === started.pid || carries(pid, started.mark)) ours.add(pid);
  for (let grew = ours.size > 0; grew; ) {
    grew = false;
    for (const [pid, { parent }] of table)
      if (ours.has(parent) && !ours.has(pid)) {
        ours.add(pid);
        grew = true;
      }
  }
  ours.delete(process.pid);
  return ours;
}

interface Row {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

function processTable(): ReadonlyMap<number, Row> {
  const table = new Map<number, Row>();
  if (process.platform !== "linux") return table;
  for (const name of entries("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid < 2) continue;
    const row = readRow(pid);
    if (row) table.set(pid, row);
  }
  return table;
}

/** pid (name) state parent group session …; the name may contain anything, so count fields after the last bracket. */
function readRow(pid: number): Row | undefined {
  const line = contents(`/proc/${pid}/stat`);
  const [state, parent, group, session] = line.slice(line.lastIndexOf(")") + 2).split(" ", 4);
  if (state === undefined || state === "" || state === "Z" || state === "X") return undefined;
  return { parent: Number(parent), group: Number(group), session: Number(session) };
}

const carries = (pid: number, mark: string): boolean => contents(`/proc/${pid}/environ`).includes(mark);

/** A process may exit after it is listed, and we may not be allowed to read those of other users. */
function contents(path: string): string {
  try {
    return readFileSync(path, "latin1");
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

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false; // Already gone, or no longer ours: nothing to kill.
  }
}
