import type { Ledger } from "./ledger.js";
import type { CountName, Counts } from "./test-run.js";

/** For runners that print growing counts repeatedly: only the latest are the result. */
export class LatestCounts {
  readonly #ledger: Ledger;
  #told: Counts = {};

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  tell(counts: Counts): void {
    const grown = Object.entries(counts).map(([name, count]) => [
      name,
      (count ?? 0) - (this.#told[name as CountName] ?? 0),
    ]);
    this.#ledger.count(Object.fromEntries(grown));
    this.#told = counts;
  }

  /** The next counts belong to another run. */
  close(): void {
    this.#told = {};
  }
}
