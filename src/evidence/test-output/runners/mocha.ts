import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";
import type { CountName } from "../test-run.js";

const words: Readonly<Record<string, CountName>> = { passing: "passed", pending: "skipped", failing: "failed" };

/**
 * mocha: "2 passing (6ms)", "1 pending", "1 failing" on separate lines, then an empty one. If the output ends at one of
 * those, the list above shows whether a test failed: "1) name".
 */
export const mocha: Runner = {
  name: "mocha",
  commands: ["mocha"],
  starts: ["0 passing", "0 pending", "0 failing", "0) ", "Exception during run", "Error: No test files"],
  reader: (ledger) => new MochaReader(ledger),
};

class MochaReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #total: number | undefined;
  #title: string[] = [];
  #listsFailures = false;
  #hasNumbered = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /^at |:\d+:\d+\)?$/);
  }

  read(line: OutputLine): boolean {
    const [, count, word = ""] = /^(\d{1,9}) (passing|pending|failing)(?: \([\d.]+ ?\w+\))?$/.exec(line.text) ?? [];
    if (count !== undefined) return this.#count(Number(count), word);
    if (/^Exception during run:/.test(line.text)) this.#ledger.problem("it failed to load the tests");
    if (/^Error: No test files found/.test(line.text)) this.#ledger.nothing("no test files found");
    if (this.#total !== undefined) return this.#end(line);
    if (!this.#listsFailures && /^\d{1,5}\) /.test(line.text)) this.#hasNumbered = true;
    return this.#listsFailures && this.#failure(line);
  }

  #count(count: number, word: string): boolean {
    this.#ledger.touch();
    this.#ledger.count({ [words[word] ?? "passed"]: count });
    this.#total = (this.#total ?? 0) + count;
    this.#listsFailures = word === "failing";
    this.#ledger.nearlyFinish(this.#hasNumbered ? undefined : "listed");
    return true;
  }

  /** Counts are consecutive lines; any other line, at least an empty one, means that they are complete. */
  #end({ isWhole }: OutputLine): boolean {
    return isWhole ? this.#close() : true;
  }

  #close(): boolean {
    this.#ledger.count({ total: this.#total ?? 0 });
    this.#ledger.finish();
    this.#total = undefined;
    return this.#listsFailures;
  }

  /** "1) suite", then deeper lines up to one with a colon: the title. Then the message and the stack trace. */
  #failure(line: OutputLine): boolean {
    const { text } = line;
    const [, first] = /^\d{1,5}\) (.+)$/.exec(text) ?? [];
    if (first !== undefined) {
      this.#detail.close();
      this.#title = [first];
    } else if (this.#title.length > 0 && text !== "") this.#title.push(text);
    if (this.#title.length === 0) return this.#detail.take(line) || this.#ledger.hasRoom;
    if (text.endsWith(":") || this.#title.length > 12) {
      this.#detail.start({ name: this.#title.join(" › ").replace(/:$/, "") });
      this.#title = [];
    }
    return true;
  }
}
