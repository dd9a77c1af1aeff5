import type { Document, Pair, Scalar, YAMLMap } from "yaml";
import type { Edit } from "./edits.js";
import { createListing } from "./json-list.js";
import type { FieldChange } from "./record-changes.js";
import { findRecords, type PlacedRecord } from "./task-records.js";
import type { ReadText, TextListing } from "./text-tracker.js";
import { type Unusable, unusable } from "./tracker.js";
import { plainRows } from "./yaml-rows.js";

/** Reads YAML as a task list. The parser is loaded here, so that nobody else pays for it. */
export const yamlList: ReadText = async (text) => {
  const yaml = await import("yaml");
  const lineCounter = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
  const fatal = document.errors.find(({ code }) => !harmless.has(code));
  if (fatal) return withFault(text, fatal.message, lineCounter.linePos(fatal.pos[0]).line);
  const root = plainValue(document);
  if ("why" in root) return unusable(root.why);
  const records = findRecords(root.value);
  const maps = records.map(({ path }) => mapAt(document, path, yaml.isMap));
  const lines = maps.map((map) => (map?.range ? lineCounter.linePos(map.range[0]).line : null));
  const listing = createListing("yaml", { records, lines, edit: (at, changes) => editsIn(text, maps[at], changes) });
  const odd = document.errors.map(({ message, pos }) => ({ line: lineCounter.linePos(pos[0]).line, message }));
  return { ...listing, problems: [...odd, ...listing.problems] };
};

/** A list of plain fields can be read past its fault, which is told; it cannot be changed before that is fixed. */
function withFault(text: string, message: string, line: number): TextListing | Unusable {
  const why = `this is not YAML: ${message}`;
  const rows = plainRows(text);
  if (!rows) return unusable(why, line);
  const records = rows.map(({ record }) => ({ record, path: [] }));
  const lines = rows.map((row) => row.line);
  const listing = createListing("yaml", { records, lines, edit: () => `line ${line}: ${why}; fix it first` });
  return {
    ...listing,
    problems: [{ line, message: `${why}; every field was taken as the rest of its line` }, ...listing.problems],
  };
}

/** Values that YAML reserves the first sign of, as in "title: `npm test` passes": clear to people, and read as text. */
const harmless: ReadonlySet<string> = new Set(["BAD_SCALAR_START"]);

function plainValue(document: Document): { readonly value: unknown } | { readonly why: string } {
  try {
    return { value: document.toJS() };
  } catch (error) {
    return { why: `this YAML cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

type MapNode = YAMLMap<unknown, unknown>;

function mapAt(
  document: Document,
  path: PlacedRecord["path"],
  isMap: (node: unknown) => node is MapNode,
): MapNode | undefined {
  const node = document.getIn(path, true);
  return isMap(node) ? node : undefined;
}

function editsIn(text: string, map: MapNode | undefined, changes: readonly FieldChange[]): readonly Edit[] | string {
  if (!map) return "the task is written with an alias, which cannot be changed for one task alone";
  const edits: Edit[] = [];
  for (const { name, value, isNew } of changes) {
    const pair = map.items.find(({ key }) => scalarText(key) === name);
    const range = pair && nodeRange(pair.value);
    if (!isNew && range) edits.push({ start: range[0], end: range[1], text: written(value, text[range[0]]) });
    else edits.push(insertion(text, map, `${name}: ${written(value, undefined)}`));
  }
  return merged(edits);
}

const scalarText = (key: unknown): unknown =>
  typeof key === "object" && key !== null && "value" in key ? (key as Scalar).value : key;

function nodeRange(node: unknown): readonly [number, number, number] | undefined {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return undefined;
  const [start, end, after] = node.range;
  return typeof start === "number" && typeof end === "number" ? [start, end, Number(after)] : undefined;
}

/** In the quotes the old value had; a word needs none. */
function written(value: string | boolean, quote: string | undefined): string {
  if (typeof value === "boolean") return String(value);
  if (quote === "'" || quote === '"') return quote === '"' ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`;
  return /^[a-z_]+$/i.test(value) ? value : JSON.stringify(value);
}

/** After the first field: on a line of its own in a block, after a comma in a flow. */
function insertion(text: string, map: MapNode, field: string): Edit {
  const first: Pair<unknown, unknown> | undefined = map.items[0];
  const key = nodeRange(first?.key);
  const end = nodeRange(first?.value)?.[1] ?? key?.[1] ?? 0;
  if (map.flow) return { start: end, end, text: `, ${field}` };
  const start = key?.[0] ?? 0;
  const indent = " ".repeat(start - (text.lastIndexOf("\n", start - 1) + 1));
  const lineEnd = text.indexOf("\n", end);
  const at = lineEnd < 0 ? text.length : lineEnd - (text[lineEnd - 1] === "\r" ? 1 : 0);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return { start: at, end: at, text: `${newline}${indent}${field}` };
}

/** Several new fields at one place are one change. */
function merged(edits: readonly Edit[]): readonly Edit[] {
  const byStart = new Map<number, Edit>();
  for (const edit of edits) {
    const held = byStart.get(edit.start);
    byStart.set(edit.start, held ? { ...edit, text: held.text + edit.text } : edit);
  }
  return [...byStart.values()];
}
