import { isRecord } from "../base/is-record.js";
import { readIfThere } from "../system/files.js";

/** Names the run that is under way: found at a start, that run was cut short, maybe before its first decision. */
export const currentFile = (folder: string): string => `${folder}/current-run.json`;

export function readCurrent(folder: string): string | null {
  try {
    const held: unknown = JSON.parse(readIfThere(currentFile(folder)) ?? "null");
    return isRecord(held) && typeof held["run"] === "string" && /^[\w.-]+$/.test(held["run"]) ? held["run"] : null;
  } catch {
    return null; // Cut off in the middle: the journal alone says which run was the last.
  }
}
