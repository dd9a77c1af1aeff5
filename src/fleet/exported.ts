import { readIfThere } from "../lib/files/files.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { isSubmissionId } from "./terms.js";

/** Beside a journal that was exported: which submission and repository it belongs to. */
export const exportedName = "fleet.json";

export interface ExportedRun {
  readonly submission: string;
  readonly url: string;
  /** The branch that the work was merged into. */
  readonly branch: string;
}

/** Null if the journal in this folder is that of a run on this machine. */
export function readExported(folder: string): ExportedRun | null {
  const value = tryParseJson(readIfThere(`${folder}/${exportedName}`) ?? "");
  if (!isRecord(value)) return null;
  const { submission, url, branch } = value;
  if (typeof submission !== "string" || !isSubmissionId(submission)) return null;
  return typeof url === "string" && typeof branch === "string" ? { submission, url, branch } : null;
}
