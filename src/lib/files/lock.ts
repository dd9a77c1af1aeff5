import { linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { UserError } from "../errors.js";
import { hold } from "../time/hold.js";
import { pause } from "../time/pause.js";
import { errorCode, explainWrite } from "./explain-write.js";
import { type Holder, isDead, readHolder, thisProcess } from "./lock-holder.js";

export interface Lock {
  release(): void;
}

interface LockRequest {
  readonly command: string;
  readonly at: number;
  /** How long to wait for a live holder. */
  readonly patienceMs: number;
  /** What is locked, for messages. */
  readonly what?: string;
}

/**
 * A lock names its holder and is only taken over from a dead one: a suspended process keeps it, and we never judge a
 * process on another machine.
 */
export function takeLock(path: string, wanted: LockRequest): Lock {
  try {
    const { draft, lock } = draftLock(path, wanted);
    try {
      for (const ms of pausesUntilTaken(path, draft, wanted)) hold(ms);
    } finally {
      rmSync(draft, { force: true });
    }
    return lock;
  } catch (error) {
    throw explainWrite(error, path);
  }
}

/** The asynchronous version, for when the holder may be this process itself. */
export async function waitForLock(path: string, wanted: LockRequest): Promise<Lock> {
  const { draft, lock } = draftLock(path, wanted);
  try {
    for (const ms of pausesUntilTaken(path, draft, wanted)) await pause(ms);
  } finally {
    rmSync(draft, { force: true });
  }
  return lock;
}

function draftLock(path: string, { command, at }: LockRequest): { readonly draft: string; readonly lock: Lock } {
  const token = `${process.pid}-${at.toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;
  const mine: Holder = {
    ...thisProcess(),
    command,
    since: new Date(at).toISOString(),
    token,
  };
  const draft = `${path}.${token}`;
  writeFileSync(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
  const release = (): void => {
    // Only remove our own: a person may have deleted ours and another process taken the lock since.
    if (readHolder(path)?.token === token) rmSync(path, { force: true });
  };
  return { draft, lock: { release } };
}

/** Yields how long to wait after each failed attempt. Returns once we hold the lock. */
function* pausesUntilTaken(path: string, draft: string, { patienceMs, what }: LockRequest): Generator<number, void> {
  for (let waited = 0; !tryTake(path, draft); ) {
    const holder = readHolder(path);
    if (holder ? isDead(holder) : isAbandoned(path)) {
      removeDead(path, holder, draft);
      continue;
    }
    if (!holder) continue; // Released since the attempt, or still being written.
    if (waited >= patienceMs) throw refuse(path, holder, what);
    const step = 3 + Math.floor(Math.random() * 12);
    yield step;
    waited += step;
  }
}

/** A hard link appears together with its content, so nobody sees a partial lock. */
function tryTake(path: string, draft: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code)) throw error;
    return takeWithoutLinks(path, draft);
  }
}

/** Some file systems (FAT) have no hard links. */
function takeWithoutLinks(path: string, draft: string): boolean {
  try {
    writeFileSync(path, readFileSync(draft), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Two processes may find the same dead holder, and the slower one must not remove the lock that the faster has since
 * taken. So removal needs a second lock file, named after the dead holder, and its owner checks again before removing.
 * Unreadable locks are removed the same way.
 */
function removeDead(path: string, dead: Holder | null, draft: string): void {
  const right = `${path}.dead-${dead ? tokenFileName(dead.token) : "unreadable"}`;
  if (!tryTake(right, draft)) {
    const other = readHolder(right);
    if (other ? isDead(other) : isAbandoned(right)) rmSync(right, { force: true });
    hold(2);
    return;
  }
  try {
    const now = readHolder(path);
    if (dead ? now?.token === dead.token : !now && isAbandoned(path)) rmSync(path, { force: true });
  } finally {
    rmSync(right, { force: true });
  }
}

/** Anyone may have written the lock file, so sanitise the token before using it in a file name. */
const tokenFileName = (token: string): string => token.replaceAll(/[^\w-]/g, "_").slice(0, 80);

const abandonedAfterMs = 5000;

/**
 * An unreadable lock: garbage, a dangling link, or left by a writer killed halfway on a file system without links. A
 * lock dated in the future came from another clock and would never expire.
 */
function isAbandoned(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  if (Math.abs(Date.now() - stats.mtimeMs) > abandonedAfterMs) return true;
  hold(10);
  return false;
}

function refuse(path: string, { pid, host, command, since }: Holder, what = "the folder"): UserError {
  const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  return new UserError({
    what: `${what} is in use by \`untildone ${command}\` (${where}, since ${since})`,
    where: path,
    fix:
      host === hostname()
        ? `${command === "run" ? "see it with: untildone watch; end it with: untildone stop" : "wait for it; end it"} or, if it does not answer, with: kill ${pid}`
        : "wait for it; if that machine is gone, remove the file",
  });
}
