import type { NewTestReader, TestFailure, TestOutputReader, TestRun } from "./test-run.js";

/** The reader for where no other is given: TAP and the summary of node:test, else the exit status alone. */
export const newTapReader: NewTestReader = () => new TapReader();

const mostFailures = 200;
const longestLine = 4096;
const ofInterest = /^ *(?:#|ℹ|1\.\.|ok |not ok |✖|location:|\.\.\.)/;

class TapReader implements TestOutputReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #counts: Partial<Record<string, number>> = {};
  #plan: number | null = null;
  readonly #seen = { ok: 0, notOk: 0, skipped: 0 };
  #failures: TestFailure[] = [];
  #location: string | null = null;

  write(chunk: Uint8Array): void {
    const lines = `${this.#rest}${this.#decoder.decode(chunk, { stream: true })}`.split("\n");
    this.#rest = (lines.pop() ?? "").slice(0, longestLine);
    for (const line of lines) this.#read(line);
  }

  end({ exitCode }: { readonly exitCode: number | null }): TestRun {
    this.#read(this.#rest);
    const told = this.#counts;
    const isNode = told["tests"] !== undefined;
    const total = told["tests"] ?? this.#plan;
    const failed = (isNode ? told["fail"] : undefined) ?? (total === null ? null : this.#seen.notOk);
    const skipped = (isNode ? told["skipped"] : undefined) ?? (total === null ? null : this.#seen.skipped);
    const passed = (isNode ? told["pass"] : undefined) ?? (total === null ? null : this.#seen.ok - this.#seen.skipped);
    const framework = isNode ? "node:test" : total === null ? null : "tap";
    const counts = { framework, passed, failed, skipped, errors: told["cancelled"] ?? null, total };
    return { ...counts, ...this.#judge(total, failed, exitCode), failures: this.#failures };
  }

  #judge(total: number | null, failed: number | null, exitCode: number | null): Pick<TestRun, "status" | "why"> {
    if (total === null) return { status: "unknown", why: "the output is of no test runner that is known here" };
    if ((failed ?? 0) + (this.#counts["cancelled"] ?? 0) > 0) return { status: "fail", why: `${failed} tests failed` };
    if (total === 0) return { status: "unknown", why: "no test ran" };
    if (exitCode === null) return { status: "unknown", why: "it did not come to its end" };
    if (exitCode !== 0) return { status: "fail", why: `exit status ${exitCode} beside passing tests` };
    return { status: "pass", why: `${total} tests ran` };
  }

  #read(line: string): void {
    if (!ofInterest.test(line)) return;
    const summary = /^(?:#|ℹ) (tests|pass|fail|cancelled|skipped|todo) (\d+)\s*$/.exec(line);
    if (summary) this.#counts[summary[1] ?? ""] = Number(summary[2]);
    const plan = /^1\.\.(\d+)\s*$/.exec(line);
    if (plan) this.#plan = Number(plan[1]);
    const point = /^( *)(not )?ok \d+ ?(?:- )?(.{0,400})/.exec(line);
    if (point) this.#note(point[1] === "", point[2] !== undefined, point[3] ?? "");
    this.#location = /^ *location: '(.{1,400})'/.exec(line)?.[1] ?? this.#location;
    if (this.#location !== null && line.trim() === "...") this.#locate();
    const cross = /^ *✖ (.{1,400}?) \([\d.]+ms\)/.exec(line);
    if (cross && !this.#failures.some(({ name }) => name === cross[1])) this.#fail(cross[1] ?? "");
  }

  #note(isOuter: boolean, isFailure: boolean, words: string): void {
    const skipped = /# (?:SKIP|TODO)\b/i.test(words);
    if (isFailure && !skipped) this.#fail(words.replace(/ # .*$/, "").trim());
    if (!isOuter) return;
    if (skipped) this.#seen.skipped++;
    if (isFailure && !skipped) this.#seen.notOk++;
    else this.#seen.ok++;
  }

  #fail(name: string): void {
    this.#location = null;
    if (this.#failures.length < mostFailures) this.#failures.push({ name, file: null, line: null, message: null });
  }

  /** node:test tells in the notes below a failure where it stands: `location: '/path/a.test.js:3:1'`. */
  #locate(): void {
    const last = this.#failures.at(-1);
    const place = /^(.*?):(\d+):\d+$/.exec(this.#location ?? "");
    if (last && place && last.file === null)
      this.#failures[this.#failures.length - 1] = { ...last, file: place[1] ?? null, line: Number(place[2]) };
    this.#location = null;
  }
}
