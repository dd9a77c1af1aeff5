import { labelledCounts } from "../counts.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const words = { "Tests run": "total", Failures: "failed", Errors: "errors", Skipped: "skipped" } as const;

/** Maven Surefire and Failsafe: one line per class, the total of a module under "Results", and how the build ended. */
export const maven: Runner = {
  name: "maven-surefire",
  commands: [],
  starts: [
    "Scanning for",
    "T E S T S",
    "Results",
    "Tests run:",
    "COMPILATION ERROR",
    "BUILD ",
    "No tests ",
    "Tests are skipped",
  ],
  contains: ["junit"],
  reader: (ledger) => new MavenReader(ledger),
};

class MavenReader implements LineReader {
  readonly #ledger: Ledger;
  /** A build is in progress and its end must follow: there may be more modules. */
  #isBuild = false;
  #isResults = false;
  #isBroken = false;
  #hasTests = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    if (/^Scanning for projects\.\.\.$/.test(text)) this.#begin();
    else if (/^T E S T S$/.test(text)) this.#hasTests = true;
    else if (/^Results ?:$/.test(text)) this.#isResults = true;
    else if (/^Tests run: +\d+, +Failures: +\d+/.test(text)) this.#count(text);
    else if (/^COMPILATION ERROR/.test(text)) this.#isBroken = true;
    else if (/^BUILD (?:SUCCESS|FAILURE|ERROR)$/.test(text)) this.#end(text);
    else if (/^No tests (?:to run|were executed)|^Tests are skipped\.$/.test(text)) this.#ledger.nothing(text);
    return false;
  }

  #begin(): void {
    this.#isBuild = true;
    this.#isBroken = false;
    this.#ledger.begin();
  }

  /** A class line has its time. The total does not, and is under "Results" unless everything else was cut off. */
  #count(text: string): void {
    const [, name] = /<<< (?:FAILURE|ERROR)!.* in (\S+)$/.exec(text) ?? [];
    if (name !== undefined) this.#ledger.failure({ name });
    const counts = labelledCounts(text, words);
    if ((counts.failed ?? 0) + (counts.errors ?? 0) > 0 && (this.#isBuild || this.#hasTests))
      this.#ledger.suspect(text);
    const isSum = this.#isResults || !(this.#isBuild || this.#hasTests);
    if (!isSum || !/Skipped: +\d+$/.test(text)) return;
    const rest = (counts.failed ?? 0) + (counts.errors ?? 0) + (counts.skipped ?? 0);
    this.#ledger.count({ ...counts, passed: Math.max(0, (counts.total ?? 0) - rest) });
    if (this.#isResults && !this.#isBuild) this.#ledger.finish();
    else if (!this.#isResults) this.#ledger.nearlyFinish();
    this.#hasTests ||= this.#isResults;
    this.#isResults = false;
  }

  /** A build that broke before any test, other than in compiling, says nothing about the tests. */
  #end(text: string): void {
    if (!this.#isBuild && !this.#hasTests) return;
    if (text !== "BUILD SUCCESS") this.#broken(text);
    this.#ledger.finish("even if cut");
    this.#isBuild = false;
    this.#hasTests = false;
  }

  #broken(text: string): void {
    if (this.#isBroken) this.#ledger.count({ errors: 1 });
    if (this.#isBroken || this.#hasTests) this.#ledger.problem(this.#isBroken ? "it did not compile" : text);
    else this.#ledger.nothing(`${text} before any test`);
  }
}
