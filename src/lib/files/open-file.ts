import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { UserError } from "../errors.js";

const megabyte = 1024 * 1024;

/** How large a file may be that is read at once: far larger than any real one. */
export const readLimits = {
  config: megabyte,
  prompt: 5 * megabyte,
  taskList: 10 * megabyte,
  input: 64 * megabyte,
  state: 256 * megabyte,
} as const;

/** Without O_NONBLOCK, opening a pipe waits for its other end; with O_NOCTTY, a terminal does not become ours. */
const careful = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const noFollow = constants.O_NOFOLLOW ?? 0;

/** What the shell makes of `<(command)`: a pipe that somebody writes to, named by whoever started us. */
const inherited = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** Opens a file to read. Its kind is that of what was opened, so nobody can swap it in between. */
export function openFile(path: string, shown = path): number {
  if (inherited.test(path)) return openSync(path, "r");
  return openChecked(path, constants.O_RDONLY, (stats) => refuseOther(stats, shown));
}

/** A journal may be a device such as /dev/full, which has a size of 0. Never read it beyond its size. */
export function openJournal(path: string, access: "read" | "append"): number {
  const flags = access === "read" ? constants.O_RDONLY : constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
  return openChecked(path, flags, (stats) => {
    if (!stats.isCharacterDevice()) refuseOther(stats, path);
  });
}

/** Opens a log of ours to append to. A link may have been put there to have us write into another file. */
export function openLog(path: string): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noFollow;
  return openChecked(path, flags, (stats) => refuseOther(stats, path));
}

function openChecked(path: string, flags: number, check: (stats: Stats) => void): number {
  const file = openSync(path, flags | careful, 0o600);
  try {
    check(fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The bytes of a file, if it is one and not larger than the limit, however it grows meanwhile. */
export function readWhole(path: string, limit: number, shown = path): Buffer {
  const file = openFile(path, shown);
  try {
    const { size } = fstatSync(file);
    if (size > limit) throw tooLarge(size, limit, shown);
    return readUpTo(file, size, { limit, shown });
  } finally {
    closeSync(file);
  }
}

interface Bound {
  readonly limit: number;
  readonly shown: string;
}

/** The size is a guess: files of /proc have none, and others grow. */
function readUpTo(file: number, size: number, { limit, shown }: Bound): Buffer {
  let bytes = Buffer.allocUnsafe(size + 1);
  let at = 0;
  for (;;) {
    const read = readSync(file, bytes, at, bytes.length - at, null);
    if (read === 0) return bytes.subarray(0, at);
    at += read;
    if (at > limit) throw tooLarge(at, limit, shown);
    if (at === bytes.length) bytes = Buffer.concat([bytes], Math.max(8192, bytes.length * 2));
  }
}

/** What is there if it is no file, in words; null if it is one. */
function describeKind(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  return "a device";
}

/** Throws if it is no file, or too large. */
export function refuseToRead(stats: Stats, limit: number, shown: string): void {
  refuseOther(stats, shown);
  if (stats.size > limit) throw tooLarge(stats.size, limit, shown);
}

function refuseOther(stats: Stats, shown: string): void {
  const kind = describeKind(stats);
  if (kind !== null)
    throw new UserError({ what: `it is ${kind}, not a file`, where: shown, fix: "name a file, or move it away" });
}

const tooLarge = (size: number, limit: number, shown: string): UserError =>
  new UserError({
    what: `the file is too large (${Math.ceil(size / megabyte)} MB, at most ${limit / megabyte} MB are read)`,
    where: shown,
    fix: "make it smaller, or name another",
  });
