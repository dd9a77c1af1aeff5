import type { Amount } from "../../../lib/files/copy-tree.js";
import { freeSpace } from "../../../lib/files/free-space.js";

/** More than this nobody wants to have copied at each claim. */
const most: Amount = { files: 100_000, bytes: 4 * 1024 ** 3 };
/** What is left for the tests themselves. */
const reserve: Amount = { files: 1_000, bytes: 32 * 1024 ** 2 };

/** In words why so much is not copied; null where it is. */
export function whyTooMuch({ files, bytes }: Amount): string | null {
  if (files > most.files) return `the project has too many files to be copied (${files}; at most ${most.files})`;
  if (bytes > most.bytes)
    return `the project is too large to be copied (${megabytes(bytes)}; at most ${megabytes(most.bytes)})`;
  return null;
}

/** In words why it does not fit where a folder lies. */
export function whyNoRoom(folder: string, { files, bytes }: Amount): string | null {
  const free = freeSpace(folder);
  if (free === null) return null;
  if (free.bytes < bytes + reserve.bytes)
    return `a copy of the project does not fit on the disk (${megabytes(bytes)} are needed, ${megabytes(free.bytes)} free)`;
  return free.files < files + reserve.files ? "a copy of the project has too many files for the disk" : null;
}

/** Where hardly anything can be written any more, what fails says nothing. */
export const isFull = (folder: string): boolean => (freeSpace(folder)?.bytes ?? Number.POSITIVE_INFINITY) < 1024 ** 2;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`;
