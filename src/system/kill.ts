import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The variable that every process we start carries, so that those which left its group can be found again. */
export const markName = "UNTILDONE_PROCESS";

/** A started command: its process, which leads a group and a session of its own, and its mark. */
export interface Started {
  readonly pid: number;
  readonly mark: string;
}

/** Signals the command's own group. False where nobody is left in it. */
export function signalGroup({ pid }: Started, signal: NodeJS.Signals): boolean {
  if (pid < 2) return false; // It never began; to signal group 0 would be to signal ourselves.
  return process.platform === "win32" ? endOnWindows(pid) : send(-pid, signal);
}

/** Windows has neither groups nor polite signals: the tree is ended at once. */
function endOnWindows(pid: number): boolean {
  return spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" }).status === 0;
}

/**
 * Kills whatever is left of a command: its group, its session, whoever carries its mark, and their children. Looks again
 * until nobody is found, since a process may fork while it is being killed. Says how many there were.
 */
export function killRemains(started: Started, known: ReadonlySet<number> = new Set()): number {
  const killed = new Set(findSurvivors(started, known)); // Looked for first: killed with the group they are found no more.
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

/** Every process that belongs to a command, as far as the system tells. Empty where there is no /proc. */
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

/** pid (name) state parent group session …; the name may hold anything, so the fields are counted after it. */
function readRow(pid: number): Row | undefined {
  const line = contents(`/proc/${pid}/stat`);
  const [state, parent, group, session] = line.slice(line.lastIndexOf(")") + 2).split(" ", 4);
  if (state === undefined || state === "" || state === "Z" || state === "X") return undefined;
  return { parent: Number(parent), group: Number(group), session: Number(session) };
}

const carries = (pid: number, mark: string): boolean => contents(`/proc/${pid}/environ`).includes(mark);

/** A process may end between being listed and being read, and others' processes are not ours to read. */
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
    return false; // Gone already, or no longer ours: both mean there is nothing to end.
  }
}
