import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { Line, LineReader, Runner } from "../runner.js";

/** The Test Anything Protocol, which tape, bats and many others print. Only the outermost tests count. */
export const tap: Runner = {
  name: "tap",
  starts: ["TAP version", "ok ", "not ok", "0..", "Bail out!"],
  reader: (ledger) => new TapReader(ledger),
};

/** bats plans first and prints no dash before a name. */
class TapReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #planned: number | undefined;
  #seen = 0;
  #isBegun = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /^(?:at|location|stack)\b|^# +at /);
  }

  read(line: Line): boolean {
    const { text, indent } = line;
    if (indent > 0) return this.#detail.take(line);
    if (/^TAP version 1\d$/.test(text)) this.#begin();
    else if (/^1\.\.\d{1,9}(?:\s*#.*)?$/.test(text)) this.#plan(line);
    else if (/^Bail out!/.test(text)) this.#ledger.problem(text);
    else if (line.isWhole && /^(?:not )?ok\b/.test(text)) return this.#test(text);
    return this.#detail.take(line);
  }

  #begin(): void {
    this.#settle();
    this.#ledger.begin();
    this.#isBegun = true;
  }

  #plan({ text, isWhole }: Line): void {
    if (this.#planned !== undefined && this.#seen >= this.#planned) this.#settle();
    if (!this.#isBegun) this.#begin();
    const planned = Number(/\d+$|\d+(?=\s*#)/.exec(text.slice(3))?.[0] ?? 0);
    this.#planned = (this.#planned ?? 0) + planned;
    if (planned === 0) this.#ledger.nothing(text.includes("#") ? `it skipped all: ${text}` : "it planned no test");
    // "1..1" may have been going to be "1..12".
    if (!isWhole && this.#seen > 0) this.#planned = Number.POSITIVE_INFINITY;
    if (this.#seen === this.#planned) this.#settle();
  }

  #test(text: string): boolean {
    const found = /^(not )?ok(?: (\d{1,9}))?(?: -)? ?(.*)$/.exec(text);
    if (!found || (found[2] === undefined && !text.includes(" - "))) return false;
    const [, not, , rest = ""] = found;
    if (!this.#isBegun) this.#begin();
    if (this.#seen++ === 0 && this.#planned !== undefined && !/^(?:not )?ok \d+ -/.test(text))
      this.#ledger.rename("bats");
    const [, directive = ""] = /# ?(skip|todo)\b/i.exec(rest) ?? [];
    this.#ledger.count({ [this.#kind(not !== undefined, directive.toLowerCase())]: 1, total: 1 });
    if (this.#planned !== undefined && this.#seen === this.#planned) this.#settle();
    return not !== undefined && directive === "" && this.#detail.start({ name: rest });
  }

  #kind(isNot: boolean, directive: string): "passed" | "failed" | "skipped" {
    if (directive === "skip" || (directive === "todo" && isNot)) return "skipped";
    return isNot ? "failed" : "passed";
  }

  /** All that was planned has come: another stream may follow. */
  #settle(): void {
    if (!this.#isBegun) return;
    if (this.#planned !== undefined && this.#seen >= this.#planned) this.#ledger.finish();
    this.#isBegun = false;
    this.#planned = undefined;
    this.#seen = 0;
  }
}
