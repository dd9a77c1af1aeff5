import { cleanText } from "../transcripts/clean.js";
import { textOf } from "./byte-text.js";
import { Ledger } from "./ledger.js";
import { mendMisread, misreadLeads } from "./mojibake.js";
import { prefixLength } from "./prefixes.js";
import type { Reading } from "./reading.js";
import { openReport } from "./reports/open-report.js";
import type { Report } from "./reports/report.js";
import type { Line, LineReader, Runner } from "./runner.js";
import { runners } from "./runners.js";
import { Starts } from "./starts.js";
import type { Seen } from "./verdict.js";
import { isWatchLine, watchStarts } from "./watch.js";

/** A line longer than this is no summary; its beginning is enough. */
const longestRead = 4096;

interface Post {
  readonly runner: Runner;
  readonly ledger: Ledger;
  readonly reader: LineReader;
}

/**
 * Hands each line to the readers that want it. Lines come as bytes spelt as characters: most are passed over by their first
 * one, and only what is wanted is decoded.
 */
export class Desk {
  readonly #posts: readonly Post[] = runners.map((runner) => {
    const ledger = new Ledger(runner.name);
    return { runner, ledger, reader: runner.reader(ledger) };
  });
  readonly #owners = new Starts<Post>(
    this.#posts.flatMap((post) => post.runner.starts.map((start) => [start, post] as const)),
  );
  readonly #reports: Reading[] = [];
  #report: Report | undefined;
  #followers: readonly Post[] = [];
  #passMarks = 0;

  /** One line of many. */
  lineAt(text: string, from: number, end: number): void {
    if (this.#report === undefined && this.#followers.length === 0) {
      const at = skipSpace(text, from, end);
      if (at === end || this.#isPassMark(text, at) || isGoOutput(text, at)) return;
      if (!gate.mayWant(text, from, at, end)) return;
    }
    this.line(text.slice(from, end), { isWhole: true, isEnded: true });
  }

  /** A line, or the beginning of a very long one. */
  line(raw: string, { isWhole, isEnded }: { isWhole: boolean; isEnded: boolean }): void {
    const lead = raw.charCodeAt(skipSpace(raw, 0, raw.length));
    if (this.#report === undefined && (lead === 0x7b || lead === 0x3c)) this.#report = openReport(raw, isEnded);
    if (this.#report !== undefined && this.#giveReport(isEnded ? `${raw}\n` : raw)) return;
    const cut = raw.length > longestRead ? raw.slice(0, longestRead) : raw;
    if (isPlain(cut)) this.#dispatch(cut, isWhole);
    else {
      if (cut.includes("\u001b[2J") || cut.includes("\u001bc")) this.#watch();
      for (const part of cleanText(textOf(cut)).split("\n")) this.#dispatch(mendMisread(part), isWhole);
    }
  }

  /** More of a line that was too long to come at once. */
  more(raw: string, isEnded: boolean): void {
    this.#giveReport(isEnded ? `${raw}\n` : raw);
  }

  seen(): Seen {
    const unfinished = this.#report?.reading();
    const [asides, said] = [
      this.#posts.filter(({ runner }) => runner.isAside),
      this.#posts.filter(({ runner }) => !runner.isAside),
    ];
    return {
      readings: [...this.#reports, ...(unfinished ? [unfinished] : []), ...uncontained(said)],
      asides: asides.flatMap(({ ledger }) => ledger.reading()?.why ?? []),
      passMarks: this.#passMarks,
    };
  }

  /** True where the text is a report's, and so no runner's line. */
  #giveReport(raw: string): boolean {
    const report = this.#report;
    if (report === undefined) return false;
    const state = report.write(raw);
    if (state === "going") return report.isRecognised;
    this.#report = undefined;
    const reading = state === "over" ? report.reading() : undefined;
    if (reading) this.#reports.push(reading);
    return reading !== undefined;
  }

  #dispatch(given: string, isWhole: boolean): void {
    const body = given.slice(prefixLength(given));
    const text = body.trim();
    const line: Line = { text, indent: body.length - body.trimStart().length, isWhole };
    if (isWatchLine(text)) this.#watch();
    const owners = this.#owners.ownersOf(text);
    const followers = this.#followers;
    if (owners.length === 0 && followers.length === 0) return;
    const next: Post[] = [];
    for (const post of followers.length === 0 ? owners : new Set([...followers, ...owners]))
      if (post.reader.read(line)) next.push(post);
    this.#followers = next;
  }

  #watch(): void {
    for (const { ledger } of this.#posts) ledger.watch();
  }

  /** ✓ ✔ √ before a test's name: the commonest line there is, and all it tells is that tests ran. */
  #isPassMark(text: string, at: number): boolean {
    const bytes = text.slice(at, at + 3);
    if (bytes !== "\u00e2\u009c\u0093" && bytes !== "\u00e2\u009c\u0094" && bytes !== "\u00e2\u0088\u009a")
      return false;
    this.#passMarks++;
    return !/^\s{0,4}(?:Test run with|All specs)/.test(text.slice(at + 3, at + 24));
  }
}

/** A runner that shows another's output has the say. While it has not finished, failures in what it shows still count. */
function uncontained(posts: readonly Post[]): readonly Reading[] {
  const said = posts.flatMap(({ runner, ledger }) => {
    const reading = ledger.reading();
    return reading ? [{ runner, reading }] : [];
  });
  const outer = new Map(said.flatMap(({ runner, reading }) => (runner.contains ?? []).map((name) => [name, reading])));
  return said.flatMap(({ runner, reading }) => {
    const around = outer.get(runner.name);
    const counts = around === undefined || (around.state === "unfinished" && reading.state === "failed");
    return counts ? [reading] : [];
  });
}

/** What any reader may want, in the bytes it comes in. Escapes other than colours get a closer look, and so do reports. */
const gate = new Starts<true>(
  [
    ...runners.flatMap(({ starts }) => starts),
    ...watchStarts,
    ...misreadLeads,
    "{",
    "<?xml",
    "<test",
    "<Test",
    "<assemblies",
    "\u001b",
    "[\u001b",
  ].map((start) => [start, true] as const),
  (start) => Buffer.from(start).toString("latin1"),
);

/** Almost all that `go test -json` prints, and of no interest: what a test printed. */
const isGoOutput = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 0x7b && text.slice(at, at + 100).includes('"Action":"output"');

/** Past spaces and colours. Other escapes are left for a closer look. */
function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  for (;;) {
    while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
    if (at >= end || text.charCodeAt(at) !== 27 || text.charCodeAt(at + 1) !== 91) return Math.min(at, end);
    let last = at + 2;
    while (last < end && last < at + 24 && isParameter(text.charCodeAt(last))) last++;
    if (text.charCodeAt(last) !== 109) return at;
    at = last + 1;
  }
}

const isParameter = (code: number): boolean => (code >= 48 && code <= 57) || code === 59;

const isPlain = (raw: string): boolean => !/[^\x20-\x7e\t]/.test(raw);
