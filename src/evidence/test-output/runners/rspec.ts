import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const summary =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/;

/** RSpec: "3 examples, 0 failures, 1 pending", with errors outside examples on the same line. */
export const rspec: Runner = {
  name: "rspec",
  commands: ["rspec"],
  starts: ["0 example", "rspec ", "An error occurred", "RSpec is shutting", "No examples found"],
  reader: (ledger) => new RspecReader(ledger),
};

class RspecReader implements LineReader {
  readonly #ledger: Ledger;
  #hasErrors = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    const counts = summary.exec(text);
    if (counts) this.#finish(counts.slice(1).map((count) => Number(count ?? 0)));
    else if (/^An error occurred (?:while loading|in an? `?(?:before|after)|outside)/.test(text)) this.#error(text);
    else if (/^RSpec is shutting down/.test(text)) this.#ledger.problem("the run was interrupted");
    else if (/^No examples found\.$/.test(text)) this.#ledger.nothing("no examples found");
    else this.#failure(text);
    return false;
  }

  /** Recorded before the summary counts it, in case the summary is cut off. */
  #error(text: string): void {
    this.#hasErrors = true;
    this.#ledger.problem(text);
  }

  #finish([total = 0, failed = 0, skipped = 0, errors = 0]: readonly number[]): void {
    this.#ledger.count({ passed: total - failed - skipped, failed, skipped, total });
    if (errors > 0 || this.#hasErrors) this.#ledger.count({ errors: Math.max(errors, 1) });
    this.#hasErrors = false;
    // Errors outside examples were printed earlier: if examples passed, nothing worse can follow.
    this.#ledger.finish(total > failed + skipped ? "even if cut" : undefined);
  }

  #failure(text: string): void {
    const [, file = "", line, name] = /^rspec (\.?[^\s:[]{1,300})(?::(\d{1,7})|\[[\d:,]+\]) # (.+)$/.exec(text) ?? [];
    if (name === undefined) return;
    this.#ledger.failure({ name, file, line: line === undefined ? null : Number(line) });
  }
}
