import { ownCopy } from "./byte-text.js";
import type { OutputReading } from "./reading.js";
import { type CountName, type Counts, type TestFailure, untold } from "./test-run.js";

const maxFailures = 500;
const maxProblems = 5;
const longestText = 400;

/**
 * What one runner has reported, over all its runs in one output. Runs are added up, until a watcher restarts: then
 * earlier runs no longer count.
 */
export class Ledger {
  #framework: string;
  readonly #source: OutputReading["source"];
  #isStale = false;
  #tally: { -readonly [name in CountName]: number | null } = { ...untold };
  #open = 0;
  #finished = 0;
  #isNearlyFinished = false;
  #isListed = false;
  #hasRun = false;
  #problems: string[] = [];
  #suspicion: string | undefined;
  #empty: string | undefined;
  #failures = new Map<string, TestFailure>();

  constructor(framework: string, source: OutputReading["source"] = "lines") {
    this.#framework = framework;
    this.#source = source;
  }

  /** The current line has no line end: it may have been cut off. */
  isCut = false;

  /** For runners that share a protocol and are only distinguished while reading. */
  rename(framework: string): void {
    this.#framework = framework;
  }

  /** A run starts. */
  begin(): void {
    this.#renew();
    this.#open++;
  }

  /** A run is in progress, for runners that do not print a start line. */
  touch(): void {
    this.#renew();
    if (this.#open === 0) this.#open = 1;
  }

  count(counts: Counts): void {
    this.#renew();
    for (const name in counts) this.#add(name as CountName, counts[name as CountName]);
  }

  /** Counts one more test with this result. */
  countOne(how: "passed" | "failed" | "skipped"): void {
    this.#renew();
    this.#tally[how] = (this.#tally[how] ?? 0) + 1;
    this.#tally.total = (this.#tally.total ?? 0) + 1;
  }

  #add(name: CountName, count: number | null | undefined): void {
    if (count !== null && count !== undefined) this.#tally[name] = (this.#tally[name] ?? 0) + count;
  }

  /**
   * The final line of a run. A line that may have been cut off only counts with exit status 0; with "even if cut" it
   * always counts, because nothing that follows could reverse it; with "only if whole" never, because skipped tests may
   * follow.
   */
  finish(line?: "even if cut" | "only if whole"): void {
    this.#renew();
    if (this.isCut && line !== "even if cut") {
      this.touch();
      if (line !== "only if whole") this.nearlyFinish();
      return;
    }
    this.#open = Math.max(0, this.#open - 1);
    this.#finished++;
    this.#isNearlyFinished = false;
  }

  /** A run reported in one line. */
  conclude(counts: Counts): void {
    this.count(counts);
    this.finish();
  }

  /** Everything but a closing line that some settings omit. `listed`: no test in the list above failed. */
  nearlyFinish(list?: "listed"): void {
    this.#renew();
    this.#isNearlyFinished = true;
    this.#isListed = list !== undefined;
  }

  /** Tests ran, although the runner does not count the passed ones. */
  ran(): void {
    this.#renew();
    this.#hasRun = true;
  }

  /** Makes the run a failure, whatever the counts say. */
  problem(why: string): void {
    this.#renew();
    if (this.#problems.length < maxProblems && !this.#problems.includes(why)) this.#problems.push(short(why));
  }

  /** A sign of failure that a summary may take back: it counts if the text ends before one. */
  suspect(why: string): void {
    this.#renew();
    this.#suspicion ??= short(why);
  }

  /** The runner reports that there was nothing to run. */
  nothing(why: string): void {
    this.#renew();
    this.#empty ??= short(why);
  }

  /** Later details about the same test complete earlier ones. */
  failure(failure: Pick<TestFailure, "name"> & Partial<TestFailure>, message: "first" | "better" = "first"): void {
    this.#renew();
    const name = short(failure.name);
    const first = this.#failures.get(name);
    // Two files may have a test of the same name.
    const isOther = first?.file && failure.file && first.file !== failure.file;
    const key = isOther ? `${name}\n${failure.file}` : name;
    const known = this.#failures.get(key);
    if (!known && this.#failures.size >= maxFailures) return;
    this.#failures.set(key, {
      name,
      file: known?.file ?? failure.file ?? null,
      line: known?.line ?? failure.line ?? null,
      message:
        (message === "first" ? known?.message : null) ??
        (failure.message ? short(failure.message) : (known?.message ?? null)),
    });
  }

  /** Whether we still collect failures. */
  get hasRoom(): boolean {
    return this.#failures.size < maxFailures;
  }

  /** A watcher waits or restarts: whatever follows is about another run. */
  watch(): void {
    this.#isStale = true;
  }

  reading(): OutputReading | undefined {
    const state = this.#state();
    if (state === undefined) return undefined;
    return {
      framework: this.#framework,
      source: this.#source,
      state,
      tally: { ...this.#tally },
      failures: [...this.#failures.values()],
      why: this.#why(state),
      isNearlyFinished: this.#isNearlyFinished && this.#open <= 1,
      isListed: this.#isListed,
      hasRun: this.#ranSome,
    };
  }

  get #ranSome(): boolean {
    return this.#hasRun || (this.#tally.passed ?? 0) > 0;
  }

  #state(): OutputReading["state"] | undefined {
    const { failed, errors } = this.#tally;
    if (this.#problems.length > 0 || (failed ?? 0) > 0 || (errors ?? 0) > 0) return "failed";
    if (this.#open > 0 || this.#isNearlyFinished) return this.#suspicion === undefined ? "unfinished" : "failed";
    if (this.#finished > 0) return this.#ranSome ? "passed" : "nothing";
    if (this.#empty !== undefined) return "nothing";
    return this.#suspicion === undefined ? undefined : "failed";
  }

  #why(state: OutputReading["state"]): string {
    const { passed, failed, skipped, errors } = this.#tally;
    const counts = [
      formatCount(failed, "failed"),
      formatCount(errors, errors === 1 ? "error" : "errors"),
      formatCount(passed, "passed"),
    ];
    const all = [...counts, formatCount(skipped, "skipped")].filter((part) => part !== "").join(", ");
    switch (state) {
      case "passed":
        return all || "it says ok, without counts";
      case "failed":
        return [all, ...this.#problems, ...(all === "" ? [this.#suspicion ?? ""] : [])].filter(Boolean).join("; ");
      case "unfinished":
        return "the output stops before its result";
      case "nothing":
        return this.#empty ?? (skipped ? `no test ran, ${skipped} skipped` : "no test ran");
    }
  }

  #renew(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#tally = { ...untold };
    this.#open = 0;
    this.#finished = 0;
    this.#isNearlyFinished = false;
    this.#hasRun = false;
    this.#problems = [];
    this.#suspicion = undefined;
    this.#empty = undefined;
    this.#failures = new Map();
  }
}

const formatCount = (count: number | null, word: string): string => (count ? `${count} ${word}` : "");
const short = (text: string): string => ownCopy(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
