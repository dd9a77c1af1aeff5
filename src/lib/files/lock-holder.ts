import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { isRecord } from "../json/is-record.js";
import { errorCode } from "./explain-write.js";
import { readWhole } from "./open-file.js";

/** `started` distinguishes a process from a later one with the same pid. */
export interface ProcessName {
  readonly pid: number;
  readonly host: string;
  readonly started: string | null;
}

/** Who holds a lock. */
export interface Holder extends ProcessName {
  readonly command: string;
  readonly since: string;
  readonly token: string;
}

/** The holder named in a lock, or null if it is missing or unreadable. */
export function readHolder(path: string): Holder | null {
  try {
    const content: Partial<Holder> | null = JSON.parse(readWhole(path, maxLockBytes).toString("utf8"));
    if (typeof content?.pid !== "number" || typeof content.token !== "string" || typeof content.host !== "string")
      return null;
    return {
      pid: content.pid,
      host: content.host,
      started: typeof content.started === "string" ? content.started : null,
      command: String(content.command ?? "untildone"),
      since: String(content.since ?? "an unknown time"),
      token: content.token,
    };
  } catch (error) {
    // Released in the meantime, or not our format. A lock that only another user may read is held by that user.
    return ["EACCES", "EPERM"].includes(errorCode(error)) ? someoneElse : null;
  }
}

const maxLockBytes = 64 * 1024;

const someoneElse: Holder = {
  pid: 0,
  host: "another account",
  started: null,
  command: "untildone",
  since: "an unknown time",
  token: "",
};

/** Whether it is a process of this machine. */
export const isProcessName = (value: unknown): value is ProcessName =>
  isRecord(value) && typeof value["pid"] === "number" && typeof value["host"] === "string";

/** This process, as others can find out later whether it is still running. */
export const thisProcess = (): ProcessName => ({
  pid: process.pid,
  host: hostname(),
  started: processStart(process.pid),
});

export const isHere = ({ host }: ProcessName): boolean => host === hostname();

export function isDead({ pid, host, started }: ProcessName): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
  const now = processStart(pid);
  return started !== null && now !== null && now !== started;
}

/** The start time of a process by the kernel's clock, if known. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may contain anything, so count fields after it. State "Z" is a zombie.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "gone" : (fields[19] ?? null);
  } catch {
    return null; // Without /proc, assume that a live pid is the same process.
  }
}
