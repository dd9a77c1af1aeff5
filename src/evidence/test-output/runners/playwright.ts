import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

/** Playwright: "1 failed", "1 flaky", "2 skipped" with their tests, and last "4 passed (1.4s)". */
export const playwright: Runner = {
  name: "playwright",
  commands: [],
  starts: [
    "Running ",
    "0 passed",
    "0 failed",
    "0 flaky",
    "0 skipped",
    "0 did not",
    "0 interrupted",
    "0 error",
    "Timed out waiting",
    "Error: No tests",
    "✘ ",
    "✖ ",
    "x ",
    "0) ",
  ],
  reader: (ledger) => new PlaywrightReader(ledger),
};

const titled = /^(?:\[[\w ./-]{1,60}\] [›»] )?(\S.{0,300}\.\w{1,5}):(\d{1,7}):\d{1,7} [›»] (.+)$/;

class PlaywrightReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #isRunning = false;
  #counts = { failed: 0, skipped: 0, flaky: 0 };
  #planned: number | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /^at /);
  }

  read(line: OutputLine): boolean {
    const { text } = line;
    const [, planned] = /^Running (\d+) tests? using \d+ workers?/.exec(text) ?? [];
    if (planned !== undefined) this.#begin(Number(planned));
    else if (this.#count(line)) return false;
    else if (/^\d+ errors? (?:was|were) not a part of any test/.test(text)) this.#ledger.problem(text);
    else if (/^Timed out waiting .{1,40} for the entire test run/.test(text)) this.#ledger.problem(text);
    else if (/^Error: No tests found/.test(text)) this.#ledger.nothing("no tests found");
    else return this.#failure(line);
    return false;
  }

  #begin(planned: number): void {
    this.#ledger.begin();
    this.#isRunning = true;
    this.#planned = planned;
    this.#counts = { failed: 0, skipped: 0, flaky: 0 };
  }

  #count({ text, indent }: OutputLine): boolean {
    const [, passed] = /^(\d+) passed \([\d.]+(?:ms|s|m|h)\)$/.exec(text) ?? [];
    if (passed !== undefined && indent < 4) return this.#finish(Number(passed));
    const [, count = "", word] = /^(\d+) (failed|flaky|skipped|did not run|interrupted)$/.exec(text) ?? [];
    if (word === undefined || !this.#isRunning || indent > 3) return false;
    if (word === "flaky" || word === "skipped") this.#counts[word] = Number(count);
    else this.#fail(word, Number(count));
    return true;
  }

  #fail(word: string, count: number): void {
    if (word === "failed") this.#ledger.count({ failed: count });
    else this.#ledger.problem(`${count} ${word}`);
  }

  /** A flaky test passed in the end. */
  #finish(passed: number): true {
    const { flaky, skipped } = this.#counts;
    this.#ledger.count({
      passed: passed + flaky,
      failed: 0,
      skipped,
      total: this.#planned ?? passed + flaky + skipped,
    });
    this.#ledger.finish("even if cut");
    this.#isRunning = false;
    this.#planned = undefined;
    return true;
  }

  /** "✘  3 [chromium] › a.spec.ts:3:5 › name (2s)" while running, "1) [chromium] › …" with the message at the end. */
  #failure(line: OutputLine): boolean {
    const [, mark, rest = ""] = /^(✘ +\d+|✖ +\d+|x +\d+|\d+\)) +(.+?)[ ─]*$/.exec(line.text) ?? [];
    const found = mark === undefined ? undefined : titled.exec(rest.replace(/ \([\d.]+m?s\)$/, ""));
    if (!found) return this.#detail.take(line);
    const [, file = "", at, name = ""] = found;
    this.#ledger.suspect(`failed: ${name}`);
    if (!mark?.endsWith(")")) return false;
    return this.#detail.start({ name, file, line: Number(at) });
  }
}
