/** A change to a text: what stands from `start` to `end` becomes `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The text with its changes; they must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let changed = text;
  for (const { start, end, text: by } of backwards(edits)) changed = changed.slice(0, start) + by + changed.slice(end);
  return changed;
}

/**
 * The same on the bytes the text was read from (without its byte-order mark): every byte outside the changes stays, also
 * one that is no valid text. Undefined where a changed line holds such a byte, since then its places cannot be trusted.
 */
export function applyToBytes(bytes: Uint8Array, text: string, { edits, encoding }: Encoded): Uint8Array | undefined {
  const from = startOfText(bytes, encoding);
  let changed = bytes;
  for (const edit of backwards(edits)) {
    const span = encoding === "utf-8" ? utf8Span(bytes, text, edit, from) : utf16Span(edit, from);
    if (!span) return undefined;
    changed = join([changed.subarray(0, span.start), encode(edit.text, encoding), changed.subarray(span.end)]);
  }
  return changed;
}

interface Encoded {
  readonly edits: readonly Edit[];
  readonly encoding: Encoding;
}

interface EditSpan {
  readonly start: number;
  readonly end: number;
}

const backwards = (edits: readonly Edit[]): readonly Edit[] => [...edits].sort((a, b) => b.start - a.start);

function startOfText(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === "utf-8") return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const mark = encoding === "utf-16le" ? [0xff, 0xfe] : [0xfe, 0xff];
  return bytes[0] === mark[0] && bytes[1] === mark[1] ? 2 : 0;
}

const utf16Span = ({ start, end }: Edit, from: number): EditSpan => ({ start: from + 2 * start, end: from + 2 * end });

/** Line by line, since a byte that is no text has no known length before decoding: line ends are the same in both. */
function utf8Span(bytes: Uint8Array, text: string, { start, end }: Edit, from: number): EditSpan | undefined {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const at = byteOfLine(bytes, from, countLines(text, lineStart));
  const before = new TextEncoder().encode(text.slice(lineStart, start));
  const changed = new TextEncoder().encode(text.slice(start, end));
  const expected = join([before, changed]);
  if (expected.some((byte, offset) => bytes[at + offset] !== byte)) return undefined;
  return { start: at + before.length, end: at + expected.length };
}

function countLines(text: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < before; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function byteOfLine(bytes: Uint8Array, from: number, lines: number): number {
  let at = from;
  for (let left = lines; left > 0; left--) at = bytes.indexOf(10, at) + 1;
  return at;
}

function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), encoding === "utf-16le");
  return bytes;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
