import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

/** `swift test` and xcodebuild: XCTest's suites, the outermost last, and Swift Testing's single line. */
export const swiftTest: Runner = {
  name: "swift-test",
  commands: [],
  starts: [
    "Test Suite '",
    "Executed ",
    "✔ Test run",
    "✘ Test run",
    "Test run with",
    "􁁛 ",
    "􀢄 ",
    "** TEST",
    "error: ",
    "Fatal error: ",
    "/….swift:",
  ],
  reader: (ledger) => new SwiftReader(ledger),
};

class SwiftReader implements LineReader {
  readonly #ledger: Ledger;
  #depth = 0;
  #isOutermost = false;
  #hasSuites = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    const [, what] = /^Test Suite '.+' (started|passed|failed) at /.exec(text) ?? [];
    if (what !== undefined) this.#suite(what);
    else if (/^Executed \d+ tests?, with /.test(text)) this.#executed(text);
    else if (/^(?:[✔✘] |\S{1,2} )?Test run with \d+ tests? /.test(text)) this.#swiftTesting(text);
    else if (/^\*\* TEST (?:EXECUTE )?(?:FAILED|INTERRUPTED) \*\*$/.test(text)) this.#ledger.problem(text);
    else if (/^error: (?:Exited with unexpected signal|fatalError|terminated)|^Fatal error: /.test(text))
      this.#ledger.problem(text);
    else this.#failure(text);
    return false;
  }

  #suite(what: string): void {
    this.#hasSuites = true;
    if (what === "started") {
      if (this.#depth++ === 0) this.#ledger.begin();
      return;
    }
    this.#depth = Math.max(0, this.#depth - 1);
    this.#isOutermost = this.#depth === 0;
    if (what === "failed" && this.#isOutermost) this.#ledger.problem("a suite failed");
  }

  #executed(text: string): void {
    const isAlone = !this.#hasSuites;
    if (!this.#isOutermost && !isAlone) return;
    const [total = 0, skipped = 0] = [/^Executed (\d+)/, /(\d+) tests? skipped/].map((shape) =>
      Number(shape.exec(text)?.[1] ?? 0),
    );
    const [failures = 0] = [Number(/(\d+) failures?/.exec(text)?.[1] ?? 0)];
    const failed = Math.min(failures, total);
    this.#ledger.count({ total, skipped, failed, passed: Math.max(0, total - failed - skipped) });
    this.#isOutermost = false;
    if (isAlone) this.#ledger.nearlyFinish();
    else this.#ledger.finish();
  }

  #swiftTesting(text: string): void {
    const [, total = "0", result = ""] =
      /Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed) after/.exec(text) ?? [];
    if (result === "") return;
    const issues = Number(/with (\d+) issues?/.exec(text)?.[1] ?? 0);
    const failed = result === "failed" ? Math.max(1, Math.min(issues, Number(total))) : 0;
    this.#ledger.count({ total: Number(total), failed, passed: Math.max(0, Number(total) - failed) });
    this.#ledger.finish();
  }

  #failure(text: string): void {
    const [, file = "", line, name, message = ""] =
      /^(\S{1,300}\.swift):(\d{1,7})(?::\d+)?: error: (-?\[?[\w. ]+\]?) : (.+)$/.exec(text) ?? [];
    if (name === undefined) return;
    this.#ledger.suspect(`failed: ${name}`);
    this.#ledger.failure({ name, file, line: Number(line), message });
  }
}
