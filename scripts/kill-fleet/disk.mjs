// The disk of one worker: a small file system of its own, which can be filled to the last byte. Needs root.
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const sizeMb = 256;
/** The last bytes go, too: a small file needs no more than a page. */
const blocks = [1024 * 1024, 4096].map((bytes) => Buffer.alloc(bytes));

export class Disk {
  #filler;

  constructor(folder) {
    this.folder = folder;
    this.#filler = join(folder, "filler");
  }

  /** Null if this machine cannot make one. */
  static make(folder) {
    mkdirSync(folder);
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m`, "none", folder]);
    return status === 0 ? new Disk(folder) : null;
  }

  /** Fills what is free by now: whoever works on it also removes things. */
  fill() {
    const file = openSync(this.#filler, "a");
    for (const block of blocks) while (append(file, block));
    closeSync(file);
  }

  empty() {
    rmSync(this.#filler, { force: true });
  }

  remove() {
    spawnSync("umount", ["--lazy", this.folder]);
  }
}

function append(file, block) {
  try {
    return writeSync(file, block) === block.length;
  } catch (error) {
    if (error.code === "ENOSPC") return false;
    throw error;
  }
}
