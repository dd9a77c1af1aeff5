import { labelledCounts } from "../counts.js";
import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const words = {
  Tests: "total",
  Errors: "errors",
  Failures: "failed",
  Skipped: "skipped",
  Incomplete: "skipped",
} as const;

/** PHPUnit: "OK (3 tests, 5 assertions)", or a headline in capitals and "Tests: 3, Assertions: 2, Failures: 1." */
export const phpunit: Runner = {
  name: "phpunit",
  commands: ["phpunit"],
  starts: [
    "PHPUnit ",
    "OK",
    "FAILURES!",
    "ERRORS!",
    "WARNINGS!",
    "Tests: ",
    "No tests executed",
    "PHP Fatal",
    "PHP Parse",
    "Fatal error:",
    "Parse error:",
    "0) ",
  ],
  reader: (ledger) => new PhpunitReader(ledger),
};

class PhpunitReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #headline: string | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /^(?:[A-Za-z]:)?[/\\]?\S+\.php:\d+$/);
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    const [, tests] = /^OK \((\d+) tests?, \d+ assertions?\)$/.exec(text) ?? [];
    if (/^PHPUnit \d+\.\d+\S* by Sebastian Bergmann/.test(text)) this.#ledger.begin();
    else if (tests !== undefined) this.#ok(Number(tests));
    else if (/^(?:OK, but .{5,60}!|FAILURES!|ERRORS!|WARNINGS!)$/.test(text)) this.#headline = text;
    else if (/^Tests: \d+, Assertions: \d+/.test(text) && this.#headline !== undefined) this.#counts(line);
    else if (/^No tests executed!$/.test(text)) this.#empty();
    else if (/^(?:PHP )?(?:Fatal|Parse) error: /.test(text)) this.#ledger.suspect(text);
    else return this.#failure(line);
    return false;
  }

  #ok(tests: number): void {
    this.#ledger.count({ passed: tests, failed: 0, errors: 0, skipped: 0, total: tests });
    this.#ledger.finish("even if cut");
  }

  #empty(): void {
    this.#ledger.nothing("no tests executed");
    this.#ledger.finish();
  }

  #counts({ text, isWhole }: OutputLine): void {
    const headline = this.#headline ?? "";
    this.#headline = undefined;
    if (!isWhole && !text.endsWith(".")) return;
    const counts = labelledCounts(text, words);
    const rest = (counts.failed ?? 0) + (counts.errors ?? 0) + (counts.skipped ?? 0);
    this.#ledger.count({ failed: 0, errors: 0, skipped: 0 });
    this.#ledger.count({ ...counts, passed: Math.max(0, (counts.total ?? 0) - rest) });
    if (/^(?:FAILURES|ERRORS)!/.test(headline)) this.#ledger.problem(headline);
    // Whether warnings fail a run is a setting: only the exit status shows it.
    if (headline.startsWith("WARNINGS")) this.#ledger.nearlyFinish();
    else this.#ledger.finish("even if cut");
  }

  #failure(line: OutputLine): boolean {
    const [, name] = /^\d{1,5}\) ([\w\\]+::\S.*)$/.exec(line.text) ?? [];
    return name === undefined ? this.#detail.take(line) : this.#detail.start({ name });
  }
}
