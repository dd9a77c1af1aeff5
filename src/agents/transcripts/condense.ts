import type { Gap } from "../../decide/transcript.js";
import { cleanText } from "../../lib/text/clean-text.js";
import { countLines } from "./bytes.js";
import { marksIn } from "./marks.js";

/** Plain text of any length, reduced to what can matter. The gaps preserve line numbers. */
export interface Condensed {
  readonly text: string;
  readonly gaps: readonly Gap[];
}

const headBytes = 8 * 1024;
const tailBytes = 24 * 1024;
/** How much to keep around a signal token: its lead-in before, its block after. */
const before = 1024;
const after = 4096;
const longestWindow = 16 * 1024;
const maxWindows = 64;
/** A token may span the boundary between searched and unsearched bytes. */
const longestToken = 24;
const newline = 10;

interface Window {
  readonly start: number;
  readonly line: number;
  readonly bytes: Uint8Array;
}

/**
 * Keeps the beginning, the end, and the context of every token that can carry a signal, and drops the rest. Uses
 * constant memory.
 */
export class Condenser {
  #head = new Uint8Array(0);
  #tail = new Uint8Array(0);
  #windows: Window[] = [];
  /** Not searched yet: a token may continue in the next chunk. The first `#searched` bytes are context only. */
  #pending = new Uint8Array(0);
  #searched = 0;
  /** The offset of `#pending` in the output, and how many lines end before its unsearched part. */
  #offset = 0;
  #lines = 0;
  #total = 0;

  write(chunk: Uint8Array): void {
    this.#total += chunk.length;
    if (this.#head.length < headBytes) this.#head = join(this.#head, chunk.subarray(0, headBytes - this.#head.length));
    this.#tail = chunk.length >= tailBytes ? chunk.slice(-tailBytes) : join(this.#tail, chunk).slice(-tailBytes);
    this.#search(join(this.#pending, chunk), false);
  }

  end(): Condensed {
    this.#search(this.#pending, true);
    const tailStart = this.#total - this.#tail.length;
    if (tailStart <= this.#head.length)
      return {
        text: cleanText(decode(join(this.#head, this.#tail.subarray(this.#head.length - tailStart)))),
        gaps: [],
      };
    const head = upToLastLine(this.#head);
    const tail = fromFirstLine(this.#tail);
    const tailFrom = this.#total - tail.length;
    const windows = this.#windows.flatMap((window) => clip(window, head.length, tailFrom));
    const last = { start: tailFrom, line: this.#lines - countLines(tail), bytes: tail };
    return compose([{ start: 0, line: 0, bytes: head }, ...windows, last]);
  }

  #search(bytes: Uint8Array, isLast: boolean): void {
    const end = isLast ? bytes.length : Math.max(this.#searched, bytes.length - after);
    const from = Math.max(0, this.#searched - longestToken);
    let counted = this.#searched;
    let windowEnd = this.#searched;
    for (const mark of marksIn(bytes.subarray(from, Math.min(bytes.length, end + longestToken)))) {
      const at = from + mark;
      if (at < windowEnd || at >= end) continue;
      this.#lines += countLines(bytes.subarray(counted, at));
      counted = at;
      windowEnd = this.#saveWindow(bytes, at);
    }
    this.#lines += countLines(bytes.subarray(counted, end));
    const rest = Math.max(0, end - before);
    this.#offset += rest;
    this.#pending = bytes.slice(rest);
    this.#searched = end - rest;
  }

  /** Saves the context of a token and returns where it ends. */
  #saveWindow(bytes: Uint8Array, at: number): number {
    const from = Math.max(0, at - before);
    const to = Math.min(bytes.length, from + longestWindow, at + after);
    const last = this.#windows.at(-1);
    const start = this.#offset + from;
    // A window that overlaps the previous one begins where that ends.
    const skip = last ? Math.max(0, last.start + last.bytes.length - start) : 0;
    const rest = bytes.slice(from + skip, to);
    const line = this.#lines - countLines(bytes.subarray(from + skip, at));
    this.#windows.push({ start: start + skip, line, bytes: rest });
    if (this.#windows.length > maxWindows) this.#windows.shift();
    return to;
  }
}

/** The part of a window that is neither in the head nor in the tail. */
function clip({ start, line, bytes }: Window, from: number, to: number): readonly Window[] {
  const skip = Math.max(0, from - start);
  const rest = bytes.subarray(skip, Math.max(skip, to - start));
  return rest.length === 0
    ? []
    : [{ start: start + skip, line: line + countLines(bytes.subarray(0, skip)), bytes: rest }];
}

/** Joins adjacent pieces. Between others, a gap records the next line number. */
function compose(pieces: readonly Window[]): Condensed {
  const gaps: Gap[] = [];
  let text = "";
  let lines = 0;
  let end = 0;
  for (const { start, line, bytes } of pieces) {
    if (start !== end) {
      if (!text.endsWith("\n")) {
        text += "\n";
        lines++;
      }
      gaps.push({ at: lines, line });
    }
    const piece = cleanText(decode(bytes));
    text += piece;
    lines += piece.split("\n").length - 1;
    end = start + bytes.length;
  }
  return { text, gaps };
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function join(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

const upToLastLine = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(0, bytes.lastIndexOf(newline) + 1 || bytes.length);
const fromFirstLine = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.indexOf(newline);
  return first < 0 || first > bytes.length / 2 ? bytes : bytes.subarray(first + 1);
};
