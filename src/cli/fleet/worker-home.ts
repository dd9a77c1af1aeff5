import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { makePrivateFolder } from "../../lib/files/disk.js";
import { namesIn } from "../../lib/files/folder.js";
import { type Lock, takeLock } from "../../lib/files/lock.js";
import { type Holder, isDead, readHolder } from "../../lib/files/lock-holder.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import { now } from "../../lib/time/clock.js";
import { findPrivateFolder } from "../../run/records/private-folder.js";
import type { Io, ParsedArgs } from "../command.js";

/** How many workers may have folders on one machine. */
const maxWorkers = 64;

interface WorkerHome {
  readonly name: string;
  readonly folder: string;
  /** What a person should know about it. */
  readonly told: readonly string[];
  close(): void;
}

type Workers = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The folder of one worker. A second worker on the machine gets another name, unless one was asked for. */
export async function openHome(args: ParsedArgs, io: Io, workers: Workers): Promise<WorkerHome> {
  const asked = args.text("name");
  const first = (asked ?? hostname()).replaceAll(/[^\w.-]+/g, "-") || "worker";
  const xdg = io.env["XDG_STATE_HOME"] ?? "";
  const base = args.text("work") ?? `${xdg.startsWith("/") ? xdg : `${io.home}/.local/state`}/untildone-fleet`;
  for (let at = 1; ; at++) {
    const name = at === 1 ? first : `${first}-${at}`;
    const folder = args.text("work") === undefined ? `${base}/${name}` : base;
    makePrivateFolder(folder.slice(0, folder.lastIndexOf("/")));
    makePrivateFolder(folder);
    const told = [...describeNamesake(name, workers), ...takeOverLock(`${folder}/worker.lock`, name, workers)];
    try {
      const lock: Lock = takeLock(`${folder}/worker.lock`, { command: "fleet worker", at: now(), patienceMs: 0 });
      removePlaces(`${folder}/places`, io);
      return { name, folder, told, close: () => lock.release() };
    } catch (error) {
      if (asked !== undefined || args.text("work") !== undefined || at === maxWorkers) throw error;
    }
  }
}

/** Two of one name are one in status and metrics. */
function describeNamesake(name: string, workers: Workers): readonly string[] {
  const other = workers.get(name);
  const isThere = other !== undefined && other["drained"] === undefined && other["host"] !== hostname();
  return isThere ? [`a worker named ${name} already runs on ${other["host"]}: give this one a --name of its own`] : [];
}

/** Killed, or ended with the machine. */
const describeEnded = ({ pid, since }: Holder): string =>
  `the folder was that of a worker that ended without leaving (process ${pid}, since ${since}): taken over`;

/**
 * A folder that moved here with its lock, such as the volume of a container: who holds it cannot be asked on this machine.
 * It is dead if the fleet has not heard of it for a minute.
 */
function takeOverLock(path: string, name: string, workers: Workers): readonly string[] {
  const holder = readHolder(path);
  if (holder === null || holder.token === "") return [];
  if (holder.host === hostname()) return isDead(holder) ? [describeEnded(holder)] : [];
  const known = workers.get(name);
  if (known?.["host"] === holder.host && known["drained"] === undefined) return [];
  rmSync(path, { force: true });
  return [
    `the folder was that of a worker on ${holder.host} since ${holder.since}, which the fleet does not hear of: taken over`,
  ];
}

/** Of a worker that was killed, with what was kept outside of them. */
function removePlaces(places: string, io: Io): void {
  for (const name of namesIn(places)) {
    const kept = findPrivateFolder(`${places}/${name}/work`, io);
    if (kept !== null) removeFolder(kept.path);
  }
  removeFolder(places);
}
