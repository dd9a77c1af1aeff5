import { labelledCounts } from "../counts.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";
import type { Counts } from "../test-run.js";

const words = {
  Ok: "passed",
  "Expected Fail": "passed",
  Fail: "failed",
  "Unexpected Pass": "failed",
  Skipped: "skipped",
  Timeout: "errors",
} as const;

/** meson test: "Ok: 3", "Fail: 0" … on separate lines, then "Full log written to …". */
export const meson: Runner = {
  name: "meson",
  commands: [],
  starts: [
    "Ok:  ",
    "Expected Fail:  ",
    "Fail:  ",
    "Unexpected Pass:  ",
    "Skipped:  ",
    "Timeout:  ",
    "Full log written",
  ],
  contains: ["unity", "cpputest", "check", "criterion", "gtest", "catch2", "tap"],
  reader: (ledger) => new MesonReader(ledger),
};

class MesonReader implements LineReader {
  readonly #ledger: Ledger;
  #isOpen = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    if (/^Ok: {4,30}\d{1,9}$/.test(text)) this.#isOpen = true;
    if (!this.#isOpen) return false;
    if (/^[A-Z][A-Za-z ]{1,16}: {2,30}\d{1,9}$/.test(text))
      this.#count(labelledCounts(text.replace(/ {2,}/, " "), words));
    else if (/^Full log written to \S/.test(text)) this.#end();
    return false;
  }

  #count(counts: Counts): void {
    const [count = 0] = Object.values(counts);
    this.#ledger.touch();
    this.#ledger.count({ ...counts, total: count });
    this.#ledger.nearlyFinish();
  }

  #end(): void {
    this.#isOpen = false;
    this.#ledger.finish("even if cut");
  }
}
