import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const summary =
  /^(\d+) (?:runs|tests), (\d+) assertions, (\d+) failures, (\d+) errors(?:, (\d+) (?:skips|pendings))?(?:, (\d+) omissions)?/;

/** minitest and test-unit: "2 runs, 2 assertions, 0 failures, 0 errors, 1 skips". */
export const minitest: Runner = {
  name: "minitest",
  commands: [],
  starts: ["0 runs", "0 tests,", "# Running", "0) Failure:", "0) Error:", "Failure:$", "Error:$"],
  reader: (ledger) => new MinitestReader(ledger),
};

class MinitestReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #isTitleNext = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger);
  }

  read(line: OutputLine): boolean {
    const counts = summary.exec(line.text);
    // "0 errors, 1 skips" may be cut off inside a number, but never so that a failure is lost.
    if (counts) this.#finish(counts.slice(1).map((count) => Number(count ?? 0)));
    else if (/^# Running(?: tests)?:$/.test(line.text)) this.#ledger.begin();
    else return this.#failure(line);
    return false;
  }

  #finish([total = 0, , failed = 0, errors = 0, skipped = 0, omitted = 0]: readonly number[]): void {
    const rest = failed + errors + skipped + omitted;
    this.#ledger.count({ passed: Math.max(0, total - rest), failed, errors, skipped: skipped + omitted, total });
    this.#ledger.finish("only if whole");
    this.#detail.close();
  }

  /** "1) Failure:", then "Class#test_name [file.rb:5]:", then the message. */
  #failure(line: OutputLine): boolean {
    if (this.#isTitleNext) return this.#title(line.text);
    this.#isTitleNext = /^(?:\d+\) )?(?:Failure|Error):$/.test(line.text);
    return this.#isTitleNext || this.#detail.take(line);
  }

  #title(text: string): boolean {
    this.#isTitleNext = false;
    const [, name = "", file, at] = /^([\w:]+#[^\s[]+(?: [^[]*)?)(?: ?\[(.{1,300}):(\d{1,7})\])?:?$/.exec(text) ?? [];
    return (
      name !== "" &&
      this.#detail.start({ name: name.replace(/:$/, "").trim(), file: file ?? null, line: at ? Number(at) : null })
    );
  }
}
