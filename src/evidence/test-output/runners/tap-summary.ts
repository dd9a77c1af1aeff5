import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

/**
 * The closing comments of a TAP stream alone, as a filter or `tail` leaves them: "# tests 4", "# pass 4", "# fail 0".
 * They prove nothing by themselves, but beside exit status 0 they do.
 */
export const tapSummary: Runner = {
  name: "tap",
  commands: [],
  starts: ["# tests ", "# pass ", "# fail "],
  yields: "always",
  reader: (ledger) => new TapSummaryReader(ledger),
};

class TapSummaryReader implements LineReader {
  readonly #ledger: Ledger;
  #total: number | undefined;
  #passed: number | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text, isWhole, indent }: OutputLine): boolean {
    const [, word, count = "0"] = /^# (tests|pass|fail) +(\d{1,9})$/.exec(text) ?? [];
    if (word === undefined || indent > 0 || !isWhole) return false;
    if (word === "tests") this.#begin(Number(count));
    else if (word === "pass") this.#passed = Number(count);
    else this.#end(Number(count));
    // tape leaves "# fail" out where nothing failed.
    if (word === "pass" && this.#passed === this.#total) this.#end(0);
    return false;
  }

  #begin(total: number): void {
    this.#total = total;
    this.#passed = undefined;
  }

  #end(failed: number): void {
    if (this.#total === undefined || this.#passed === undefined) return;
    this.#ledger.count({ total: this.#total, passed: this.#passed, failed });
    this.#ledger.nearlyFinish();
    this.#total = undefined;
  }
}
