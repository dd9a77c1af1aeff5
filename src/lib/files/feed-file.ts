import { closeSync, fstatSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { explain } from "./files.js";
import { openFile } from "./open-file.js";

const chunkBytes = 256 * 1024;

/** Receives a file's bytes as they are read. */
export interface Feed {
  write(chunk: Uint8Array): void;
}

/** Reads a file of any size into a feed through one buffer. */
export function feedFile(path: string, directory: string, feed: Feed): void {
  try {
    const file = openFile(resolve(directory, path), path);
    try {
      feedFrom(file, feed);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw explain(error, path);
  }
}

/**
 * Stops at the size the file had when it was opened: a file that grows while we read might never end. A pipe has no
 * size.
 */
function feedFrom(file: number, feed: Feed): void {
  const stats = fstatSync(file);
  let left = stats.isFile() && stats.size > 0 ? stats.size : Number.POSITIVE_INFINITY;
  const buffer = Buffer.allocUnsafe(chunkBytes);
  while (left > 0) {
    const read = readSync(file, buffer, 0, Math.min(left, chunkBytes), null);
    if (read === 0) return;
    feed.write(buffer.subarray(0, read));
    left -= read;
  }
}
