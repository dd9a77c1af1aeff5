import { isRecord } from "../base/is-record.js";
import { readIfThere } from "../system/files.js";

/** Names the active run. If it exists at a start, that run was killed, maybe before its first decision. */
export const currentFile = (folder: string): string => `${folder}/current-run.json`;

export function readCurrent(folder: string): string | null {
  try {
    const saved: unknown = JSON.parse(readIfThere(currentFile(folder)) ?? "null");
    return isRecord(saved) && typeof saved["run"] === "string" && /^[\w.-]+$/.test(saved["run"]) ? saved["run"] : null;
  } catch {
    return null; // Truncated: use the last run in the journal.
  }
}
