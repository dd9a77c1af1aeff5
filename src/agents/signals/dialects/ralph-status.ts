import type { MessageLine } from "../lines.js";
import type { DialectDefinition, DialectReader, FoundSignal } from "./found.js";
import { doubtYes, type StatusFields } from "./interpret.js";
import { readJsonFields } from "./json-status.js";
import { statusFound } from "./status-found.js";
import { readField, readRow } from "./values.js";

/** `---RALPH_STATUS---`; loops that renamed it use the same form (`---LOOP_STATUS---`). */
const start = /^[*`\s]*-{3,}\s*(?!END_)[A-Z]{1,20}_STATUS\s*-{3,}[*`\s]*$/i;
/** Agents also shorten it: `---END_STATUS---`. */
const end = /^[*`\s]*-{3,}\s*END_(?:[A-Z]{1,20}_)?STATUS\s*-{3,}[*`\s]*$/i;
const header = /^[#*\s]*RALPH_STATUS[*\s]*:?[*\s]*$/i;

/** The delimited block, the YAML-like one under `RALPH_STATUS:`, and both with fields in JSON or bold. */
const readRalphStatus: DialectReader = (lines, marked) => {
  const found: FoundSignal[] = [];
  let last = -1;
  for (const [nth, at] of marked.entries()) {
    if (at <= last) continue;
    const text = lines[at]?.text ?? "";
    const block = start.test(text)
      ? delimited(lines, at, nextDelimiter(lines, marked, nth))
      : header.test(text)
        ? headed(lines, at, "ralph-status")
        : undefined;
    if (!block) continue;
    found.push(block);
    last = block.to;
  }
  return found;
};

export const ralphStatus: DialectDefinition = {
  name: "ralph-status",
  marks: ["ralph_status", "task_status", "loop_status", "end_status"],
  marksInText: ["_status"],
  read: readRalphStatus,
};

/** The line that closes a block or opens the next one, or the end of the message. */
function nextDelimiter(lines: readonly MessageLine[], marked: readonly number[], nth: number): number {
  for (let next = nth + 1; next < marked.length; next++) {
    const at = marked[next] ?? lines.length;
    const text = lines[at]?.text ?? "";
    if (end.test(text) || start.test(text)) return at;
  }
  return lines.length;
}

function delimited(lines: readonly MessageLine[], from: number, to: number): FoundSignal {
  const closed = end.test(lines[to]?.text ?? "");
  const json = readJsonFields(lines, firstFieldLine(lines, from + 1));
  const fields = json && json.to < to ? json.fields : readFields(lines.slice(from + 1, to));
  const block = statusFound({ dialect: "ralph-status", from, to: closed ? to : to - 1, fields, ignoredBecause: null });
  // A cut-off block might have gone on to say something else: only its "no" counts.
  return closed ? block : { ...block, doubt: doubtYes(block, "the block has no closing line") };
}

/** A header line and the fields below it, up to the first line that is not a field. */
export function headed(
  lines: readonly MessageLine[],
  from: number,
  dialect: "ralph-status" | "doyaken-status",
): FoundSignal | undefined {
  const at = firstFieldLine(lines, from + 1);
  if (lines[at]?.text.trim().startsWith("{")) {
    const json = readJsonFields(lines, at);
    return json ? statusFound({ dialect, from, to: json.to, fields: json.fields, ignoredBecause: null }) : undefined;
  }
  let to = at;
  while (isFieldLine(lines[to])) to++;
  if (to === at) return undefined;
  return statusFound({ dialect, from, to: to - 1, fields: readFields(lines.slice(at, to)), ignoredBecause: null });
}

/** Skips blank lines and a fence between a header and its fields. */
function firstFieldLine(lines: readonly MessageLine[], from: number): number {
  let at = from;
  while (at <= from + 2 && (lines[at]?.isFence || lines[at]?.text.trim() === "")) at++;
  return at;
}

const isFieldLine = (line: MessageLine | undefined): boolean =>
  line !== undefined &&
  !line.isFence &&
  !/^[#*\s]*(?:RALPH|DOYAKEN)_STATUS\b/i.test(line.text) && // The next block begins.
  (readField(line.text) !== undefined || isRow(line.text));

const isRow = (text: string): boolean => /^\s*\|.*\|\s*$/.test(text);

export function readFields(lines: readonly MessageLine[]): StatusFields {
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const field = readField(line.text) ?? readRow(line.text);
    if (field) fields[field.key] = field.value;
  }
  return fields;
}
