import { countsIn } from "../counts.js";
import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const words = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  error: "errors",
  errors: "errors",
  xpassed: "passed",
} as const;
const summary =
  /^(?:=+ )?((?:\d+ (?:passed|failed|skipped|errors?|xpassed|xfailed|deselected|warnings?|rerun|subtests passed|subtests failed|subtests skipped)(?:, )?){1,12}|no tests ran) in [\d.:]+ ?s(?:econds)?(?: \([\d:, days]+\))?(?: =+)?$/;

/** The last line of progress of a file or a run in which nothing failed: "..s.  [100%]". */
const allPassed = /^\.[.sxX]{0,120} +\[100%\]$/;

const failed =
  /^(FAILED|ERROR|SUBFAIL(?:ED)?)(?:\([^)]{0,200}\)|\[[^\]]{0,200}\]){0,4} ([^\s:]+\.py(::\S.*?)?)(?: - (.*))?$/;

/** pytest: one line of counts with the time, between rules unless run with -q. */
export const pytest: Runner = {
  name: "pytest",
  commands: ["pytest", "tox"],
  starts: [
    "=====",
    "0 passed",
    "0 failed",
    "0 skipped",
    "0 error",
    "0 xfailed",
    "0 xpassed",
    "0 deselected",
    "0 warning",
    "no tests ran",
    ".…%]",
    "collected 0 items",
    "FAILED ….py",
    "ERROR ….py",
    "SUBFAIL",
    "INTERNALERROR>",
    "___",
    "!!!",
  ],
  reader: (ledger) => new PytestReader(ledger),
};

class PytestReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #places = new Map<string, { file: string; line: number }>();
  readonly #subtests = new Set<string>();
  #section: string | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    if (/^=+ test session starts =+$/.test(text)) this.#ledger.begin();
    else if (/^INTERNALERROR>/.test(text)) this.#ledger.problem("pytest itself failed");
    else if (/^!+ (?:Interrupted|KeyboardInterrupt|stopping|_pytest)/.test(text)) this.#stop(text);
    else if (summary.test(text)) this.#finish(text);
    else if (/^collected 0 items$/.test(text)) this.#ledger.nothing(text);
    else if (allPassed.test(text)) this.#progress();
    else return this.#failure(text);
    return false;
  }

  /** With -qq that is all: the exit status has to say the rest. */
  #progress(): void {
    this.#ledger.ran();
    this.#ledger.nearlyFinish();
  }

  #stop(text: string): void {
    this.#ledger.problem(text.replaceAll(/^!+ | !+$/g, ""));
  }

  /** An expected failure is neither a pass nor a failure. */
  #finish(text: string): void {
    const { passed = 0, failed = 0, skipped = 0, errors = 0 } = countsIn(text, words);
    const expected = Number(/(\d+) xfailed/.exec(text)?.[1] ?? 0);
    const total = (passed ?? 0) + (failed ?? 0) + (skipped ?? 0) + expected;
    this.#ledger.count({ passed, failed, skipped, errors, total });
    if (/ (?:[1-9]\d*) subtests failed/.test(text)) this.#ledger.problem("subtests failed");
    this.#ledger.finish("even if cut");
    this.#section = undefined;
  }

  /** "___ test_name ___", "file.py:5: AssertionError", and at the end "FAILED file.py::test_name - message". */
  #failure(text: string): boolean {
    const [, title] = /^_{3,} (\S.*?) _{3,}$/.exec(text) ?? [];
    if (title !== undefined) {
      this.#section = this.#places.size < 200 ? title : undefined;
      return this.#section !== undefined;
    }
    const [, kind, name = "", , message] = failed.exec(text) ?? [];
    if (kind === undefined) return this.#place(text);
    this.#section = undefined;
    // Each subtest of a test has a line of its own.
    if (kind.startsWith("SUB") && this.#subtests.has(name)) return false;
    if (kind.startsWith("SUB") && this.#subtests.size < 1_000) this.#subtests.add(name);
    const place =
      this.#places.get(name.split("::").slice(1).join(".")) ?? this.#places.get(name.split("::").at(-1) ?? "");
    this.#ledger.failure({
      name,
      file: name.split("::", 1)[0] ?? null,
      line: place?.line ?? null,
      message: message ?? null,
    });
    this.#ledger.suspect(`failed: ${name}`);
    return false;
  }

  #place(text: string): boolean {
    if (this.#section === undefined) return false;
    const [, file, line] = /^(\S+\.py):(\d{1,7}): (?:\w|$)/.exec(text) ?? [];
    if (file !== undefined) this.#places.set(this.#section, { file, line: Number(line) });
    if (/^={3,} /.test(text)) this.#section = undefined;
    return this.#section !== undefined;
  }
}
