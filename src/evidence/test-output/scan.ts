import { byteText } from "../../agents/transcripts/bytes.js";
import { toUtf8 } from "../../lib/text/decode.js";
import { isPlain } from "./byte-text.js";
import { LineDispatcher } from "./line-dispatcher.js";
import type { TestRun } from "./test-run.js";
import { type ExitStatus, judge } from "./verdict.js";

/** Enough to detect the encoding. */
const sniffBytes = 512;
/** Longer lines are truncated for the readers; a report without line ends arrives in pieces. */
const longestLine = 64 * 1024;
const breaks = /\r+\n?|\u001b\[2K|\u001b\[1?G/g;

const hasBreaks = (text: string): boolean => text.includes("\r") || text.includes("\u001b[2K");

/** Reads a test command's output as bytes of any size and encoding, in constant memory. */
export class TestOutputScan {
  readonly #desk = new LineDispatcher();
  #head: Uint8Array | undefined = new Uint8Array(0);
  #utf8: (chunk: Uint8Array) => Uint8Array = (chunk) => chunk;
  #rest = "";
  /** The rest continues a line whose beginning was already passed on. */
  #isInside = false;

  /** The caller may reuse the buffer. */
  write(chunk: Uint8Array): void {
    if (this.#head === undefined) this.#take(this.#utf8(chunk));
    else {
      this.#head = joined(this.#head, chunk);
      if (this.#head.length >= sniffBytes) this.#begin(this.#head);
    }
  }

  /** The result, combined with the exit status if known. */
  end(options: ExitStatus = {}): TestRun {
    if (this.#head !== undefined) this.#begin(this.#head);
    const rest = this.#takeRest();
    if (this.#isInside) this.#desk.more(rest);
    else if (rest !== "") this.#giveText(rest, false);
    return judge(this.#desk.seen(), options);
  }

  #begin(head: Uint8Array): void {
    this.#head = undefined;
    this.#utf8 = toUtf8(head);
    const bytes = this.#utf8(head);
    this.#take(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes);
  }

  /** Finds lines in the chunk as it is: slices and concatenated strings are slower to search. */
  #take(bytes: Uint8Array): void {
    const text = byteText(bytes);
    const isWithin = this.#rest !== "" || this.#isInside;
    const first = isWithin ? text.indexOf("\n") + 1 : 0;
    if (first > 0) this.#giveText(this.#takeRest() + text.slice(0, first), true);
    // The search from the front found nothing: do not search a one-line report again.
    const end = isWithin && first === 0 ? 0 : Math.max(first, text.lastIndexOf("\n") + 1);
    if (end > first) {
      if (hasBreaks(text)) this.#giveText(text.slice(first, end), true);
      else this.#giveLines(text, first, end);
    }
    this.#rest += text.slice(end);
    if (this.#rest.length > longestLine) this.#flushRest();
  }

  #takeRest(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest;
  }

  #flushRest(): void {
    const rest = this.#takeRest();
    if (this.#isInside) this.#desk.more(rest);
    else {
      this.#desk.isPlain = isPlain(rest);
      this.#desk.line(rest, { isWhole: true, isEnded: false });
    }
    this.#isInside = true;
  }

  /** Text that ends with a complete line, unless it is the last. */
  #giveText(source: string, isEnded: boolean): void {
    const text = hasBreaks(source) ? source.replaceAll(breaks, "\n") : source;
    const from = this.#giveLines(text, 0, text.length);
    if (from < text.length) this.#desk.line(text.slice(from), { isWhole: isEnded, isEnded });
  }

  /** Returns the offset of an incomplete last line. */
  #giveLines(text: string, first: number, last: number): number {
    this.#desk.isPlain = isPlain(text);
    let from = this.#isInside ? this.#endLong(text) : first;
    while (from < last) {
      if (this.#desk.isInReport) from = this.#desk.giveReport(text, from, last);
      const end = text.indexOf("\n", from);
      if (end < 0 || end >= last) break;
      this.#desk.lineAt(text, from, end);
      from = end + 1;
    }
    return from;
  }

  #endLong(text: string): number {
    const end = text.indexOf("\n") + 1;
    this.#isInside = end === 0;
    this.#desk.more(end === 0 ? text : text.slice(0, end));
    return end === 0 ? text.length : end;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
