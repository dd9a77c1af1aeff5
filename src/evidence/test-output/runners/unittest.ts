import { labelledCounts } from "../counts.js";
import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const words = {
  failures: "failed",
  errors: "errors",
  skipped: "skipped",
  "unexpected successes": "failed",
} as const;

/**
 * Python's unittest, and nose, Django and trial, which print the same: "Ran 3 tests in 0.1s", then "OK" or "FAILED".
 */
export const unittest: Runner = {
  name: "unittest",
  commands: ["unittest", "nose2"],
  starts: ["Ran ", "OK", "FAILED", "PASSED", "NO TESTS RAN", "FAIL: ", "ERROR: …("],
  reader: (ledger) => new UnittestReader(ledger),
};

/** A module that could not be imported. */
interface Unloaded {
  readonly file: string;
  readonly line: number | null;
  readonly isTraced: boolean;
}

/** What stands in the brackets is a path of modules and names; a folder of tests may be called anything. */
const failedTest = /^(FAIL|ERROR): (\S+ \((?:[\w.<> ]+|[^()/\\:]+\.[^()/\\:]+)\).*)$/;
const ownLibrary = /\/lib(?:64)?\/python\d[\d.]*\//;

class UnittestReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #ran: number | undefined;
  #unloaded: Unloaded | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /^File "/);
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    const [, ran] = /^Ran (\d{1,9}) tests? in [\d.]+s$/.exec(text) ?? [];
    if (ran !== undefined) {
      this.#settle();
      this.#ledger.touch();
      this.#ran = Number(ran);
      return false;
    }
    if (this.#ran !== undefined && /^(?:OK|FAILED|PASSED|NO TESTS RAN)(?: \(.*\))?$/.test(text))
      this.#end(text, this.#ran);
    const [, kind, name = ""] = failedTest.exec(text) ?? [];
    if (kind === undefined) return this.#unloaded ? this.#trace(text, this.#unloaded) : this.#follow(line);
    this.#settle();
    this.#ledger.suspect(`failed: ${name}`);
    const [, module] = /^(\S+) \(unittest\.loader\._FailedTest\b/.exec(name) ?? [];
    if (module === undefined) return this.#detail.start({ name });
    this.#detail.close();
    this.#unloaded = { file: `${module.replaceAll(".", "/")}.py`, line: null, isTraced: false };
    return true;
  }

  /** The first place outside of Python's own library is in the file that does not load; the error ends the trace. */
  #trace(text: string, unloaded: Unloaded): boolean {
    const [, file = "", line] = /^File "([^"<]{1,300})", line (\d{1,7})/.exec(text) ?? [];
    if (/^Traceback /.test(text)) this.#unloaded = { ...unloaded, isTraced: true };
    else if (file !== "" && unloaded.line === null && !ownLibrary.test(file))
      this.#unloaded = { ...unloaded, file, line: Number(line) };
    else if (unloaded.isTraced && /^[\w.]+(?:Error|Exception|Exit|Interrupt)\b/.test(text)) this.#settle(text);
    return this.#unloaded !== undefined;
  }

  /** A file that does not load is one failing test of its own name. */
  #settle(message: string | null = null): void {
    if (this.#unloaded) {
      const { file, line } = this.#unloaded;
      this.#ledger.failure({ name: file, file, line, message });
    }
    this.#unloaded = undefined;
  }

  /** The last line of a traceback is the message, and the only one that begins with the name of an error. */
  #follow(line: OutputLine): boolean {
    if (!this.#detail.isOpen) return false;
    const [, file, number] = /^File "(.{1,300})", line (\d{1,7})/.exec(line.text) ?? [];
    const isMessage = /^[\w.]+(?:Error|Exception|Failure|Exit|Interrupt)\b|^AssertionError/.test(line.text);
    if (file !== undefined) return this.#detail.take({ ...line, text: `File "${file}:${number}` });
    return isMessage ? this.#detail.take(line) : true;
  }

  #end(text: string, ran: number): void {
    const counts = labelledCounts(text, words);
    const expected = Number(/expected failures=(\d+)/.exec(text)?.[1] ?? 0);
    const rest = (counts.failed ?? 0) + (counts.errors ?? 0) + (counts.skipped ?? 0) + expected;
    this.#ledger.count({ failed: 0, errors: 0, skipped: 0 });
    this.#ledger.count({ ...counts, passed: Math.max(0, ran - rest), total: ran });
    if (text.startsWith("FAILED")) this.#ledger.problem(text);
    this.#ledger.finish(text.endsWith(")") ? "even if cut" : "only if whole");
    this.#ran = undefined;
  }
}
