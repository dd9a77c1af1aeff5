import type { Outcome } from "../../decide/decision.js";
import { readStamp } from "../../lib/files/file-backup.js";
import { eachLine } from "../../lib/files/lines.js";
import { journalName } from "../../store/load.js";
import { readRecord } from "../../store/read-record.js";
import type { DecisionRecord, JournalRecord } from "../../store/record.js";

/** A run as far as its line in a list goes. */
export interface IndexedRun {
  readonly run: string;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly iterations: number;
  readonly outcome: Outcome | null;
  /** How many records of it the journal has. */
  readonly records: number;
  readonly hasDecision: boolean;
}

/** The runs of a journal. What was read once is not read again: a journal grows with every decision. */
export class RunIndex {
  readonly #path: string;
  #runs = new Map<string, IndexedRun>();
  #inode = 0;
  #end = 0;
  #changed = "";

  constructor(folder: string) {
    this.#path = `${folder}/${journalName}`;
  }

  /** The newest last. */
  get runs(): readonly IndexedRun[] {
    return [...this.#runs.values()];
  }

  /** True if the journal changed. */
  update(): boolean {
    const stamp = readStamp(this.#path);
    const isFile = stamp !== null && stamp !== "other";
    const changed = isFile ? `${stamp.inode} ${stamp.size} ${stamp.changed}` : "";
    if (changed === this.#changed) return false;
    this.#changed = changed;
    if (!isFile || stamp.inode !== this.#inode || stamp.size < this.#end) this.#startOver(isFile ? stamp.inode : 0);
    if (isFile) this.#readRest();
    return true;
  }

  #startOver(inode: number): void {
    this.#runs = new Map();
    this.#inode = inode;
    this.#end = 0;
  }

  #readRest(): void {
    eachLine(this.#path, this.#end, ({ text, end, whole }) => {
      if (!whole) return; // Still being written.
      this.#end = end;
      const read = readRecord(text);
      if (read.is === "record" && read.record.run !== "") this.#add(read.record);
    });
  }

  #add(record: JournalRecord): void {
    const { run } = record;
    const before = this.#runs.get(run);
    this.#runs.delete(run); // The one that was worked on last is the last.
    this.#runs.set(run, addRecord(before, record));
  }
}

function addRecord(before: IndexedRun | undefined, record: JournalRecord): IndexedRun {
  const { run, at } = record;
  const known = before ?? { startedAt: at, iterations: 0, outcome: null, records: 0, hasDecision: false };
  const counted = { ...known, run, lastAt: at, records: known.records + 1 };
  if (record.kind === "accept" && record.whole) return { ...counted, outcome: "completed" };
  if (record.kind !== "decision") return counted;
  const iterations = countIterations(known.iterations, record);
  const outcome = record.unit === undefined ? record.decision.outcome : null;
  return { ...counted, iterations, outcome, hasDecision: true };
}

/** Where several tasks are worked on at once, each has iterations of its own: they add up. */
function countIterations(before: number, { iteration, observation, unit, about }: DecisionRecord): number {
  if (about) return before;
  if (unit === undefined) return Math.max(before, iteration);
  return before + (observation.turn === null ? 0 : 1);
}
