import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";
import type { CountName } from "../test-run.js";

const words: Readonly<Record<string, CountName>> = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  todo: "skipped",
};

/** AVA: a rule, then "2 tests passed", "1 test failed", "1 uncaught exception" on separate lines. */
export const ava: Runner = {
  name: "ava",
  commands: ["ava"],
  starts: [
    "─",
    "✔ ",
    "✘ ",
    "✖ ",
    "0 test",
    "0 known",
    "0 uncaught",
    "0 unhandled",
    "0 hook",
    "Uncaught exception in",
    "Unhandled rejection in",
    "Couldn",
  ],
  reader: (ledger) => new AvaReader(ledger),
};

class AvaReader implements LineReader {
  readonly #ledger: Ledger;
  /** The summary follows a rule; before version 3 it follows the list of tests. */
  #mayCount = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    if (text === "") return this.#mayCount;
    if (text === "─" || /^[✔✘✖-] /.test(text)) return this.#list(text);
    const isTold = this.#mayCount && this.#count(text);
    if (/^(?:Uncaught exception|Unhandled rejection) in \S/.test(text))
      this.#ledger.problem("an error outside of the tests");
    if (/^Couldn.t find any files to test/.test(text)) this.#ledger.nothing("no files to test");
    this.#mayCount = isTold;
    return isTold;
  }

  #list(text: string): boolean {
    const [, name] = /^[✘✖] \[fail\]: (.+)$/.exec(text) ?? [];
    if (name !== undefined) {
      this.#ledger.failure({ name: name.replace(/ Error thrown in test$/, "") });
      this.#ledger.suspect(`failed: ${name}`);
    } else if (/^[✘✖] (?:No tests found in|.* exited (?:with a non-zero|due to)|Timed out while)/.test(text))
      this.#ledger.problem(text.slice(2));
    this.#mayCount = true;
    return true;
  }

  #count(text: string): boolean {
    const [, count = "", word] = /^(\d{1,9}) tests? (passed|failed|skipped|todo)$/.exec(text) ?? [];
    if (word !== undefined) {
      const name = words[word] ?? "passed";
      this.#ledger.count({ [name]: Number(count), total: Number(count) });
      if (name !== "skipped") this.#ledger.finish();
      return true;
    }
    const [, lost = ""] = /^(\d{1,9}) (?:uncaught exceptions?|unhandled rejections?|hooks? failed)$/.exec(text) ?? [];
    if (lost !== "") this.#ledger.count({ errors: Number(lost) });
    else if (/^\d{1,9} tests? (?:were|was) pending|^\d{1,9} tests? remained/.test(text)) this.#ledger.problem(text);
    else return /^\d{1,9} known failures?$/.test(text);
    return true;
  }
}
