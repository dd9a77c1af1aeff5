import { countsIn, labelledCounts } from "../counts.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";
import type { Counts } from "../test-run.js";

const words = {
  passed: "passed",
  passing: "passed",
  failed: "failed",
  failing: "failed",
  skipped: "skipped",
  pending: "skipped",
} as const;
const labels = {
  passed: "passed",
  pass: "passed",
  failed: "failed",
  fail: "failed",
  failures: "failed",
  skipped: "skipped",
  skip: "skipped",
  errors: "errors",
} as const;

const counted =
  /^(?:=+ )?(?:(?:[Tt]ests?|[Rr]esults?|[Ss]ummary|TOTAL|Total): {0,8})?(\d+ (?:tests? )?(?:passed|passing), \d+ (?:tests? )?(?:failed|failing)(?:, \d+ (?:skipped|pending))?)(?:, \d+ total)?\.?(?: =+)?$/;
const labelled = /^(?:Results?: {0,4})?(Pass(?:ed)?: *\d+[,;|]? +Fail(?:ed)?: *\d+(?:[,;|]? +Skip(?:ped)?: *\d+)?)$/i;
/** One label per line: "Passed: 12", then "Failed: 0". */
const label = /^(?:[✓✔✅✗✘✖❌] {0,2})?(?:Tests? )?(?:Pass(?:ed)?|Fail(?:ed|ures)?|Skip(?:ped)?|Errors): +\d{1,9}$/i;
const total = /^(?:Total(?: tests)?|Tests(?: run)?): +\d{1,9}$/i;
/** What may come between the labels and the end. */
const between = /^(?:(?:Time|Duration|Success rate|Pass rate|Coverage): .{0,40}|[=─━-]{3,})?$/i;
const ended = /^(?:[✓✔✅] {0,2})?all (?:\d{1,9} )?tests passed[.!]{0,3}$/i;

/**
 * The plain format of home-made runners: "12 passed, 0 failed", "Passed: 12, Failed: 0" alone on a line, or one label
 * per line. Needs both numbers. Any program can print that, so it only passes with a known exit status 0, or if "All
 * tests passed!" follows the labels; a failure always counts.
 */
export const generic: Runner = {
  name: "generic",
  commands: [],
  yields: "unless it failed",
  starts: [
    "0 passed",
    "0 passing",
    "0 test",
    "=",
    "Tests",
    "tests:",
    "Test:",
    "test:",
    "Result",
    "result",
    "Summary",
    "summary",
    "TOTAL",
    "Total",
    "Pass",
    "pass",
    "PASS",
    "Fail",
    "fail",
    "FAIL",
    "Skip",
    "✅",
    "❌",
    "All tests passed",
    "all tests passed",
    "ALL TESTS PASSED",
    "Test …: ",
  ],
  reader: (ledger) => new GenericReader(ledger),
};

class GenericReader implements LineReader {
  readonly #ledger: Ledger;
  /** Labels so far, from one line each. */
  #labels: Counts = {};

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    const counts = counted.exec(text)?.[1];
    const row = labelled.exec(text)?.[1];
    if (counts !== undefined) this.#count(countsIn(counts.replaceAll(/ tests? /g, " "), words));
    else if (row !== undefined) this.#count(labelledCounts(row.toLowerCase(), labels));
    else return this.#block(text);
    return false;
  }

  #count(counts: Counts): void {
    this.#ledger.touch();
    this.#ledger.count(counts);
    this.#ledger.nearlyFinish();
  }

  #block(text: string): boolean {
    if (label.test(text)) {
      this.#label(text);
      return true;
    }
    if (this.#hasLabels && (between.test(text) || total.test(text))) return true;
    if (ended.test(text) && this.#isWhole && !this.#labels.failed) this.#ledger.finish("even if cut");
    this.#labels = {};
    return false;
  }

  #label(text: string): void {
    const counts = labelledCounts(text.replace(/^\W*(?:tests? )?/i, "").toLowerCase(), labels);
    const wasWhole = this.#isWhole;
    this.#labels = { ...this.#labels, ...counts };
    if (wasWhole) this.#ledger.count(counts);
    else if (this.#isWhole) this.#count(this.#labels);
    else if ((counts.failed ?? 0) > 0) this.#ledger.suspect(text);
  }

  get #hasLabels(): boolean {
    return Object.keys(this.#labels).length > 0;
  }

  /** Whether both numbers were printed. */
  get #isWhole(): boolean {
    return this.#labels.passed !== undefined && this.#labels.failed !== undefined;
  }
}
