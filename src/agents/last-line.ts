import { cleanText } from "../lib/text/clean-text.js";
import { printable } from "../lib/text/printable.js";
import { decode, join } from "./transcripts/bytes.js";

const longestRead = 4096;
const longest = 300;
const newline = 10;

/** The last line of an output in plain text that says something. */
export class LastLine {
  readonly #mask: (text: string) => string;
  /** The line that is not closed yet. */
  #open: Uint8Array = new Uint8Array(0);
  #isOpenCut = false;
  #line = "";
  #text: string | null = null;

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  get text(): string | null {
    if (this.#line !== "") this.#text ??= printable(this.#mask(this.#line)).slice(0, longest);
    return this.#text;
  }

  write(chunk: Uint8Array): void {
    const close = chunk.lastIndexOf(newline);
    if (close >= 0) this.#closeLines(chunk.subarray(0, close));
    const open = join([this.#open, chunk.subarray(close + 1)]);
    this.#isOpenCut ||= open.length > longestRead;
    this.#open = this.#isOpenCut ? new Uint8Array(0) : open.slice();
  }

  #closeLines(bytes: Uint8Array): void {
    const isCut = this.#isOpenCut || bytes.length > longestRead;
    const lines = cleanText(decode(isCut ? bytes.subarray(-longestRead) : join([this.#open, bytes]))).split("\n");
    // Half a line may hold half a secret, which would not be recognised.
    const found = (isCut ? lines.slice(1) : lines).findLast(isTelling)?.trim();
    this.#open = new Uint8Array(0);
    this.#isOpenCut = false;
    if (found === undefined || found === this.#line) return;
    this.#line = found;
    this.#text = null;
  }
}

/** Neither empty, nor data, nor a line of a status block. */
const isTelling = (line: string): boolean =>
  /[\p{L}\p{N}]/u.test(line) && !/^\s*(?:[{[]|---\w+---|[A-Z_]+:)/.test(line);
