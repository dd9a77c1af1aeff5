import { hasStatus, type TaskRecord } from "./record-task.js";

export interface YamlRow {
  readonly record: TaskRecord;
  readonly line: number;
}

/**
 * The rows of a list in YAML that its writer did not quote ("title: run: the tests"): every field is the rest of its
 * line. Only for lists of plain fields, each with a status or a title; null for anything else.
 */
export function plainRows(text: string): readonly YamlRow[] | null {
  const rows: { record: Record<string, unknown>; line: number; indent: number }[] = [];
  let listIndent = -1;
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const match = /^(\s*)(- +)?([A-Za-z_][\w-]*):(?: +(.*))?$/.exec(line);
    if (!match) continue;
    const [, indent = "", dash = "", name = "", value = ""] = match;
    if (dash !== "") {
      if (listIndent < 0) listIndent = indent.length;
      if (indent.length !== listIndent) continue;
      rows.push({ record: {}, line: at + 1, indent: indent.length + dash.length });
    }
    const row = rows.at(-1);
    if (row && indent.length + dash.length === row.indent) row.record[name] = readValue(value);
  }
  return rows.length > 0 && rows.every(({ record }) => hasStatus(record) || "title" in record) ? rows : null;
}

function readValue(text: string): unknown {
  const plain = text.trim().replace(/^(["'])(.*)\1$/, "$2");
  if (plain === "true" || plain === "false") return plain === "true";
  return /^\d{1,15}$/.test(plain) ? Number(plain) : plain;
}
