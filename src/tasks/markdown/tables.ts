import type { BoxMarks } from "../status-words.js";
import type { Block, Text } from "./block.js";
import type { FoundTask, ListProblem } from "./found.js";
import { statusValue } from "./tags.js";

/** The rows of tables with a status column. */
export function tableTasks(
  blocks: readonly Block[],
  marks: BoxMarks,
): { found: readonly FoundTask[]; problems: readonly ListProblem[] } {
  const found: FoundTask[] = [];
  const problems: ListProblem[] = [];
  const texts = blocks.filter((block): block is Text => block.is === "text" && !block.quoted);
  for (let at = 1; at < texts.length; at++) {
    const head = texts[at - 1];
    const rule = texts[at];
    if (!head || !rule || rule.line !== head.line + 1 || !isRule(rule.text)) continue;
    const columns = findColumns(splitCells(head.text).map(({ text }) => text));
    let last = rule.line;
    while (columns && texts[at + 1]?.line === last + 1 && texts[at + 1]?.text.includes("|")) {
      const row = texts[++at];
      if (!row) break;
      last = row.line;
      const read = readRow(row, columns, marks);
      if (read.found) found.push(read.found);
      if (read.problem) problems.push(read.problem);
    }
  }
  return { found, problems };
}

const isRule = (text: string): boolean => text.includes("-") && text.includes("|") && /^[\s|:-]+$/.test(text);

interface Columns {
  readonly status: number;
  readonly id: number;
  readonly title: number;
  readonly waits: number;
}

const statusNames = /^(?:status|state|done\??|progress|状态|状態|ステータス|상태|estado|statut|stand|статус|✅)$/iu;
const idNames = /^(?:#|id|no\.?|nr\.?|№|task id|番号)$/iu;
const titleNames =
  /^(?:task|title|item|story|name|feature|description|what|work|issue|任务|タスク|tarefa|tarea|aufgabe|задача)s?$/iu;
const waitNames = /^(?:depends(?: on)?|dependenc(?:y|ies)|blocked by|requires|after)$/iu;

/** A table with just a label and a status describes one task; it is not a list. */
function findColumns(names: readonly string[]): Columns | null {
  const plain = names.map((name) => name.replaceAll(/[*_`]/g, "").trim());
  const status = plain.findIndex((name) => statusNames.test(name));
  if (status < 0 || plain.length < 2) return null;
  const id = plain.findIndex((name) => idNames.test(name));
  const named = plain.findIndex((name, at) => at !== status && titleNames.test(name));
  const title = named >= 0 ? named : plain.findIndex((_, at) => at !== status && at !== id);
  return { status, id, title: title >= 0 ? title : id, waits: plain.findIndex((name) => waitNames.test(name)) };
}

interface Cell {
  readonly text: string;
  readonly start: number;
}

/** The cells of a row with their offsets. An escaped bar is not a border. */
function splitCells(row: string): readonly Cell[] {
  const cells: Cell[] = [];
  let start = row.startsWith("|") ? 1 : 0;
  for (let at = start; at <= row.length; at++) {
    if (at < row.length && (row[at] !== "|" || row[at - 1] === "\\")) continue;
    if (at < row.length || row.slice(start).trim() !== "") cells.push({ text: row.slice(start, at), start });
    start = at + 1;
  }
  return cells;
}

function readRow(row: Text, columns: Columns, marks: BoxMarks): { found?: FoundTask; problem?: ListProblem } {
  const cells = splitCells(row.text);
  const cell = cells[columns.status];
  const title = cells[columns.title]?.text.trim() ?? "";
  const line = row.line + 1;
  if (!cell || title === "") return {};
  const tag = statusValue(cell.text, 0, marks);
  const id = cells[columns.id]?.text.replaceAll(/[*_`]/g, "").trim();
  const waits = cells[columns.waits]?.text.trim();
  const found: FoundTask = {
    title,
    status: tag?.status ?? "todo",
    line,
    place: tag
      ? { line: row.line, column: row.column + cell.start + tag.start, length: tag.length, form: tag.form }
      : null,
    at: null,
    ...(id ? { id } : {}),
    ...(waits ? { dependsOn: [waits] } : {}),
  };
  if (tag) return { found };
  return {
    found,
    problem: { line, message: `the status ${JSON.stringify(cell.text.trim())} is not known, read as not done` },
  };
}
