import { removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { maskSecrets, safeJson } from "../../lib/secrets/secrets.js";
import { oneLine, printable } from "../../lib/text/printable.js";
import { now } from "../../lib/time/clock.js";
import { findPrivateFolder, type Owner, type PrivateFolder } from "./private-folder.js";

export const maxReason = 1_000;
/** A report that no stop followed for so long is about work that is over. */
const validMs = 3_600_000;

const reportFile = ({ path }: PrivateFolder): string => `${path}/blocked.json`;

/** Keeps what an agent says beside its output: that it is blocked. The last report counts. */
export function saveBlocked(folder: PrivateFolder, reason: string, at: number): string {
  const text = printable(oneLine(maskSecrets(reason)))
    .trim()
    .slice(0, maxReason);
  replacePrivateFile(reportFile(folder), `${safeJson({ version: 1, at, reason: text })}\n`);
  return text;
}

/**
 * What the agent reported since `since`, as the status block it would have ended its message with: its own word, and no
 * more. Read once.
 */
export function takeBlocked(folder: PrivateFolder, { now, since = now - validMs }: { now: number; since?: number }) {
  const saved = tryParseJson(readIfThere(reportFile(folder)) ?? "null");
  if (saved === null) return null;
  removeFile(reportFile(folder));
  if (!isRecord(saved) || typeof saved["reason"] !== "string") return null;
  const at = Number(saved["at"]);
  if (!(at >= since && at <= now)) return null;
  const note = oneLine(saved["reason"]).slice(0, maxReason);
  return ["---TASK_STATUS---", "STATUS: BLOCKED", `NOTE: ${note}`, "---END_TASK_STATUS---"].join("\n");
}

/** The reports of an agent that works in this folder, which may be a worktree: its server knows no other. */
export const blockedIn = (cwd: string, owner: Owner) => (since: number) => {
  const folder = findPrivateFolder(cwd, owner);
  return folder === null ? null : takeBlocked(folder, { now: now(), since });
};
