import { Detail } from "../detail.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

/**
 * The Test Anything Protocol, as printed by tape, bats and many others. Only the outermost tests count; of nested ones
 * (node's suites) the failing ones are named.
 */
export const tap: Runner = {
  name: "tap",
  commands: ["tap"],
  starts: ["TAP version", "ok ", "not ok", "0..", "Bail out!", "# ", "Node.js v"],
  reader: (ledger) => new TapReader(ledger),
};

/** Lines in the details of a failure that precede the error message. */
const beside = /^(?:---|\.\.\.|(?:duration_ms|type|failureType|code|severity):|error: ?[|>][-+]?$)/;

/** The last line of Node where nobody caught an error. */
const crashed = /^Node\.js v\d+\.\d+\.\d+$/;

/** `error: "what went wrong"`, in YAML. */
const unquote = (text: string): string => text.replace(/^error: (["']?)(.*)\1$/, "$2");

/** bats prints its plan first and no dash before a name. */
class TapReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #detail: Detail;
  #planned: number | undefined;
  #seen = 0;
  #isBegun = false;
  /** The last comment before the tests of a group, which is its title. */
  #title: string | null = null;
  /** The names of the enclosing tests, outermost first. */
  #around: string[] = [];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#detail = new Detail(ledger, /^(?:at|location|stack)\b|^# +at /);
  }

  read(line: OutputLine): boolean {
    const { text, indent } = line;
    if (text.startsWith("# Subtest: ")) {
      this.#around = [...this.#around.slice(0, Math.floor(indent / 4)), text.slice(11)];
      return this.#detail.isOpen;
    }
    if (indent > 0 && line.isWhole && text.startsWith("not ok ")) return this.#inner(text, Math.floor(indent / 4));
    if (indent > 0)
      return beside.test(text) ? this.#detail.isOpen : this.#detail.take({ ...line, text: unquote(text) });
    if (line.isWhole && (text.startsWith("ok ") || text.startsWith("not ok "))) return this.#test(text);
    if (indent === 0 && text.startsWith("# ")) this.#title = text.slice(2);
    if (crashed.test(text)) this.#crash();
    else if (/^TAP version 1\d$/.test(text)) this.#begin();
    else if (/^1\.\.\d{1,9}(?:\s*#.*)?$/.test(text)) this.#plan(line);
    else if (/^Bail out!/.test(text)) this.#ledger.problem(text);
    return this.#detail.take(line);
  }

  /** What was thrown in a test ended the process: the others were not run. */
  #crash(): void {
    if (!this.#isBegun || this.#planned !== undefined || this.#title === null || this.#seen === 0) return;
    this.#ledger.countOne("failed");
    this.#ledger.failure({ name: this.#title, message: "what it threw ended the process" });
  }

  #begin(): void {
    this.#settle();
    this.#title = null;
    this.#ledger.begin();
    this.#isBegun = true;
  }

  #plan({ text, isWhole }: OutputLine): void {
    if (this.#planned !== undefined && this.#seen >= this.#planned) this.#settle();
    if (!this.#isBegun) this.#begin();
    const planned = Number(/\d+$|\d+(?=\s*#)/.exec(text.slice(3))?.[0] ?? 0);
    this.#planned = (this.#planned ?? 0) + planned;
    if (planned === 0) this.#ledger.nothing(text.includes("#") ? `it skipped all: ${text}` : "it planned no test");
    // "1..1" may be a cut-off "1..12".
    if (!isWhole && this.#seen > 0) this.#planned = Number.POSITIVE_INFINITY;
    if (this.#seen === this.#planned) this.#settle();
  }

  #test(text: string): boolean {
    const isNot = text.startsWith("not");
    const rest = text.slice(isNot ? 7 : 3);
    if (!/^\d/.test(rest) && !text.includes(" - ")) return false;
    if (!this.#isBegun) this.#begin();
    if (this.#seen++ === 0 && this.#planned !== undefined && !/^\d* ?- /.test(rest)) this.#ledger.rename("bats");
    const [, directive = ""] = rest.includes("#") ? (/# ?(skip|todo)\b/i.exec(rest) ?? []) : [];
    this.#ledger.countOne(this.#kind(isNot, directive.toLowerCase()));
    if (this.#seen === this.#planned) this.#settle();
    return isNot && directive === "" && this.#detail.start({ name: rest.replace(/^\d* ?(?:- )?/, "") });
  }

  /** A nested test: named with its parents, and not counted. */
  #inner(text: string, depth: number): boolean {
    const name = text.replace(/^not ok \d* ?(?:- )?/, "");
    if (/# ?(?:skip|todo)\b/i.test(name)) return this.#detail.isOpen;
    return this.#detail.start({ name: [...this.#around.slice(0, depth), name].join(" > ") });
  }

  #kind(isNot: boolean, directive: string): "passed" | "failed" | "skipped" {
    if (directive === "skip" || (directive === "todo" && isNot)) return "skipped";
    return isNot ? "failed" : "passed";
  }

  /** All planned tests have been seen: another stream may follow. */
  #settle(): void {
    if (!this.#isBegun) return;
    if (this.#planned !== undefined && this.#seen >= this.#planned) this.#ledger.finish();
    this.#isBegun = false;
    this.#planned = undefined;
    this.#seen = 0;
  }
}
