import { cleanText } from "../../../lib/text/clean-text.js";

/** The tests that an output lists by name. Runners list all of them, only the failing ones, or none. */
export interface TestNames {
  /** Passed or failed. */
  readonly ran: readonly string[];
  readonly skipped: readonly string[];
}

const noNames: TestNames = { ran: [], skipped: [] };
const maxNames = 5_000;
const maxBytes = 16 * 1024 * 1024;
const longestLine = 1_000;

/** How lines look that name a test, and how it ended where one word says so. */
const shapes: readonly RegExp[] = [
  /^(?:not )?ok \d+ (?:- )?(?<name>.+?) # (?<word>skip|todo)\b/i,
  /^(?:not )?ok \d+ (?:- )?(?<name>.+)$/,
  /^(?<word>[﹣○↓]) (?<name>.+)$/,
  /^[✓✔√✖✗×] (?<name>.+)$/,
  /^--- (?<word>PASS|FAIL|SKIP): (?<name>\S+)/,
  /^(?<name>\S+::\S.*?) (?<word>PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b/,
  /^(?<name>\w+ \([\w.]+\)).* \.\.\. (?<word>ok|FAIL|ERROR|skipped|expected failure)\b/,
  /^test (?<name>\S+) \.\.\. (?<word>ok|FAILED|ignored)\b/,
  /^\[ +(?<word>OK|FAILED|SKIPPED) +\] (?<name>\w\S*\.\S+)/,
];
/** A file with the number of its tests: "test/a.test.ts (3 tests | 1 skipped)". */
const wholeFile = /\.\w{1,5} \(\d+ tests?\b[^)]*\)$/;
const skipWords = /^(?:skip|ignored|todo|xfail|expected|[﹣○↓])/i;

/** Vitest lists files in the same way, each with the number of its tests. One that is skipped as a whole says enough. */
const fileOfTests = /\.\w+ \(\d+ tests?\b/;

/** The time a test took: not part of its name. */
const behindName = / \(?\d[\d.,]* ?m?s\)?$/;

function readLine(line: string): { readonly name: string; readonly isSkipped: boolean } | undefined {
  for (const shape of shapes) {
    const { name, word = "" } = shape.exec(line)?.groups ?? {};
    const isSkipped = skipWords.test(word);
    if (name !== undefined && (isSkipped || !fileOfTests.test(name))) return { name: cleanName(name), isSkipped };
  }
  return undefined;
}

const cleanName = (name: string): string =>
  name
    .replace(/ # SKIP\b.*$/, "")
    .replace(behindName, "")
    .trim();

/** Reads names as the output comes, in bounded memory. Beyond the bounds it knows none, rather than a part. */
export class TestNameScan {
  readonly #decoder = new TextDecoder();
  readonly #names = { ran: new Set<string>(), skipped: new Set<string>() };
  #rest = "";
  #bytes = 0;

  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#isTooMuch) return;
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = (lines.pop() ?? "").slice(0, longestLine);
    for (const line of lines) this.#take(line);
  }

  end(): TestNames {
    this.#take(this.#rest);
    const { ran, skipped } = this.#names;
    return this.#isTooMuch ? noNames : { ran: [...ran], skipped: [...skipped] };
  }

  get #isTooMuch(): boolean {
    const { ran, skipped } = this.#names;
    return this.#bytes > maxBytes || ran.size + skipped.size > maxNames;
  }

  #take(raw: string): void {
    const read = readLine(cleanText(raw.slice(0, longestLine)).trim());
    if (read && read.name !== "" && !wholeFile.test(read.name))
      this.#names[read.isSkipped ? "skipped" : "ran"].add(read.name);
  }
}
