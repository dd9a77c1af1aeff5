import type { Ledger } from "./ledger.js";
import type { CountName, Counts } from "./test-run.js";

/** For runners that print growing counts repeatedly: only the latest are the result. */
export class LatestCounts {
  readonly #ledger: Ledger;
  #last: Counts = {};

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  update(counts: Counts): void {
    const grown = Object.entries(counts).map(([name, count]) => [
      name,
      (count ?? 0) - (this.#last[name as CountName] ?? 0),
    ]);
    this.#ledger.count(Object.fromEntries(grown));
    this.#last = counts;
  }

  /** The next counts belong to another run. */
  close(): void {
    this.#last = {};
  }
}
