import { readSlice } from "../lib/files/lines.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { textField } from "./fields.js";

/** A last message longer than this is read from the hook's own input. */
const tailBytes = 1 << 20;

/** The last message of the agent in a session file of Gemini CLI: one JSON object per line. Null if there is none. */
export function lastGeminiMessage(path: string | null): string | null {
  for (const line of readTail(path).split("\n").reverse()) {
    const entry = tryParseJson(line);
    if (!isRecord(entry)) continue;
    const type = textField(entry, "type");
    // Whatever stands before the person's prompt answers an earlier one.
    if (type === "user" && !isToolResult(entry["content"])) return null;
    const text = type === "gemini" ? textField(entry, "content") : "";
    if (text.trim() !== "") return text;
  }
  return null;
}

/** The end of a file; "" if it cannot be read: it is named by somebody else. */
function readTail(path: string | null): string {
  try {
    const size = path === null ? 0 : (readSlice(path, 0, 0)?.size ?? 0);
    return path === null ? "" : (readSlice(path, Math.max(0, size - tailBytes), size)?.bytes.toString("utf8") ?? "");
  } catch {
    return "";
  }
}

const isToolResult = (content: unknown): boolean =>
  Array.isArray(content) && content.some((part) => isRecord(part) && "functionResponse" in part);
