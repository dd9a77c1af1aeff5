import { fstatSync, writeSync } from "node:fs";
import { hold } from "./hold.js";

/** The reader exited, the terminal was closed, or the descriptor was never open. */
const readerGone = new Set(["EPIPE", "EIO", "ENXIO", "EBADF", "ECONNRESET"]);

/**
 * Writes without `process.stdout`: creating that stream loads Node's network code, which takes longer than most of our
 * commands. Returns whether there is still a reader.
 */
export function print(to: 1 | 2, text: string): "printed" | "reader-gone" {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(to, bytes, from);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (readerGone.has(String(code))) return "reader-gone";
      if (code !== "EAGAIN") throw error;
      hold(2); // A full non-blocking pipe: give the reader a moment.
    }
  }
  return "printed";
}

/** Whether a person may be watching. Checks the descriptor first: a file or a pipe is not a terminal. */
export function mayBeTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false; // Closed.
  }
}
