import { countsIn } from "../counts.js";
import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const words = { failed: "failed", passed: "passed", skipped: "skipped", todo: "skipped" } as const;

/** vitest: " Test Files  1 failed | 2 passed (3)", the same for "Tests", errors, and last the time. */
export const vitest: Runner = {
  name: "vitest",
  commands: ["vitest"],
  starts: [
    "RUN",
    "DEV",
    "RERUN",
    "Test Files",
    "Tests",
    "Type Errors",
    "Errors",
    "Start at",
    "Duration",
    "Time",
    "FAIL",
    "Vitest caught",
    "⎯",
    "❯ ….",
    "No test files",
  ],
  reader: (ledger) => new VitestReader(ledger),
};

class VitestReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #failedFiles = 0;
  #isCounted = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /^❯ /);
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    if (this.#summary(text) || this.#trouble(text)) return this.#detail.isOpen;
    const [, title] = /^FAIL {2}(.+)$/.exec(text) ?? [];
    if (title !== undefined && / (?:>|\[) /.test(title)) {
      this.#ledger.suspect(`failed: ${title}`);
      const [file = ""] = title.replace(/^\|[^|]*\| /, "").split(/ (?:>|\[) /, 1);
      return this.#detail.start({ name: title.replace(/ \[ .* \]$/, ""), file });
    }
    return this.#detail.take(line);
  }

  #summary(text: string): boolean {
    if (/^(?:RUN|DEV) {1,4}v\d|^RERUN /.test(text)) this.#ledger.begin();
    else if (/^Test Files {2}/.test(text)) this.#files(countsIn(text, words).failed ?? 0);
    else if (/^Tests {2}(?:\d|no tests)/.test(text)) this.#count(text);
    else if (this.#isCounted && /^(?:Duration|Time) {1,4}\S/.test(text)) this.#finish();
    else return false;
    return true;
  }

  #count(text: string): void {
    const total = /\((\d+)\)$/.exec(text);
    const counts = countsIn(text, words);
    this.#ledger.count({ ...counts, ...(total ? { total: Number(total[1]) } : {}) });
    if (this.#failedFiles > 0 && !counts.failed) this.#ledger.problem(`${this.#failedFiles} test files failed to load`);
    this.#ledger.nearlyFinish();
    this.#isCounted = true;
  }

  #files(failed: number): void {
    this.#failedFiles = failed;
    if (failed > 0) this.#ledger.suspect(`${failed} test files failed`);
  }

  #finish(): void {
    this.#ledger.finish("even if cut");
    this.#isCounted = false;
    this.#failedFiles = 0;
  }

  #nothing(): void {
    this.#ledger.nothing("no test files found");
    this.#ledger.finish();
  }

  #trouble(text: string): boolean {
    const errors = /^(?:Type )?Errors {2}(\d+) (?:errors?|failed)/.exec(text);
    if (errors) this.#ledger.count({ errors: Number(errors[1]) });
    else if (/^Vitest caught \d+ unhandled error|^⎯+ (?:Unhandled|Startup) (?:Error|Rejection)/.test(text))
      this.#ledger.problem("an error outside of the tests");
    else if (/^❯ \S.* \(\d+ tests? \|.* \d+ failed/.test(text)) this.#ledger.suspect(`failed: ${text.slice(2)}`);
    else if (/^No test files found/.test(text)) this.#nothing();
    else return false;
    return true;
  }
}
