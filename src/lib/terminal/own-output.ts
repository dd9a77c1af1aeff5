import { closeSync, fstatSync, readdirSync, readlinkSync, readSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { openFile } from "../files/open-file.js";

/** The files that our stdout and stderr are redirected to, as far as we can find them. */
export function findRedirectedFiles(folder: string): readonly string[] {
  const found = new Set<string>();
  for (const descriptor of [1, 2]) {
    const output = tryStat(() => fstatSync(descriptor));
    if (!output?.isFile()) continue;
    const linked = tryRead(() => readlinkSync(`/proc/self/fd/${descriptor}`));
    if (linked) found.add(linked);
    for (const path of filesIn(folder)) {
      const stats = tryStat(() => statSync(path));
      if (stats && stats.ino === output.ino && stats.dev === output.dev) found.add(path);
    }
  }
  return [...found];
}

/** Whether stdout is a pipe, whose reader may write to a file. */
export const isPiped = (): boolean => {
  const output = tryStat(() => fstatSync(1));
  return output?.isFIFO() === true || output?.isSocket() === true;
};

const tailBytes = 64 * 1024;

/** The files in a folder whose last bytes contain the mark. */
export const filesEndingWith = (folder: string, mark: string): readonly string[] =>
  filesIn(folder).filter((path) => readTail(path).includes(mark));

function readTail(path: string): string {
  return (
    tryRead(() => {
      const file = openFile(path);
      try {
        const { size } = fstatSync(file);
        const buffer = Buffer.alloc(Math.min(size, tailBytes));
        const read = readSync(file, buffer, 0, buffer.length, Math.max(0, size - buffer.length));
        return buffer.toString("latin1", 0, read);
      } finally {
        closeSync(file);
      }
    }) ?? ""
  );
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));

/** The file may be deleted, or the descriptor closed. */
function tryStat(read: () => Stats): Stats | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function tryRead(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
