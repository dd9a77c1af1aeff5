import type { Ledger } from "./ledger.js";
import type { CountName, Counts } from "./test-run.js";

/** Counts that a runner prints again and again as they grow: only the latest are those of the run. */
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

  /** What follows is another run. */
  close(): void {
    this.#told = {};
  }
}
