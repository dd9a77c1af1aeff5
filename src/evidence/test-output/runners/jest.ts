import { countsIn } from "../counts.js";
import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const words = {
  failed: "failed",
  passed: "passed",
  skipped: "skipped",
  pending: "skipped",
  todo: "skipped",
  total: "total",
} as const;

/** jest: "Test Suites: 1 failed, 1 total", "Tests: …", the time, and "Ran all test suites". */
export const jest: Runner = {
  name: "jest",
  commands: ["jest"],
  starts: [
    "PASS",
    "FAIL",
    "Test Suites:",
    "Tests:",
    "Time:",
    "Ran all",
    "Test run was",
    "No tests found",
    "● ",
    "0 test",
  ],
  reader: (ledger) => new JestReader(ledger),
};

class JestReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #file: string | null = null;
  #failedSuites = 0;
  #isCounted = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /^at |^> \d+ \||\(\S+:\d+:\d+\)$/);
  }

  read(line: OutputLine): boolean {
    if (this.#summary(line.text) || this.#suite(line.text)) return this.#detail.isOpen;
    const [, title] = /^● (.+)$/.exec(line.text) ?? [];
    if (title === undefined || title === "Console" || title.startsWith("Validation ")) return this.#detail.take(line);
    if (title === "Test suite failed to run") {
      this.#ledger.touch();
      this.#ledger.suspect("a test suite failed to run");
      return this.#detail.start({ name: this.#file ?? title, file: this.#file });
    }
    return this.#detail.start({ name: title, file: this.#file });
  }

  #suite(text: string): boolean {
    const [, result, file = ""] =
      /^(PASS|FAIL) {1,2}(?:[^/\\]{1,60} )?(\S+\.\w+)(?: \([\d.]+ m?s\))?$/.exec(text) ?? [];
    if (result === undefined) return false;
    this.#ledger.touch();
    this.#file = file;
    if (result === "FAIL") this.#ledger.suspect(`failed: ${file}`);
    return true;
  }

  #summary(text: string): boolean {
    if (/^Test Suites: .*\d total$/.test(text)) this.#suites(countsIn(text, words).failed ?? 0);
    else if (/^Tests: .*\d total$/.test(text)) this.#count(text);
    else if (this.#isCounted && /^Ran all test suites/.test(text)) this.#finish();
    else if (/^Test run was interrupted\.$/.test(text)) this.#ledger.problem("the run was interrupted");
    else if (/^No tests found(?:, exiting| related|$)/.test(text)) this.#ledger.nothing("no tests found");
    else return this.#old(text);
    return true;
  }

  #suites(failed: number): void {
    this.#failedSuites = failed;
    if (failed > 0) this.#ledger.suspect(`${failed} test suites failed`);
  }

  /** Before version 17: all on one line. */
  #old(text: string): boolean {
    if (!/^\d+ tests? (?:failed|passed|skipped).* \(\d+ total in \d+ test suites?, run time/.test(text)) return false;
    this.#ledger.touch();
    this.#ledger.count(countsIn(text.replaceAll(/ tests? (?=[fps])/g, " "), words));
    this.#ledger.finish("even if cut");
    return true;
  }

  #count(text: string): void {
    const counts = countsIn(text, words);
    const lost = counts.failed ? 0 : this.#failedSuites;
    this.#ledger.touch();
    this.#ledger.count(lost > 0 ? { ...counts, errors: lost } : counts);
    this.#ledger.nearlyFinish();
    this.#isCounted = true;
  }

  #finish(): void {
    this.#ledger.finish("even if cut");
    this.#isCounted = false;
    this.#failedSuites = 0;
  }
}
