import { isRecord } from "../../json/is-record.js";
import { tryParseJson } from "../../json/try-parse-json.js";
import { replacePrivateFile } from "../disk.js";
import { readIfThere } from "../files.js";
import { isProcessName, type ProcessName } from "../lock-holder.js";

/** A file that is put away: its place from the root, and what it has to be like when it is back. */
export interface AwayFile {
  readonly path: string;
  readonly sha256: string;
  readonly mode: number;
  /** Milliseconds. */
  readonly modified: number;
}

/** An entry of git's index as it was, in the form that `update-index --index-info` takes. */
export type IndexEntry = string;

/** What was put away, from where, and who is to put it back. Written and flushed before the first file is removed. */
export interface Manifest {
  readonly version: 1;
  readonly run: string;
  /** The real path of the folder that the files belong to. */
  readonly root: string;
  /** Who put them away: as long as that process runs, nobody else puts them back. */
  readonly process: ProcessName | null;
  /** A worktree: if it is gone, nothing is missing there. */
  readonly mayBeGone?: true;
  readonly files: readonly AwayFile[];
  /** The repository that they are in; null without one. */
  readonly index: TrackedFiles | null;
}

/** What a repository says of the files. */
export interface TrackedFiles {
  readonly root: string;
  readonly entries: readonly IndexEntry[];
  /** Where they may be, from the root of the repository: files and whole folders. */
  readonly paths: readonly string[];
  /** The commit that has them as they were; null without one. */
  readonly commit: string | null;
}

/** In the folder of what is put away. */
export const manifestFile = (folder: string): string => `${folder}/manifest.json`;
export const savedFile = (folder: string, path: string): string => `${folder}/files/${path}`;

export const writeManifest = (folder: string, manifest: Manifest): void =>
  replacePrivateFile(manifestFile(folder), `${JSON.stringify(manifest)}\n`);

/** Null if there is none; one that cannot be read is said to be damaged. */
export function readManifest(folder: string): Manifest | "damaged" | null {
  const json = readIfThere(manifestFile(folder));
  if (json === null) return null;
  const value = tryParseJson(json);
  return isManifest(value) ? value : "damaged";
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || value["version"] !== 1 || !Array.isArray(value["files"])) return false;
  const { run, root, process, index, files } = value;
  const isIndex = index === null || isTracked(index);
  return (
    typeof run === "string" &&
    typeof root === "string" &&
    (process === null || isProcessName(process)) &&
    isIndex &&
    files.every(isAwayFile)
  );
}

const isTracked = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value["root"] === "string" &&
  Array.isArray(value["entries"]) &&
  Array.isArray(value["paths"]) &&
  (value["commit"] === null || typeof value["commit"] === "string");

const isAwayFile = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value["path"] === "string" &&
  typeof value["sha256"] === "string" &&
  typeof value["mode"] === "number" &&
  typeof value["modified"] === "number";
