import type { Ledger } from "./ledger.js";
import { placeIn } from "./places.js";
import type { Line } from "./runner.js";
import type { TestFailure } from "./test-run.js";

const mostLines = 150;

/** Gathers message and place of a failure from the lines under its title. */
export class Detail {
  readonly #ledger: Ledger;
  readonly #isPlace: RegExp | undefined;
  #name = "";
  #file: string | null = null;
  #line: number | null = null;
  #message: string | null = null;
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
    this.#left = mostLines;
    return true;
  }

  get isOpen(): boolean {
    return this.#left > 0;
  }

  /** True while more lines are wanted. */
  take({ text }: Line): boolean {
    if (this.#left === 0 || text === "") return this.#left > 0;
    this.#left--;
    const found = this.#line === null && (this.#isPlace?.test(text) ?? true) ? placeIn(text) : undefined;
    if (found) {
      this.#file = found.file;
      this.#line = found.line;
    }
    if (!found || !this.#isPlace) this.#message ??= text;
    if (found || this.#message === text) this.#tell();
    if (this.#line !== null && this.#message !== null) this.close();
    return this.#left > 0;
  }

  close(): void {
    this.#left = 0;
  }

  #tell(): void {
    this.#ledger.failure({ name: this.#name, file: this.#file, line: this.#line, message: this.#message });
  }
}
