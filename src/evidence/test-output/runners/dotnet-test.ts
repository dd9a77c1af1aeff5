import { labelledCounts } from "../counts.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";
import type { Counts } from "../test-run.js";

const words = {
  Failed: "failed",
  Passed: "passed",
  Skipped: "skipped",
  Total: "total",
  "Total tests": "total",
  failed: "failed",
  succeeded: "passed",
  skipped: "skipped",
  total: "total",
} as const;

/** `dotnet test` in its versions: one line per project, a block, or the newer "Test summary". */
export const dotnetTest: Runner = {
  name: "dotnet-test",
  commands: [],
  starts: [
    "Test run",
    "Test Run",
    "Test summary",
    "Passed!",
    "Failed!",
    "Skipped!",
    "Total tests",
    "No test ",
    "The active test run",
    "Test host",
    "Build FAILED",
    "Build failed",
    "Failed ",
    "X ",
  ],
  reader: (ledger) => new DotnetReader(ledger),
};

class DotnetReader implements LineReader {
  readonly #ledger: Ledger;
  /** The block form, one count per line, while it is being read. */
  #block: Counts | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    if (this.#block) return this.#inBlock(line);
    if (/^Test run for .+\.dll ?\(/.test(text)) this.#ledger.begin();
    else if (/^(?:Passed|Failed|Skipped)! {1,4}- Failed: +\d+, Passed: +\d+, Skipped: +\d+, Total: +\d+/.test(text))
      this.#finish(text, labelledCounts(text.replace(/^\w+! +- /, ""), words));
    else if (/^Test summary: total: \d+, failed: \d+, succeeded: \d+, skipped: \d+/.test(text))
      this.#finish(text, labelledCounts(text.slice(13), words));
    else if (/^Total tests: \d+\. Passed: \d+\. Failed: \d+\./.test(text))
      this.#finish(text, labelledCounts(text, words));
    else if (/^Test Run (?:Successful|Failed|Aborted)\.$|^Test run summary: |^Total tests: \d+$/.test(text))
      return this.#open(text);
    else this.#trouble(text);
    return false;
  }

  #open(text: string): boolean {
    this.#ledger.touch();
    this.#block = {};
    if (/(?:Failed|Aborted)[.!]/.test(text)) this.#ledger.problem(text.replace(/ - .*/, ""));
    this.#add(text);
    return true;
  }

  #inBlock({ text }: OutputLine): boolean {
    if (/^(?:Total|total|Passed|Failed|Skipped|failed|succeeded|skipped)[ \w]{0,10}: +\d+$/.test(text)) this.#add(text);
    if (!/^(?:Total time|duration|Test execution time): /.test(text)) return true;
    this.#finish("", this.#block ?? {});
    this.#block = undefined;
    return false;
  }

  #add(text: string): void {
    if (/^Test/.test(text)) return;
    this.#block = { ...this.#block, ...labelledCounts(text, words) };
  }

  #finish(text: string, counts: Counts): void {
    this.#ledger.touch();
    this.#ledger.count(counts);
    if (text.startsWith("Failed!")) this.#ledger.problem("Failed!");
    this.#ledger.finish("even if cut");
  }

  #trouble(text: string): void {
    if (/^No test (?:is available in|matches the given)/.test(text)) {
      this.#ledger.nothing(text);
      this.#ledger.finish();
    } else if (/^The active test run was aborted|^Test host process crashed/.test(text)) this.#ledger.problem(text);
    else if (/^Build FAILED\.$|^Build failed with \d+ error/.test(text)) this.#ledger.problem("it did not build");
    const [, name] = /^(?:Failed|X) (\S.*?) \[[<\d].{0,20}\]$/.exec(text) ?? [];
    if (name !== undefined) this.#ledger.failure({ name });
  }
}
