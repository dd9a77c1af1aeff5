import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson as parseJson } from "../../lib/json/try-parse-json.js";
import { cleanText } from "../../lib/text/clean-text.js";

export { parseJson };

/** An unvalidated JSON object. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject: (value: unknown) => value is Json = isRecord;

export const object = (value: unknown): Json => (isObject(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const objects = (value: unknown): readonly Json[] => list(value).filter(isObject);
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const number = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** The objects on a line: usually one, sometimes several concatenated, none if the line is noise or cut off. */
export function objectsOn(line: string): readonly Json[] {
  const trimmed = startOfObject(line.trim());
  if (!trimmed.startsWith("{")) return [];
  // Any other last character means it is not an object: letting the parser find out would dominate the run time.
  const whole = trimmed.endsWith("}") ? parseJson(trimmed) : undefined;
  if (whole !== undefined) return isObject(whole) ? [whole] : [];
  return splitObjects(cleanText(trimmed)).flatMap((part) => {
    const value = parseJson(part);
    return isObject(value) ? [value] : [];
  });
}

/** Terminal escapes, NULs and a recorded `^D` may precede an object. */
const startOfObject = (line: string): string => (/^[\u0000-\u001f\u009b^]/.test(line) ? cleanText(line).trim() : line);

/** Splits `{…}{…}` in one pass, aware of strings. */
function splitObjects(line: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let inText = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (inText) {
      if (char === "\\") at++;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === "{" && depth++ === 0) from = at;
    else if (char === "}" && --depth === 0) parts.push(line.slice(from, at + 1));
  }
  return parts;
}

/** The object that makes up a text, apart from noise before and after it, and its line. */
export function wholeObject(source: string): { readonly value: Json; readonly line: number } | undefined {
  const start = source.search(/^[ \t]*\{/m);
  if (start < 0) return undefined;
  const value = parseJson(source.slice(start, source.lastIndexOf("}") + 1));
  return isObject(value) ? { value, line: source.slice(0, start).split("\n").length } : undefined;
}

/** Whether a line starts like an object, ignoring blanks. Usually decided by the first character. */
function mayBeObject(source: string, from: number): boolean {
  const code = source.charCodeAt(from);
  return code === 123 || code <= 32 || code > 126;
}

/** The first objects of a stream with their lines, and where the rest begins. */
export interface Opening {
  readonly events: readonly Json[];
  readonly lines: readonly number[];
  /** The number of lines read. */
  readonly read: number;
  /** The offset of the first unread line. */
  readonly rest: number;
}

const maxFirst = 5;
const maxLines = 200;

/** Reads just enough objects of a stream to recognise it. */
export function openStream(source: string): Opening {
  const events: Json[] = [];
  const lines: number[] = [];
  let read = 0;
  let rest = 0;
  while (read < maxLines && rest < source.length && events.length < maxFirst) {
    const end = source.indexOf("\n", rest);
    read++;
    if (mayBeObject(source, rest))
      for (const event of objectsOn(source.slice(rest, end < 0 ? undefined : end))) {
        events.push(event);
        lines.push(read);
      }
    rest = end < 0 ? source.length : end + 1;
  }
  return { events, lines, read, rest };
}
