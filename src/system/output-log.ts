import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { OutputBuffer } from "./output-buffer.js";

const maxStreamed = 4 * 1024 * 1024;

/**
 * Writes a command's output to a file: the first megabytes as they arrive, the end once it has finished. Reports a full
 * disk.
 */
export class OutputLog {
  readonly #path: string;
  #file: number | null = null;
  #problem: string | null = null;
  #streamed = 0;

  constructor(path: string) {
    this.#path = path;
    this.#attempt(() => {
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { force: true }); // A pipe or a link there may have been put for us.
      this.#file = openSync(path, "wx", 0o600);
    });
  }

  write(chunk: Uint8Array): void {
    const part = chunk.subarray(0, Math.max(0, maxStreamed - this.#streamed));
    this.#streamed += part.length;
    this.#put(part);
  }

  close(output: OutputBuffer): { readonly file: string; readonly problem: string | null } {
    const left = output.bytes - this.#streamed;
    if (left > 0) {
      const end = output.tail().subarray(-left);
      this.#put(Buffer.from(`\n[… ${left - end.length} bytes left out …]\n`));
      this.#put(end);
    }
    const file = this.#file;
    if (file !== null) this.#attempt(() => closeSync(file));
    return { file: this.#path, problem: this.#problem };
  }

  #put(bytes: Uint8Array): void {
    const file = this.#file;
    if (file === null || this.#problem !== null || bytes.length === 0) return;
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
