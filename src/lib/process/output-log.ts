import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeOwnFolder } from "../files/disk.js";
import { SafeLog } from "../secrets/safe-log.js";
import type { OutputBuffer } from "./output-buffer.js";

const maxStreamed = 4 * 1024 * 1024;

/**
 * Writes a command's output to a file, safe to print: the first megabytes as they arrive, the end once it has finished.
 * Reports a full disk.
 */
export class OutputLog {
  readonly #path: string;
  readonly #log = new SafeLog((bytes) => this.#put(bytes));
  #file: number | null = null;
  #problem: string | null = null;
  #streamed = 0;

  constructor(path: string) {
    this.#path = path;
    this.#attempt(() => {
      makeOwnFolder(dirname(path));
      rmSync(path, { force: true }); // A pipe or a link there may have been put for us.
      this.#file = openSync(path, "wx", 0o600);
    });
  }

  write(chunk: Uint8Array): void {
    const part = chunk.subarray(0, Math.max(0, maxStreamed - this.#streamed));
    this.#streamed += part.length;
    if (part.length > 0) this.#log.write(part);
  }

  close(output: OutputBuffer): { readonly file: string; readonly problem: string | null } {
    const left = output.bytes - this.#streamed;
    if (left > 0) {
      const end = output.tail().subarray(-left);
      const isCut = end.length < left;
      this.#log.write(Buffer.from(`\n[… ${left - end.length} bytes left out …]\n`));
      this.#log.write(isCut ? end.subarray(firstBreak(end)) : end);
    }
    this.#log.end();
    const file = this.#file;
    if (file !== null) this.#attempt(() => closeSync(file));
    return { file: this.#path, problem: this.#problem };
  }

  #put(bytes: Uint8Array): void {
    const file = this.#file;
    if (file === null || this.#problem !== null) return;
    this.#attempt(() => {
      for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
    });
  }

  #attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
    }
  }
}

const longestCut = 4096;

/** Where the first whole line or word begins: half of a secret would not be recognised. */
function firstBreak(bytes: Buffer): number {
  const start = bytes.subarray(0, longestCut);
  const line = start.indexOf(10);
  return line >= 0 ? line : Math.max(start.indexOf(32), 0) || start.length;
}
