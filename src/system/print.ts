import { fstatSync, writeSync } from "node:fs";
import { hold } from "./hold.js";

/** The reader ended, the terminal was closed, or the descriptor never was open. */
const readerGone = new Set(["EPIPE", "EIO", "ENXIO", "EBADF", "ECONNRESET"]);

/**
 * Prints without the streams of `process`: making one loads the network code of Node, which costs more than most of our
 * commands. Says whether anybody still reads.
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
      hold(2); // A pipe that does not block and is full: its reader needs a moment.
    }
  }
  return "printed";
}

/** Whether a person may be watching: asked of the descriptor first, since a file or a pipe is no terminal. */
export function mayBeTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false; // Closed: nobody watches.
  }
}
