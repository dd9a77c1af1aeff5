import { spawnSync } from "node:child_process";
import type { Cgroup } from "./cgroup.js";
import { carriesMark, readProcess, readProcessTable } from "./list-processes.js";
import { findStrays, type Origin } from "./strays.js";

/** Set in the environment of every process we start, so that we can find those that left its process group. */
export const markName = "UNTILDONE_PROCESS";

/** A started command: the leader of its own group and session, and its mark. */
export interface Started extends Origin {
  readonly mark: string;
  readonly cgroup: Cgroup | null;
}

/** Signals the command's process group. Returns false if it is empty. */
export function signalGroup({ pid }: Pick<Started, "pid">, signal: NodeJS.Signals): boolean {
  if (pid < 2) return false; // It never started, and group 0 is our own.
  return process.platform === "win32" ? endOnWindows(pid) : send(-pid, signal);
}

/** Windows has neither process groups nor SIGTERM: kill the tree. */
function endOnWindows(pid: number): boolean {
  return spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" }).status === 0;
}

/** What was left of a command. */
export interface Remains {
  /** Processes that were told to end, with when they started. */
  readonly killed: ReadonlyMap<number, number>;
  /** Processes that may belong to it and were left alone, by name and pid. */
  readonly unsure: readonly string[];
}

/**
 * Kills what is left of a command: its group, its session, processes with its mark, those in its control group, strays,
 * and their children. Repeats until none are found, because a process may fork while being killed.
 */
export function killRemains(started: Started, known: ReadonlySet<number> = new Set()): Remains {
  const killed = new Map<number, number>();
  let { ours, unsure } = findSurvivors(started, known); // Search before killing: once the group is dead they cannot be found.
  signalGroup(started, "SIGKILL");
  started.cgroup?.kill();
  for (let round = 0; round < 10; round++) {
    const found = [...ours].filter((pid) => !killed.has(pid));
    if (found.length === 0) break;
    for (const pid of found) {
      killed.set(pid, readProcess(pid)?.start ?? 0);
      send(pid, "SIGKILL");
    }
    ({ ours, unsure } = findSurvivors(started, known));
  }
  return { killed, unsure: unsure.filter((pid) => !killed.has(pid)).flatMap(describeProcess) };
}

/** The processes that are still there, by name and pid: a process may be stuck in the kernel, or be another user's. */
export const listAlive = ({ killed }: Remains): readonly string[] =>
  [...killed].flatMap(([pid, start]) => (readProcess(pid)?.start === start ? describeProcess(pid) : []));

function describeProcess(pid: number): readonly string[] {
  const row = readProcess(pid);
  return row ? [`${row.name} (pid ${pid})`] : [];
}

export interface Survivors {
  readonly ours: ReadonlySet<number>;
  readonly unsure: readonly number[];
}

/** Every process that belongs to a command. Empty on systems without /proc. */
export function findSurvivors(started: Started, known: ReadonlySet<number> = new Set()): Survivors {
  const ours = new Set<number>();
  if (started.pid < 2) return { ours, unsure: [] };
  const table = readProcessTable();
  const strays = findStrays(table, started);
  for (const pid of [...(started.cgroup?.list() ?? []), ...strays.ours]) if (table.has(pid)) ours.add(pid);
  for (const [pid, { group, session }] of table)
    if (known.has(pid) || group === started.pid || session === started.pid || carriesMark(pid, started.mark))
      ours.add(pid);
  for (let grew = ours.size > 0; grew; ) {
    grew = false;
    for (const [pid, { parent }] of table)
      if (ours.has(parent) && !ours.has(pid)) {
        ours.add(pid);
        grew = true;
      }
  }
  for (const pid of [1, process.pid]) ours.delete(pid);
  return { ours, unsure: strays.unsure.filter((pid) => !ours.has(pid)) };
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false; // Already gone, or no longer ours: nothing to kill.
  }
}
