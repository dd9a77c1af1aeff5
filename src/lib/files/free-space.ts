import { statfsSync } from "node:fs";

/** How much more can be written where a folder lies; null where the file system does not say. */
export function freeSpace(folder: string): { readonly bytes: number; readonly files: number } | null {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // Some file systems have no limit of their own, and say 0.
    return { bytes: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree };
  } catch {
    return null;
  }
}
