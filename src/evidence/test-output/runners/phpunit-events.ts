import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const memory = /^\[[^\]]{5,60}\] \[\d{1,15} bytes\] /;
const kinds = { Passed: "passed", Failed: "failed", Errored: "failed", Skipped: "skipped" } as const;

/** `phpunit --log-events-text` and `--debug`: "Test Passed (CartTest::testAdds)", and last its exit status. */
export const phpunitEvents: Runner = {
  name: "phpunit-events",
  commands: [],
  starts: ["PHPUnit Started (", "Test ", "PHPUnit Finished (", "[… bytes] "],
  reader(ledger) {
    ledger.rename("phpunit");
    return new EventsReader(ledger);
  },
};

class EventsReader implements LineReader {
  readonly #ledger: Ledger;
  #isOpen = false;
  #tests = 0;
  /** The failing test whose message is on the next line. */
  #failing: string | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    const event = text.startsWith("[") ? text.replace(memory, "") : text;
    const failing = this.#failing;
    this.#failing = undefined;
    if (failing !== undefined) this.#ledger.failure({ name: failing, message: event });
    if (/^PHPUnit Started \(/.test(event)) this.#begin();
    const [, kind, name = ""] = /^Test (Passed|Failed|Errored|Skipped|Marked Incomplete) \((.+)\)$/.exec(event) ?? [];
    if (kind !== undefined && this.#isOpen) this.#test(kind, name);
    const [, code] = /^PHPUnit Finished \(Shell Exit Code: (\d{1,3})\)$/.exec(event) ?? [];
    if (code !== undefined) this.#end(Number(code));
    return this.#failing !== undefined;
  }

  #begin(): void {
    this.#ledger.begin();
    this.#isOpen = true;
    this.#tests = 0;
  }

  #test(kind: string, name: string): void {
    const how = kinds[kind as keyof typeof kinds] ?? "skipped";
    this.#ledger.countOne(how);
    this.#tests++;
    if (how !== "failed") return;
    this.#ledger.failure({ name });
    this.#failing = name;
  }

  /** If no test ran, a non-zero status only says that. */
  #end(code: number): void {
    if (this.#isOpen && this.#tests > 0 && code !== 0) this.#ledger.problem(`its exit status is ${code}`);
    if (this.#isOpen) this.#ledger.finish("even if cut");
    this.#isOpen = false;
  }
}
