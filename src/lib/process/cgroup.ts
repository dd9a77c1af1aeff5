import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { isRunning } from "../files/disk.js";

/** A control group for one command: nothing that the command starts can leave it unnoticed. */
export interface Cgroup {
  readonly path: string;
  /** Starts a process in it. */
  start<T>(spawn: () => T): T;
  /** The processes in it. */
  list(): readonly number[];
  /** Kills all of them at once. */
  kill(): void;
  remove(): void;
}

let made = 0;

/** Null where there is none that we may write: most servers and containers. */
export function makeCgroup(): Cgroup | null {
  if (process.platform !== "linux") return null;
  try {
    const own = findOwn();
    if (own === null) return null;
    removeStale(own);
    const path = `${own}/untildone-${process.pid}-${++made}`;
    mkdirSync(path);
    if (existsSync(`${path}/cgroup.kill`)) return openCgroup(path, own);
    rmdirSync(path); // A kernel before 5.14.
    return null;
  } catch {
    return null;
  }
}

/** Removes the groups of killed runs. One that is not empty cannot be removed. */
function removeStale(own: string): void {
  if (made > 0) return;
  for (const name of readdirSync(own)) {
    const pid = /^untildone-(\d+)-\d+$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) attempt(() => rmdirSync(`${own}/${name}`));
  }
}

/** Where our own control group is mounted. */
function findOwn(): string | null {
  const name = /^0::(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
  const mount = /^\S+ \S+ \S+ \S+ (\S+) .* - cgroup2 /m.exec(readFileSync("/proc/self/mountinfo", "utf8"))?.[1];
  if (name === undefined || mount === undefined) return null;
  const own = name === "/" ? mount : `${mount}${name}`;
  return existsSync(`${own}/cgroup.procs`) ? own : null;
}

function openCgroup(path: string, own: string): Cgroup {
  const enter = (group: string): void => writeFileSync(`${group}/cgroup.procs`, String(process.pid));
  const list = (): readonly number[] =>
    readFileSync(`${path}/cgroup.procs`, "utf8").split("\n").filter(Boolean).map(Number);
  return {
    path,
    // We enter it ourselves for a moment, so that the process is in it from the start.
    start: (spawn) => {
      try {
        enter(path);
      } catch {
        return spawn();
      }
      try {
        return spawn();
      } finally {
        enter(own);
      }
    },
    list: () => attempt(list) ?? [],
    kill: () => {
      if (!(attempt(list) ?? [process.pid]).includes(process.pid))
        attempt(() => writeFileSync(`${path}/cgroup.kill`, "1"));
    },
    remove: () => attempt(() => rmdirSync(path)),
  };
}

/** The group may be gone, or taken from us. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
