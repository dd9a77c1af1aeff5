import type { MessageLine } from "../lines.js";
import type { DialectDefinition, DialectReader, FoundSignal } from "./found.js";
import type { StatusFields } from "./interpret.js";
import { statusFound } from "./status-found.js";

/** The flat JSON form: a separate object in the message, with an exit signal or a status among the usual keys. */
const readJsonStatus: DialectReader = (lines, marked) => {
  const found: FoundSignal[] = [];
  if (!marked.some((at) => /exit_signal"|"status"/i.test(lines[at]?.text ?? ""))) return found;
  for (let at = 0; at < lines.length; at++) {
    if (!lines[at]?.text.trimStart().startsWith("{")) continue;
    const json = readJsonFields(lines, at);
    if (!json) continue;
    if (isStatus(json.fields)) {
      const { fields, to } = json;
      found.push(statusFound({ dialect: "json-status", from: at, to, fields, ignoredBecause: null }));
    }
    at = json.to;
  }
  return found;
};

export const jsonStatus: DialectDefinition = {
  name: "json-status",
  marks: ["exit_signal"],
  marksInText: ['"status"'],
  read: readJsonStatus,
};

const companions = [
  "WORK_TYPE",
  "FILES_MODIFIED",
  "FILES_CHANGED",
  "TASKS_COMPLETED_THIS_LOOP",
  "TESTS_STATUS",
  "ERROR_COUNT",
];

function isStatus(fields: StatusFields): boolean {
  if (fields["EXIT_SIGNAL"] !== undefined) return true;
  return fields["STATUS"] !== undefined && companions.some((key) => fields[key] !== undefined);
}

const longestObject = 200;
const opening = 123;
const closing = 125;

/** Parses an object that spans whole lines into fields. Nested objects count by their own keys. */
export function readJsonFields(
  lines: readonly MessageLine[],
  from: number,
): { fields: StatusFields; to: number } | undefined {
  if (!lines[from]?.text.trimStart().startsWith("{")) return undefined;
  let text = "";
  let depth = 0;
  for (let at = from; at < Math.min(lines.length, from + longestObject); at++) {
    const line = lines[at]?.text ?? "";
    text += `${line}\n`;
    for (let each = 0; each < line.length; each++) {
      const code = line.charCodeAt(each);
      if (code === opening) depth++;
      else if (code === closing) depth--;
    }
    if (depth > 0) continue;
    const parsed = parse(text);
    return parsed ? { fields: parsed, to: at } : undefined;
  }
  return undefined;
}

function parse(text: string): StatusFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const fields: Record<string, string> = {};
    collect(value, fields);
    return fields;
  } catch {
    return undefined; // Not JSON, but prose or code.
  }
}

function collect(value: object, fields: Record<string, string>): void {
  for (const [key, entry] of Object.entries(value)) {
    const name = key.toUpperCase() === "COMPLETION_STATUS" ? "STATUS" : key.toUpperCase();
    if (typeof entry === "object" && entry !== null && !Array.isArray(entry)) collect(entry, fields);
    else if (["string", "number", "boolean"].includes(typeof entry)) fields[name] = String(entry);
  }
}
