import type { Ledger } from "./ledger.js";
import { placeIn } from "./places.js";
import type { OutputLine } from "./runner.js";
import type { TestFailure } from "./test-run.js";

const maxLines = 150;
/** How many lines after message and place the two values may follow. */
const maxAfter = 15;
const value = /^(?:[-+] )?(expected|actual|received|got)\s?: +(\S.*?),?$/i;

/** Collects message and place of a failure from the lines under its title. */
export class Detail {
  readonly #ledger: Ledger;
  readonly #isPlace: RegExp | undefined;
  #name = "";
  #file: string | null = null;
  #line: number | null = null;
  #message: string | null = null;
  #expected: string | null = null;
  #actual: string | null = null;
  #isJoined = false;
  #left = 0;

  /** `isPlace`: which lines may name the place; any by default. */
  constructor(ledger: Ledger, isPlace?: RegExp) {
    this.#ledger = ledger;
    this.#isPlace = isPlace;
  }

  start({ name, file, line, message }: Pick<TestFailure, "name"> & Partial<TestFailure>): boolean {
    this.close();
    this.#ledger.failure({
      name,
      line: line ?? null,
      message: message ?? null,
      ...(line ? { file: file ?? null } : {}),
    });
    if (!this.#ledger.hasRoom) return false;
    this.#name = name;
    this.#file = file ?? null;
    this.#line = line ?? null;
    this.#message = message ?? null;
    this.#expected = null;
    this.#actual = null;
    this.#isJoined = false;
    this.#left = maxLines;
    return true;
  }

  get isOpen(): boolean {
    return this.#left > 0;
  }

  /** Returns true while it needs more lines. */
  take({ text }: OutputLine): boolean {
    if (this.#left === 0 || text === "") return this.#left > 0;
    this.#left--;
    const found = this.#line === null && (this.#isPlace?.test(text) ?? true) ? placeIn(text) : undefined;
    if (found) {
      this.#file = found.file;
      this.#line = found.line;
    }
    const isReported = (!found || !this.#isPlace) && this.#read(text);
    if (found || isReported) this.#report();
    if (this.#line !== null && this.#expected !== null && this.#actual !== null) this.close();
    else if (this.#line !== null && this.#message !== null) this.#left = Math.min(this.#left, maxAfter);
    return this.#left > 0;
  }

  /** The first line is the message. After a colon the next line is added, and the two compared values are preferred. */
  #read(text: string): boolean {
    const [, name, shown] = value.exec(text) ?? [];
    if (name && shown) {
      if (name.toLowerCase() === "expected") this.#expected = shown;
      else this.#actual = shown;
      const isPair = this.#expected !== null && this.#actual !== null;
      const isFirst = this.#message === null;
      if (isPair) this.#message = `expected ${this.#expected}, got ${this.#actual}`;
      else this.#message ??= text;
      return isPair || isFirst;
    }
    if (this.#message === null) this.#message = text;
    else if (this.#message.endsWith(":") && !this.#isJoined) {
      this.#isJoined = true;
      this.#message = `${this.#message} ${text}`;
    } else return false;
    return true;
  }

  close(): void {
    this.#left = 0;
  }

  #report(): void {
    this.#ledger.failure({ name: this.#name, file: this.#file, line: this.#line, message: this.#message }, "better");
  }
}
