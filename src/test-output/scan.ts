import { toUtf8 } from "../system/decode.js";
import { byteText } from "../transcripts/marks.js";
import { Desk } from "./desk.js";
import type { TestRun } from "./test-run.js";
import { type Ending, judge } from "./verdict.js";

/** Enough to tell the encoding by. */
const sniffBytes = 512;
/** Longer lines are given to the readers cut; a report without line ends comes as pieces. */
const longestLine = 64 * 1024;
const breaks = /\r+\n?|\u001b\[2K|\u001b\[1?G/g;

/** The output of a test command, taken in as bytes of any size and encoding, in flat memory. */
export class TestOutputScan {
  readonly #desk = new Desk();
  #head: Uint8Array | undefined = new Uint8Array(0);
  #utf8: (chunk: Uint8Array) => Uint8Array = (chunk) => chunk;
  #rest = "";
  /** The rest continues a line whose beginning was given already. */
  #isInside = false;

  /** The chunk may be a buffer that is filled again. */
  write(chunk: Uint8Array): void {
    if (this.#head === undefined) this.#take(this.#utf8(chunk));
    else {
      this.#head = joined(this.#head, chunk);
      if (this.#head.length >= sniffBytes) this.#begin(this.#head);
    }
  }

  /** What was said, weighed against the exit status where it is known. */
  end(options: Ending = {}): TestRun {
    if (this.#head !== undefined) this.#begin(this.#head);
    if (this.#isInside) this.#desk.more(this.#rest, true);
    else if (this.#rest !== "") this.#giveLines(this.#rest, false);
    this.#rest = "";
    return judge(this.#desk.seen(), options);
  }

  #begin(head: Uint8Array): void {
    this.#head = undefined;
    this.#utf8 = toUtf8(head);
    const bytes = this.#utf8(head);
    this.#take(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes);
  }

  #take(bytes: Uint8Array): void {
    const text = this.#rest + byteText(bytes);
    const end = text.lastIndexOf("\n") + 1;
    this.#rest = text.slice(end);
    if (end > 0) this.#giveLines(text.slice(0, end), true);
    if (this.#rest.length > longestLine) this.#flushRest();
  }

  #flushRest(): void {
    if (this.#isInside) this.#desk.more(this.#rest, false);
    else this.#desk.line(this.#rest, { isWhole: true, isEnded: false });
    this.#isInside = true;
    this.#rest = "";
  }

  #giveLines(source: string, isEnded: boolean): void {
    const text = source.includes("\r") || source.includes("\u001b[2K") ? source.replaceAll(breaks, plainBreak) : source;
    let from = this.#isInside ? this.#endLong(text) : 0;
    for (let end = text.indexOf("\n", from); end >= 0; end = text.indexOf("\n", from)) {
      this.#desk.lineAt(text, from, end);
      from = end + 1;
    }
    if (from < text.length) this.#desk.line(text.slice(from), { isWhole: isEnded, isEnded });
  }

  #endLong(text: string): number {
    const end = text.indexOf("\n");
    this.#isInside = end < 0;
    this.#desk.more(end < 0 ? text : text.slice(0, end), end >= 0);
    return end < 0 ? text.length : end + 1;
  }
}

const plainBreak = (): string => "\n";

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
