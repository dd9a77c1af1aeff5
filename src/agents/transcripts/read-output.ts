import type { Format, ProcessEnd, Transcript } from "../../decide/transcript.js";
import { UserError } from "../../lib/errors.js";
import { feedFile } from "../../lib/files/feed-file.js";
import { isBinary, toUtf8 } from "../../lib/text/decode.js";
import { OutputScan } from "./output-scan.js";

export interface OutputSource {
  readonly format?: Format | "auto";
  readonly process?: ProcessEnd;
}

/** Reads an agent's output from a file of any size, in constant memory. Stops at the size the file has now. */
export function readOutputFile(path: string, directory: string, { format, process }: OutputSource = {}): Transcript {
  const feed = new OutputFeed(path, format);
  feedFile(path, directory, feed);
  return feed.end(process);
}

/** The same for a stream. */
export async function readOutputStream(
  stream: AsyncIterable<Uint8Array>,
  format: Format | "auto",
  process?: ProcessEnd,
): Promise<Transcript> {
  const feed = new OutputFeed("standard input", format);
  for await (const chunk of stream) feed.write(chunk);
  return feed.end(process);
}

/** Feeds bytes in any encoding into a transcript. */
export class OutputFeed {
  readonly #scan: OutputScan;
  readonly #where: string;
  readonly #binary: "refuse" | "read";
  #utf8: ((bytes: Uint8Array) => Uint8Array) | undefined;

  /** A binary file named by the user is an error; binary output of an agent is merely unusual. */
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
