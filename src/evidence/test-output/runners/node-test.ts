import type { Ledger } from "../ledger.js";
import type { Line, LineReader, Runner } from "../runner.js";
import type { CountName } from "../test-run.js";

const words: Readonly<Record<string, CountName>> = {
  tests: "total",
  pass: "passed",
  fail: "failed",
  cancelled: "errors",
  skipped: "skipped",
};

/**
 * node:test: "ℹ tests 4", "ℹ pass 3", … "ℹ duration_ms 126"; with "#" for "ℹ" in TAP, and "?" in code pages without
 * that mark.
 */
export const nodeTest: Runner = {
  name: "node-test",
  starts: ["ℹ ", "# ", "? ", "✖ ", "test at "],
  contains: ["tap"],
  reader: (ledger) => new NodeTestReader(ledger),
};

class NodeTestReader implements LineReader {
  readonly #ledger: Ledger;
  #counts: { [name in CountName]?: number } = {};
  #place: { file: string; line: number } | undefined;
  #isListing = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text, indent }: Line): boolean {
    const [, word = "", count] = /^[ℹ#?] (tests|pass|fail|cancelled|skipped|duration_ms) (\d{1,9})/.exec(text) ?? [];
    if (count !== undefined && indent < 2) this.#count(word, Number(count));
    else if (text === "✖ failing tests:") this.#isListing = true;
    else if (this.#isListing) this.#failure(text);
    else if (/^✖ .+ \(\d[\d.]*ms\)/.test(text)) this.#ledger.suspect(`failed: ${text.slice(2)}`);
    return false;
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
    const [, name] = /^✖ (.+?)(?: \(\d[\d.]*ms\))?$/.exec(text) ?? [];
    if (name === undefined || !this.#place) return;
    this.#ledger.failure({ name, ...this.#place });
    this.#place = undefined;
  }
}
