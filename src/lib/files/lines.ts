import { closeSync, fstatSync, readSync } from "node:fs";
import { errorCode } from "./explain-write.js";
import { explain } from "./files.js";
import { openJournal } from "./open-file.js";

const chunkBytes = 1 << 20;
/** We never write lines this long: treat them as garbage and do not buffer them. */
const longestLine = 64 << 20;

/** A line of a file and the offset after it. `whole` is false for a last line without a line end. */
export interface FileLine {
  readonly text: string;
  readonly end: number;
  readonly whole: boolean;
}

/** The bytes of a file between two offsets, or null if it does not exist. */
export function readSlice(path: string, from: number, to: number): { bytes: Buffer; size: number } | null {
  return withFile(path, (file) => {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.max(0, Math.min(to, size) - from));
    const read = bytes.length === 0 ? 0 : readSync(file, bytes, 0, bytes.length, from);
    return { bytes: bytes.subarray(0, read), size };
  });
}

/** Calls `use` for every line from an offset on, reading in chunks. Returns false if the file does not exist. */
export function eachLine(path: string, from: number, use: (line: FileLine) => void): boolean {
  const done = withFile(path, (file) => {
    feed(file, from, use);
    return true;
  });
  return done ?? false;
}

function feed(file: number, from: number, use: (line: FileLine) => void): void {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  let at = from;
  // Stop at the current size: a device has no end, and a file may grow while we read it.
  for (const { size } = fstatSync(file); at < size; ) {
    const read = readSync(file, buffer, 0, Math.min(chunkBytes, size - at), at);
    if (read === 0) break;
    let start = 0;
    for (let end = buffer.indexOf(10); end >= 0 && end < read; end = buffer.indexOf(10, start)) {
      const text = join(buffered, bufferedBytes, buffer.subarray(start, end));
      buffered = [];
      bufferedBytes = 0;
      start = end + 1;
      use({ text, end: at + start, whole: true });
    }
    const rest = buffer.subarray(start, read);
    if (bufferedBytes < longestLine) buffered.push(Buffer.from(rest));
    bufferedBytes += rest.length;
    at += read;
  }
  if (bufferedBytes > 0) use({ text: join(buffered, bufferedBytes, Buffer.alloc(0)), end: at, whole: false });
}

function join(buffered: readonly Buffer[], bufferedBytes: number, last: Buffer): string {
  if (bufferedBytes === 0) return last.toString("utf8");
  return bufferedBytes + last.length > longestLine ? "" : Buffer.concat([...buffered, last]).toString("utf8");
}

/** Calls `use` for every line from the end of the file to its start, until it returns "enough". */
export function eachLineBackwards(path: string, use: (text: string) => "more" | "enough"): void {
  withFile(path, (file) => {
    let to = fstatSync(file).size;
    let rest: Buffer = Buffer.alloc(0);
    while (to > 0) {
      const from = Math.max(0, to - chunkBytes);
      const chunk = Buffer.alloc(to - from);
      readSync(file, chunk, 0, chunk.length, from);
      const bytes = rest.length === 0 ? chunk : Buffer.concat([chunk, rest]);
      const first = from === 0 ? 0 : bytes.indexOf(10) + 1;
      // The line is longer than a chunk and starts further back.
      if (from > 0 && first === 0) rest = bytes.length > longestLine ? Buffer.alloc(0) : bytes;
      else {
        const lines = bytes.subarray(first).toString("utf8").split("\n");
        for (const line of lines.reverse()) if (line !== "" && use(line) === "enough") return true;
        rest = bytes.subarray(0, first);
      }
      to = from;
    }
    return true;
  });
}

function withFile<T>(path: string, use: (file: number) => T): T | null {
  try {
    const file = openJournal(path, "read");
    try {
      return use(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw explain(error, path);
  }
}
