import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { Format, ProcessEnd, Transcript } from "../core/transcript.js";
import { UserError } from "../errors.js";
import { OutputScan } from "../transcripts/output-scan.js";
import { isBinary, toUtf8 } from "./decode.js";
import { explain } from "./files.js";

const chunkBytes = 256 * 1024;

export interface OutputSource {
  readonly format?: Format | "auto";
  readonly process?: ProcessEnd;
}

/** An agent's output out of a file of any size, in flat memory. A file that grows meanwhile is read to its end of now. */
export function readOutputFile(path: string, directory: string, { format, process }: OutputSource = {}): Transcript {
  const feed = new OutputFeed(path, format);
  feedFile(path, directory, feed);
  return feed.end(process);
}

/** Takes a file's bytes as they are read. */
export interface Feed {
  write(chunk: Uint8Array): void;
}

/** A file of any size into a feed, through one buffer. */
export function feedFile(path: string, directory: string, feed: Feed): void {
  try {
    const file = openSync(resolve(directory, path), "r");
    try {
      feedFrom(file, feed);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw explain(error, path);
  }
}

/** What the file held when it was opened: one that grows as fast as we read would never end. A pipe has no size. */
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

/** The same out of a stream. */
export async function readOutputStream(
  stream: AsyncIterable<Uint8Array>,
  format: Format | "auto",
  process?: ProcessEnd,
): Promise<Transcript> {
  const feed = new OutputFeed("standard input", format);
  for await (const chunk of stream) feed.write(chunk);
  return feed.end(process);
}

/** Bytes as they come, whatever their encoding, on their way into a transcript. */
export class OutputFeed {
  readonly #scan: OutputScan;
  readonly #where: string;
  readonly #binary: "refuse" | "read";
  #utf8: ((bytes: Uint8Array) => Uint8Array) | undefined;

  /** A file that is no text is a mistake of whoever named it; an agent that prints such is only odd. */
  constructor(where: string, format: Format | "auto" = "auto", binary: "refuse" | "read" = "refuse") {
    this.#scan = new OutputScan(format);
    this.#where = where;
    this.#binary = binary;
  }

  write(chunk: Uint8Array): void {
    if (!this.#utf8) {
      if (this.#binary === "refuse" && isBinary(chunk))
        throw new UserError({
          what: "the file is binary, not text",
          where: this.#where,
          fix: "name the file that holds the agent's output",
        });
      this.#utf8 = toUtf8(chunk);
    }
    this.#scan.write(this.#utf8(chunk));
  }

  end(process?: ProcessEnd): Transcript {
    return this.#scan.end(process);
  }
}
