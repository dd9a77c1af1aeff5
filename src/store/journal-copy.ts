import type { SetAside } from "../decide/decision.js";
import { appendLine } from "../lib/files/append.js";
import { safeJson } from "../lib/secrets/secrets.js";
import { type CurrentRun, findRun, type RunState } from "./current-run.js";
import { eachRecord, journalName, loadState } from "./load.js";
import type { DecisionRecord } from "./record.js";
import { applyRecord } from "./run-state.js";

/** Where a record stands among those of its run. */
export interface CopiedRecord {
  /** Counted from 1, without records of other kinds. */
  readonly n: number;
  /** Since the record before it, of whatever task. */
  readonly seconds: number;
}

/**
 * The journal of a run whose tasks were worked on elsewhere, as a file in a state folder: the `decisions.jsonl` that a
 * run here would have. What the file has already is not written again.
 */
export class JournalCopy {
  readonly #folder: string;
  /** Records that are no decision of the run: what a person accepted here. */
  readonly #own: number;
  #runState: RunState;

  constructor(folder: string) {
    this.#folder = folder;
    this.#runState = loadState(folder).runState;
    this.#own = countOwn(folder);
  }

  /** How many records of the run are in it. */
  get count(): number {
    return this.#runState.records - this.#own;
  }

  /** The line of a record; null if the journal has it. Lines are written by `append`, in this order. */
  take(record: DecisionRecord, { n, seconds }: CopiedRecord): string | null {
    if (n <= this.count) return null;
    const placed = placeRecord(record, { n: n + this.#own, seconds, runState: this.#runState });
    this.#runState = applyRecord(this.#runState, placed);
    return safeJson(placed);
  }

  append(lines: readonly string[]): void {
    if (lines.length > 0) appendLine(`${this.#folder}/${journalName}`, lines.join("\n"));
  }
}

function countOwn(folder: string): number {
  let own = 0;
  eachRecord(folder, ({ kind }) => {
    if (kind !== "decision") own++;
  });
  return own;
}

/**
 * A record in the journal of all tasks. Its worker knew its own task alone: how much time passed since the last record,
 * and what is set aside besides, shows only here.
 */
function placeRecord(
  record: DecisionRecord,
  { n, seconds: passed, runState }: { n: number; seconds: number; runState: RunState },
): DecisionRecord {
  const run = findRun(runState, record.run);
  const { about, unit, decision, after } = record;
  const placed = { ...record, n, ...(run?.ended ? { resumed: true as const } : {}) };
  // Between an end and a retry, nobody worked.
  const seconds = run?.ended ? after.seconds : passed;
  if (!about && unit === undefined) return { ...placed, after: { ...after, seconds, setAside: asKnown(after, run) } };
  if (!about) return { ...placed, after: { ...after, seconds } };
  const others = (run?.setAside ?? []).filter(({ task }) => task !== about.unit);
  const { breaker, stagnation } = runState;
  const setAside = decision.setAside ? [...others, decision.setAside] : others;
  return { ...placed, after: { ...after, seconds, breaker, stagnation, setAside } };
}

/** The end of a run knows what is set aside, and the decision that did so knows why. */
const asKnown = ({ setAside = [] }: DecisionRecord["after"], run: CurrentRun | null): readonly SetAside[] =>
  setAside.map((aside) => run?.setAside?.find(({ task }) => task === aside.task) ?? aside);
