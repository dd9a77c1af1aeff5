import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";
import type { CountName } from "../test-run.js";

const words: Readonly<Record<string, CountName>> = {
  tests: "total",
  pass: "passed",
  fail: "failed",
  cancelled: "errors",
  skipped: "skipped",
};

const duration = / \(\d[\d.]{0,40}ms\)$/;
const maxFailed = 5_000;

/**
 * node:test: "ℹ tests 4", "ℹ pass 3", … "ℹ duration_ms 126"; with "#" for "ℹ" in TAP, and "?" in code pages without
 * that mark.
 */
export const nodeTest: Runner = {
  name: "node-test",
  commands: [],
  starts: ["ℹ ", "# ", "? ", "✖ ", "▶ ", "test at "],
  contains: ["tap"],
  reader: (ledger) => new NodeTestReader(ledger),
};

class NodeTestReader implements LineReader {
  readonly #ledger: Ledger;
  #counts: { [name in CountName]?: number } = {};
  #place: { file: string; line: number } | undefined;
  #isListing = false;
  /** The open suites, outermost first. */
  #suites: readonly { readonly name: string; readonly indent: number }[] = [];
  /** Failed tests with their suites, by name and duration: the list at the end has no suites. */
  readonly #failed = new Map<string, string>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text, indent }: OutputLine): boolean {
    const [, word = "", count] = /^[ℹ#?] (tests|pass|fail|cancelled|skipped|duration_ms) (\d{1,9})/.exec(text) ?? [];
    if (count !== undefined && indent < 2) this.#count(word, Number(count));
    else if (text === "✖ failing tests:") this.#isListing = true;
    else if (this.#isListing) this.#failure(text);
    else if (text.startsWith("▶ ")) this.#enter(text.slice(2), indent);
    else if (/^✖ .+ \(\d[\d.]*ms\)/.test(text)) this.#fail(text.slice(2), indent);
    return false;
  }

  /** A line with a duration ends its suite; in older versions the same mark is used for both. */
  #enter(text: string, indent: number): void {
    const around = this.#suites.filter((suite) => suite.indent < indent);
    this.#suites = duration.test(text) ? around : [...around, { name: text, indent }];
  }

  #fail(text: string, indent: number): void {
    this.#ledger.suspect(`failed: ${text}`);
    const around = this.#suites.filter((suite) => suite.indent < indent).map(({ name }) => name);
    if (this.#failed.size < maxFailed) this.#failed.set(text, [...around, text.replace(duration, "")].join(" > "));
  }

  #count(word: string, count: number): void {
    if (word === "tests") this.#counts = {};
    const name = words[word];
    if (name !== undefined) this.#counts[name] = count;
    if (word !== "duration_ms" || this.#counts.errors === undefined) return;
    this.#ledger.count(this.#counts);
    this.#ledger.finish("even if cut");
    this.#counts = {};
    this.#isListing = false;
  }

  #failure(text: string): void {
    const [, file, line] = /^test at (.{1,300}):(\d{1,7}):\d{1,7}$/.exec(text) ?? [];
    if (file !== undefined) this.#place = { file, line: Number(line) };
    if (!text.startsWith("✖ ") || !this.#place) return;
    const name = this.#failed.get(text.slice(2)) ?? text.slice(2).replace(duration, "");
    this.#ledger.failure({ name, ...this.#place });
    this.#place = undefined;
  }
}
