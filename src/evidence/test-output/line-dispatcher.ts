import { cleanText } from "../../lib/text/clean-text.js";
import { decodeBytes } from "./byte-text.js";
import { endOfText, findGoPass, goPlace, isGoOutput, isTick, skipSpace } from "./find-go-pass.js";
import { Ledger } from "./ledger.js";
import { misreadLeads, repairMojibake } from "./mojibake.js";
import { uncontained } from "./name-runners.js";
import { prefixLength } from "./prefixes.js";
import type { OutputReading } from "./reading.js";
import { openReport, reportStarts } from "./reports/open-report.js";
import type { Report } from "./reports/report.js";
import type { LineReader, OutputLine, Runner } from "./runner.js";
import { runners } from "./runners.js";
import { Starts } from "./starts.js";
import type { SeenOutput } from "./verdict.js";
import { isWatchLine, watchStarts } from "./watch.js";

/** A longer line is not a summary; its beginning is enough. */
const longestRead = 4096;

export interface RunnerSlot {
  readonly runner: Runner;
  readonly ledger: Ledger;
  readonly reader: LineReader;
}

/**
 * Passes each line to the readers that want it. Lines are bytes stored one per character: most are skipped by their
 * first character, and only wanted lines are decoded.
 */
export class LineDispatcher {
  readonly #slots: readonly RunnerSlot[] = runners.map((runner) => {
    const ledger = new Ledger(runner.name);
    return { runner, ledger, reader: runner.reader(ledger) };
  });
  readonly #reports: OutputReading[] = [];
  #report: Report | undefined;
  #followers: readonly RunnerSlot[] = [];
  #passMarks = 0;

  /** Whether the text of the next lines is all ASCII without escapes. */
  isPlain = false;

  /** One line of a larger text. */
  lineAt(text: string, from: number, end: number): void {
    if (this.#followers.length === 0 && this.#report === undefined) {
      const at = skipSpace(text, from, end);
      if (at === end || this.#isPassMark(text, at) || isGoOutput(text, at)) return;
      if (this.isPlain && this.#isGoPass(text, at)) return;
      const owners = starts.findOwners(text, at, end);
      if (owners.length === 0) {
        if (at !== from || !starts.mayWantBehind(text, from, end)) return;
      } else if (this.isPlain && !owners.includes(looking)) {
        this.#hand({ text: text.slice(at, endOfText(text, end)), indent: at - from, isWhole: true }, owners);
        return;
      }
    }
    this.line(text.slice(from, end), { isWhole: true, isEnded: true });
  }

  /** A line, or the beginning of a very long one. */
  line(raw: string, { isWhole, isEnded }: { isWhole: boolean; isEnded: boolean }): void {
    const lead = raw.charCodeAt(skipSpace(raw, 0, raw.length));
    if (this.#report === undefined && (lead === 0x7b || lead === 0x3c)) this.#report = openReport(raw, isEnded);
    if (this.#report !== undefined && this.#write(isEnded ? `${raw}\n` : raw, 0) > 0) return;
    const cut = raw.length > longestRead ? raw.slice(0, longestRead) : raw;
    if (cut.includes("\u001b[2J") || cut.includes("\u001bc")) this.#watch();
    const text = this.isPlain ? cut : repairMojibake(cleanText(decodeBytes(cut)));
    for (const part of text.split("\n")) {
      if (!this.isPlain && /^\s{0,80}[✓✔√]/.test(part)) this.#passMarks++;
      this.#dispatch(part, isWhole);
    }
  }

  /** More of a line that was too long to pass at once. */
  more(raw: string): void {
    if (this.#report !== undefined) this.#write(raw, 0);
  }

  /** Inside a report there are no runner lines. */
  get isInReport(): boolean {
    return this.#report?.isRecognised === true;
  }

  /** Returns where the report ends in this text, or the end of the text. */
  giveReport(text: string, from: number, end: number): number {
    return this.#write(text, from, end);
  }

  seen(): SeenOutput {
    const unfinished = this.#report?.reading();
    const [asides, reading] = [
      this.#slots.filter(({ runner }) => runner.isAside),
      this.#slots.filter(({ runner }) => !runner.isAside),
    ];
    return {
      readings: [...this.#reports, ...(unfinished ? [unfinished] : []), ...uncontained(reading)],
      asides: asides.flatMap(({ ledger }) => ledger.reading()?.why ?? []),
      passMarks: this.#passMarks,
    };
  }

  /** How far the text belongs to the report: not at all while it may still be any JSON or XML. */
  #write(text: string, from: number, end = text.length): number {
    const report = this.#report;
    if (report === undefined) return from;
    const at = report.write(text, from, end);
    if (report.state === "going") return report.isRecognised ? at : from;
    this.#report = undefined;
    const reading = report.state === "over" ? report.reading() : undefined;
    if (reading) this.#reports.push(reading);
    return reading ? at : from;
  }

  #dispatch(line: string, isWhole: boolean): void {
    const direct = this.#findOwners(line.trim());
    const start = direct.length > 0 ? 0 : prefixLength(line);
    const body = start === 0 ? line : line.slice(start);
    const text = body.trim();
    const owners = start === 0 ? direct : this.#findOwners(text);
    this.#hand({ text, indent: body.length - body.trimStart().length, isWhole }, owners);
  }

  #findOwners(text: string): readonly Owner[] {
    const bytes = this.isPlain ? text : Buffer.from(text).toString("latin1");
    return starts.findOwners(bytes, 0, bytes.length);
  }

  #hand(line: OutputLine, owners: readonly Owner[]): void {
    const followers = this.#followers;
    if (owners.includes(watching) && isWatchLine(line.text)) this.#watch();
    if (!line.isWhole) for (const { ledger } of this.#slots) ledger.isCut = true;
    let next = nobody;
    for (const slot of followers) if (slot.reader.read(line)) next = [...next, slot];
    for (const owner of owners) {
      const slot = this.#slots[owner];
      if (slot && !followers.includes(slot) && slot.reader.read(line)) next = [...next, slot];
    }
    this.#followers = next;
  }

  /**
   * Nearly every line of `go test -v`, apart from what tests print, and unique to it: the beginning is all the reader
   * needs.
   */
  #isGoPass(text: string, at: number): boolean {
    const line = findGoPass(text, at);
    if (line === undefined) return false;
    this.#slots[goPlace]?.reader.read(line);
    return true;
  }

  #watch(): void {
    for (const { ledger } of this.#slots) ledger.watch();
  }

  /** ✓ ✔ √ before a test name: the most common line, and it only shows that tests ran. */
  #isPassMark(text: string, at: number): boolean {
    if (text.charCodeAt(at) !== 0xe2 || !isTick(text.charCodeAt(at + 1), text.charCodeAt(at + 2))) return false;
    this.#passMarks++;
    return !/^\s{0,4}(?:Test run with|All specs)/.test(text.slice(at + 3, at + 24));
  }
}

const nobody: readonly RunnerSlot[] = [];

/** Who may want a line: a runner, by its index, or one of these two. Numbers, because this runs for every line. */
type Owner = number;
const watching: Owner = -1;
const looking: Owner = -2;

/** Lines that need a closer check: reports, marks in a wrong code page, escapes other than colours. */
const lookStarts: readonly string[] = [...reportStarts, ...misreadLeads, "\u001b", "[\u001b"];

const starts = new Starts<Owner>([
  ...runners.flatMap((runner, index) => runner.starts.map((start) => [start, index] as const)),
  ...watchStarts.map((start) => [start, watching] as const),
  ...lookStarts.map((start) => [start, looking] as const),
]);
