import { LatestCounts } from "../latest-counts.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const progress =
  /^(.{0,120}?)(?:: )?Executed (\d{1,9}) of (\d{1,9})(?: \((\d{1,9}) FAILED\))?(?: \(skipped (\d{1,9})\))? ?(SUCCESS|ERROR|DISCONNECTED|FAILED)? ?\([^)]{3,60}\)$/;

/**
 * karma: "Chrome Headless 120 (Linux): Executed 3 of 3 SUCCESS (0.01 secs / 0.002 secs)", the last of many similar
 * lines.
 */
export const karma: Runner = {
  name: "karma",
  commands: ["karma"],
  starts: [
    "Executed ",
    "Chrome…Executed ",
    "Chromium…Executed ",
    "HeadlessChrome…Executed ",
    "Firefox…Executed ",
    "Safari…Executed ",
    "Edge…Executed ",
    "Electron…Executed ",
    "PhantomJS…Executed ",
    "jsdom…Executed ",
  ],
  reader: (ledger) => new KarmaReader(ledger),
};

class KarmaReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #browsers = new Map<string, { latest: LatestCounts; isOver: boolean }>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    const found = progress.exec(text);
    if (!found) return false;
    const [executed = 0, total = 0, failed = 0, skipped = 0] = found.slice(2, 6).map((count) => Number(count ?? 0));
    const browser = this.#browser(found[1] ?? "");
    browser.latest.update({ passed: executed - failed, failed, skipped, total });
    if (found[6] === "ERROR" || found[6] === "DISCONNECTED") this.#trouble(found[6], total);
    if (executed + skipped >= total && !browser.isOver) {
      browser.isOver = true;
      this.#ledger.finish("even if cut");
    }
    return false;
  }

  #browser(name: string): { latest: LatestCounts; isOver: boolean } {
    const known = this.#browsers.get(name);
    if (known) return known;
    const browser = { latest: new LatestCounts(this.#ledger), isOver: false };
    this.#browsers.set(name, browser);
    this.#ledger.begin();
    return browser;
  }

  #trouble(word: string, total: number): void {
    if (total > 0) this.#ledger.problem(word);
  }
}
