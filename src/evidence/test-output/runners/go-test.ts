import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

/** `go test`: one line per package; with -v also one per test. */
export const goTest: Runner = {
  name: "go-test",
  commands: [],
  starts: [
    "ok ",
    "ok\t",
    "FAIL",
    "--- ",
    "=== RUN",
    "?  ",
    "? …[no test files]",
    "PASS",
    "testing: warning",
    "panic: ",
    "fatal error: ",
    "no ",
    "# ",
  ],
  reader: (ledger) => new GoTestReader(ledger),
};

/** Separated by tabs, which some consoles and editors turn into blanks. */
const packageFailed = /^FAIL\s+\S+\s+(?:[\d.]+s$|\[(?:build|setup) failed\])/;

/** "# words [words.test]", before what the compiler or vet finds in a package. */
const compiled = /^# [\w./@-]+(?: \[[\w./@-]+\])?$/;
const compilerError = /^(?:vet: )?(?:\.\/)?([\w./@+-]{1,200}\.go):(\d{1,7})(?::\d+)?: (.*)$/;

const one = { PASS: "passed", FAIL: "failed", SKIP: "skipped" } as const;

class GoTestReader implements LineReader {
  readonly #ledger: Ledger;
  #failing: string | undefined;
  /** Tests have started whose package line has not been seen yet. */
  #isInside = false;
  #isEmpty = false;
  #isCompiling = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    if (text.startsWith("=== RUN")) return this.#begin();
    if ((this.#isCompiling || text.startsWith("# ")) && this.#compiles(line)) return true;
    // By far the most common line, so test it before any expression.
    if (text.startsWith("--- PASS: ") && line.isWhole) return this.#test("PASS", "");
    const [, kind, name = ""] = /^--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/.exec(text) ?? [];
    if (kind === "PASS" || kind === "FAIL" || kind === "SKIP") return this.#test(kind, name);
    if (line.indent === 0 && this.#package(line)) return false;
    if (/^testing: warning: no tests to run$/.test(text)) this.#isEmpty = true;
    else if (/^panic: |^fatal error: /.test(text)) this.#ledger.suspect(text);
    else if (/^no (?:Go files|packages to test|test files)/.test(text)) this.#ledger.nothing(text);
    return this.#detail(text);
  }

  /** A file that does not compile is one failing test of its own name. Returns whether more of it may follow. */
  #compiles({ text, indent }: OutputLine): boolean {
    const [, file, line, message = null] = compilerError.exec(text) ?? [];
    if (this.#isCompiling && file !== undefined)
      this.#ledger.failure({ name: file, file, line: Number(line), message });
    this.#isCompiling = compiled.test(text) || (this.#isCompiling && (file !== undefined || indent > 0));
    return this.#isCompiling;
  }

  #begin(): false {
    this.#ledger.touch();
    this.#isInside = true;
    return false;
  }

  #test(kind: keyof typeof one, name: string): boolean {
    this.#begin();
    this.#ledger.countOne(one[kind]);
    this.#failing = undefined;
    if (kind !== "FAIL") return false;
    this.#ledger.failure({ name });
    if (this.#ledger.hasRoom) this.#failing = name;
    return this.#failing !== undefined;
  }

  /** "    calc_test.go:12: got 3, want 4" under the line of the test, or before it with -v. */
  #detail(text: string): boolean {
    if (this.#failing === undefined) return false;
    const [, file, line, message] = /^([\w./-]{1,200}\.go):(\d{1,7}): ?(.*)$/.exec(text) ?? [];
    if (file !== undefined) {
      this.#ledger.failure({ name: this.#failing, file, line: Number(line), message: message || null });
      this.#failing = undefined;
    }
    return this.#failing !== undefined && text !== "";
  }

  #package({ text, isWhole }: OutputLine): boolean {
    if (isWhole && /^ok\s+[A-Za-z_]\S*\s+(?:[\d.]+s|\(cached\))(?:\s|$)/.test(text))
      this.#end(!text.includes("[no tests to run]"));
    else if (packageFailed.test(text) || (/^FAIL(?:\s|$)/.test(text) && !/^FAIL {1,2}\S+\.\w+/.test(text)))
      this.#fail(text);
    else if (text === "PASS" && isWhole) this.#pass();
    else if (isWhole && /^\?\s+\S+\s+\[no test files\]/.test(text)) this.#ledger.nothing("no test files");
    else return false;
    return true;
  }

  #end(hasTests: boolean): void {
    this.#isInside = false;
    if (hasTests && !this.#isEmpty) this.#ledger.ran();
    this.#isEmpty = false;
    this.#ledger.finish();
  }

  /** Other runners print FAIL too: alone, it only confirms an earlier line that is specific to Go. */
  #fail(text: string): void {
    if (!packageFailed.test(text)) {
      if (this.#isInside) this.#ledger.problem("FAIL");
      return;
    }
    this.#isInside = false;
    this.#ledger.problem(text.replaceAll(/\s+/g, " "));
    if (text.includes("[")) this.#ledger.count({ errors: 1 });
    this.#ledger.finish();
  }

  /** A test binary that is run directly ends with this; under `go test` the package line follows. */
  #pass(): void {
    if (this.#isInside) this.#ledger.nearlyFinish();
  }
}
