import { isRecord } from "../lib/json/is-record.js";
import { jsonFault } from "../lib/json/json-fault.js";
import { type JsonSpan, lineAt, readElements, readFields, valueAt } from "../lib/json/json-text.js";
import { applyEdits, type Edit } from "./edits.js";
import type { ListProblem } from "./markdown/found.js";
import { changesFor, type FieldChange } from "./record-changes.js";
import { hasStatus, readRecord, recordId, type TaskRecord } from "./record-task.js";
import { findRecords, type PlacedRecord } from "./task-records.js";
import type { ReadText, TextListing } from "./text-tracker.js";
import { type Unusable, unusable } from "./tracker.js";
import { uniqueIds } from "./unique-ids.js";

/** Reads a JSON document as a task list: prd.json in its shapes, tasks.json, any array of tasks. */
export const jsonList: ReadText = async (text) => {
  const root = parse(text);
  if ("is" in root) return root;
  const records = findRecords(root.value);
  const spans = findSpans(text, records);
  return createListing("json", {
    records,
    lines: findLines(text, spans),
    edit: (at, changes) => editsIn(text, spans[at], changes),
    after: (at, edits) => recordAfter(text, spans[at], edits),
  });
};

/** Reads JSON Lines, one task a line; of two with one id the later counts. */
export const jsonLinesList: ReadText = async (text) => {
  const placed = new Map<unknown, PlacedRecord & { line: number; start: number }>();
  let start = 0;
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() !== "") {
      const root = parse(line);
      if ("is" in root) return unusable(root.why, at + 1);
      if (!isRecord(root.value)) return unusable("the line is no JSON object", at + 1);
      const { id, status } = root.value;
      if (status === "tombstone") placed.delete(id);
      else
        placed.set(id ?? at, {
          record: root.value,
          path: [],
          line: at + 1,
          start: start + line.length - line.trimStart().length,
        });
    }
    start += line.length + 1;
  }
  const records = [...placed.values()];
  return createListing("jsonl", {
    records,
    lines: records.map(({ line }) => line),
    edit: (at, changes) => {
      const from = records[at]?.start ?? 0;
      return editsIn(text, { start: from, end: text.length }, changes);
    },
    after: (at, edits) => {
      const start = records[at]?.start ?? 0;
      const end = text.indexOf("\n", start);
      return recordAfter(text, { start, end: end < 0 ? text.length : end }, edits);
    },
  });
};

interface Source {
  readonly records: readonly PlacedRecord[];
  readonly lines: readonly (number | null)[];
  edit(at: number, changes: readonly FieldChange[]): readonly Edit[] | string;
  /** The object at this position as it reads with the edits, where they can be tried on it alone. */
  after?(at: number, edits: readonly Edit[]): TaskRecord | undefined;
}

/** Tasks out of objects, whatever text they stand in. */
export function createListing(format: TextListing["format"], { records, lines, edit, after }: Source): TextListing {
  const problems: ListProblem[] = [];
  const {
    ids,
    problems: doubles,
    shared,
  } = uniqueIds(
    records.map(({ record, key }) => recordId(record) ?? key),
    (at) => lines[at] ?? 0,
  );
  problems.push(...doubles);
  const tasks = records.map(({ record, key }, at) => {
    const line = lines[at] ?? null;
    const read = readRecord(record, { id: ids[at] ?? "", line, key });
    for (const message of read.problems) problems.push({ line: line ?? 0, message });
    return read.task;
  });
  return {
    is: "tasks",
    format,
    tasks,
    problems,
    shared,
    edits: (at, status, reason) => {
      const record = records[at]?.record;
      if (!record) return "there is no such task";
      if (records[at]?.isText) return "the task is a plain text: write it as an object with a title, to have a status";
      return edit(at, changesFor(record, { status, reason, all: records.map((one) => one.record) }));
    },
    // Which objects are tasks hangs on which of them tell a status: this one did, and has to go on doing so.
    statusAfter: (at, edits) => {
      const before = records[at]?.record;
      const changed = after?.(at, edits);
      if (!before || !changed || !hasStatus(before) || !hasStatus(changed)) return undefined;
      return readRecord(changed, { id: "", line: null }).task.status;
    },
  };
}

function parse(text: string): { readonly value: unknown } | Unusable {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const fault = jsonFault(text);
    const message = fault?.message ?? (error instanceof Error ? error.message : String(error));
    return unusable(`this is not JSON: ${message}`, fault ? lineAt(text, fault.at) : null);
  }
}

/** Where each task's object stands. Lists are walked once, however many tasks they hold. */
function findSpans(text: string, records: readonly PlacedRecord[]): readonly (JsonSpan | undefined)[] {
  const lists = new Map<string, readonly JsonSpan[]>();
  let before: PlacedRecord["path"] = [];
  let known: readonly JsonSpan[] = [];
  return records.map(({ path }) => {
    const last = path[path.length - 1];
    if (typeof last !== "number") return valueAt(text, path);
    if (!isSameList(path, before)) {
      const list = path.slice(0, -1);
      const key = JSON.stringify(list);
      known = lists.get(key) ?? elementsAt(text, list);
      lists.set(key, known);
      before = path;
    }
    return known[last];
  });
}

function isSameList(a: PlacedRecord["path"], b: PlacedRecord["path"]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length - 1; at++) if (a[at] !== b[at]) return false;
  return true;
}

function elementsAt(text: string, path: PlacedRecord["path"]): readonly JsonSpan[] {
  const array = valueAt(text, path);
  return array ? readElements(text, array.start) : [];
}

/** In one pass: the objects come in the order of the text. */
function findLines(text: string, spans: readonly (JsonSpan | undefined)[]): readonly (number | null)[] {
  let line = 1;
  let at = 0;
  return spans.map((span) => {
    if (!span) return null;
    if (span.start < at) return lineAt(text, span.start);
    for (let next = text.indexOf("\n", at); next >= 0 && next < span.start; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return line;
  });
}

function editsIn(text: string, span: JsonSpan | undefined, changes: readonly FieldChange[]): readonly Edit[] | string {
  if (!span) return "the task could not be found in the text again";
  const fields = readFields(text, span.start);
  const last = fields.at(-1);
  const edits: Edit[] = [];
  let added = "";
  for (const { name, value, isNew } of changes) {
    const field = fields.findLast(({ key }) => key === name);
    if (!isNew && field) edits.push({ ...field.value, text: JSON.stringify(value) });
    else added += `,${gapBefore(text, last?.keyStart ?? span.start)}${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  }
  if (added !== "" && last) edits.push({ start: last.value.end, end: last.value.end, text: added });
  return edits;
}

function recordAfter(text: string, span: JsonSpan | undefined, edits: readonly Edit[]): TaskRecord | undefined {
  if (!span || edits.some(({ start, end }) => start < span.start || end > span.end)) return undefined;
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - span.start, end: edit.end - span.start }));
  const root = parse(applyEdits(text.slice(span.start, span.end), moved));
  return "is" in root || !isRecord(root.value) ? undefined : root.value;
}

/** The line end and indentation before a name, so that a new one stands as the others do. */
function gapBefore(text: string, at: number): string {
  let from = at;
  while (/\s/.test(text[from - 1] ?? "")) from--;
  return text.slice(from, at);
}
