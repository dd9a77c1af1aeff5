import { lstatSync } from "node:fs";
import { hashFile } from "./file-cache.js";
import { digestParts, entriesIn } from "./folder.js";

/** A folder in a few words: which files it has and how large they are, and when the first and the last was written. */
export interface FolderShape {
  readonly shape: string;
  readonly oldest: number;
  readonly newest: number;
  readonly files: number;
  /** Folders that were left out, from the folder. */
  readonly leftOut: readonly string[];
}

export interface ShapeOptions {
  /** Names of files and folders that are not looked at. */
  readonly leavesOut: (name: string) => boolean;
  /** Whether the content counts, too. It has to be read once. */
  readonly hashes: boolean;
}

/** Looks at every file below a folder. Links are not followed. */
export function lookAtShape(root: string, { leavesOut, hashes }: ShapeOptions): FolderShape {
  const parts: string[] = [];
  const leftOut: string[] = [];
  let oldest = Infinity;
  let newest = 0;
  const folders = [`${root}/`];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of entriesIn(folder)) {
      const path = folder + entry.name;
      if (leavesOut(entry.name)) leftOut.push(path.slice(root.length + 1));
      else if (entry.isDirectory()) folders.push(`${path}/`);
      else {
        const stats = lstatSync(path, { throwIfNoEntry: false });
        if (!stats) continue;
        const content = hashes ? hashFile(path)?.hash : undefined;
        parts.push(`${path.slice(root.length)}\0${content ?? (stats.isFile() ? stats.size : "link")}`);
        oldest = Math.min(oldest, stats.mtimeMs);
        newest = Math.max(newest, stats.mtimeMs);
      }
    }
  const shape = digestParts([parts.sort().join("\n")]).slice(0, 16);
  return { shape, oldest: Math.round(oldest), newest: Math.round(newest), files: parts.length, leftOut };
}
