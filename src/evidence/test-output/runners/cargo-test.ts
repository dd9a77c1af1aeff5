import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const result = /^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured/;

/** `cargo test`: one result per binary, and one for the doc tests. */
export const cargoTest: Runner = {
  name: "cargo-test",
  commands: [],
  starts: ["test result:", "test …FAILED", "running ", "Running ", "Doc-tests ", "error", "---- "],
  reader: (ledger) => new CargoTestReader(ledger),
};

class CargoTestReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #isAnnounced = false;
  #announced = 0;
  #results = 0;
  #compilerError: string | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /panicked at /);
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    if (this.#result(text)) return false;
    if (/^Running (?:(?:unittests )?\S+ \(.*\)|`?\S*\btarget\b[^\s`]+`?)$|^Doc-tests \S+$/.test(text)) this.#announce();
    else if (/^running \d+ tests?$/.test(text)) this.#begin();
    else if (/^test \S.* \.\.\. FAILED$/.test(text)) this.#ledger.suspect(text);
    else if (/^error(?:\[E\d+\])?: /.test(text)) return this.#error(text);
    else if (this.#compilerError !== undefined) return this.#place(text, this.#compilerError);
    else return this.#failure(line);
    return false;
  }

  /** "--> tests/words.rs:1:5" under an error of the compiler: the file is one failing test of its own name. */
  #place(text: string, message: string): boolean {
    const [, file, line] = /^--> (\S{1,300}\.rs):(\d{1,7}):\d+$/.exec(text) ?? [];
    if (file !== undefined) this.#ledger.failure({ name: file, file, line: Number(line), message });
    if (file !== undefined || text === "") this.#compilerError = undefined;
    return this.#compilerError !== undefined;
  }

  /** Announcements go to stderr: if that was captured separately, they come after all results. */
  #announce(): void {
    if (++this.#announced <= this.#results) return;
    this.#ledger.touch();
    this.#isAnnounced = true;
  }

  #begin(): void {
    if (!this.#isAnnounced) this.#ledger.begin();
    this.#isAnnounced = false;
  }

  #result(text: string): boolean {
    const found = result.exec(text);
    if (!found) return false;
    const [passed = 0, failed = 0, skipped = 0] = found.slice(2).map(Number);
    this.#ledger.count({ passed, failed, skipped, total: passed + failed + skipped });
    if (found[1] === "FAILED") this.#ledger.problem("a binary's tests FAILED");
    this.#isAnnounced = false;
    this.#results++;
    this.#ledger.finish("even if cut");
    return true;
  }

  /** Returns true where a place may follow. */
  #error(text: string): boolean {
    this.#compilerError = undefined;
    if (/^error: (?:could not compile|aborting due to)/.test(text)) this.#ledger.count({ errors: 1 });
    if (
      /^error: (?:could not compile|aborting due to|(?:\d+ )?(?:doc)?(?:tests?|targets?) failed|process didn't exit|test run failed)/.test(
        text,
      )
    )
      this.#ledger.problem(text.slice(7));
    else this.#compilerError = text.replace(/^error(?:\[E\d+\])?: /, "");
    return this.#compilerError !== undefined;
  }

  /** "---- name stdout ----", then where it panicked and, on that line or the next, why. */
  #failure(line: OutputLine): boolean {
    const [, name] = /^---- (\S.*) stdout ----$/.exec(line.text) ?? [];
    if (name !== undefined) return this.#detail.start({ name });
    if (!this.#detail.isOpen) return false;
    const [, message] = /panicked at '(.*)', /.exec(line.text) ?? [];
    if (message === undefined) return this.#detail.take(line);
    this.#detail.take(line);
    return this.#detail.take({ ...line, text: message });
  }
}
