import { countsIn } from "../counts.js";
import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const words = {
  tests: "total",
  test: "total",
  doctest: "total",
  doctests: "total",
  property: "total",
  properties: "total",
  feature: "total",
  features: "total",
  failure: "failed",
  failures: "failed",
  invalid: "errors",
  skipped: "skipped",
} as const;

/** ExUnit: "Finished in 0.03 seconds", then "1 doctest, 2 tests, 0 failures, 1 skipped, 2 excluded", or "(2 excluded)". */
export const exunit: Runner = {
  name: "exunit",
  commands: [],
  starts: [
    "Finished in",
    "0 test",
    "0 doctest",
    "0 propert",
    "0 feature",
    "There are no tests",
    "== Compilation",
    "** (",
    "0) test",
    "0) doctest",
    "0) property",
    "0) feature",
  ],
  reader: (ledger) => new ExunitReader(ledger),
};

class ExunitReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #isFinished = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger);
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    if (/^Finished in [\d.]+ seconds?(?: \([\d.]+s (?:async|on load).*\))?$/.test(text)) this.#isFinished = true;
    else if (
      this.#isFinished &&
      /^(?:\d+ \w+, ){0,5}\d+ tests?, (?:\d+ \w+, )?\d+ failures?(?:, \d+ \w+){0,4}(?: \(\d+ excluded\))?$/.test(text)
    )
      this.#count(line);
    else if (/^There are no tests to run$/.test(text)) this.#ledger.nothing("no tests to run");
    else if (
      /^== Compilation error in file |^\*\* \((?:\w+\.)?(?:Compile|Syntax|Token|UndefinedFunction)\w*Error\)/.test(text)
    )
      this.#ledger.problem("it did not compile");
    else return this.#failure(line);
    return false;
  }

  /** Excluded tests never ran, although older versions include them in the total. */
  #count({ text, isWhole }: OutputLine): void {
    this.#isFinished = false;
    this.#ledger.touch();
    if (!isWhole) return;
    const counts = countsIn(text, words);
    const rest = (counts.failed ?? 0) + (counts.skipped ?? 0) + (counts.errors ?? 0);
    const excluded = Number(/[,(] ?(\d+) excluded/.exec(text)?.[1] ?? 0);
    const ran = (counts.total ?? 0) - rest;
    this.#ledger.count({ ...counts, passed: excluded > ran ? ran : ran - excluded });
    this.#ledger.finish();
  }

  #failure(line: OutputLine): boolean {
    const [, name] = /^\d{1,5}\) ((?:test|doctest|property|feature) .+ \([\w.]+\))$/.exec(line.text) ?? [];
    return name === undefined ? this.#detail.take(line) : this.#detail.start({ name });
  }
}
