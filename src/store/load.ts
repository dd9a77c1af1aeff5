import { UserError } from "../errors.js";
import { readIfThere } from "../system/files.js";
import { eachLine, eachLineBackwards, readSlice } from "../system/lines.js";
import { digest } from "./digest.js";
import { type Kept, keep, nothingKept } from "./kept.js";
import { type JournalRecord, readRecord } from "./record.js";
import { type Place, readCircuitState, readExitState } from "./snapshots.js";

export const journalName = "decisions.jsonl";
export const exitStateName = "exit-state.json";
export const circuitStateName = "circuit-state.json";

/** A file of ours that cannot be used as it is. */
export interface Damage {
  readonly name: string;
  readonly why: string;
}

/** The state as the journal tells it. */
export interface Loaded {
  readonly kept: Kept;
  readonly place: Place;
  readonly damage: readonly Damage[];
  /** An open breaker whose journal was lost: it still counts, and wants to be written down again. */
  readonly orphan: Kept["breaker"] | null;
  /** The snapshots do not stand where the journal ends, and want to be written again. */
  readonly stale: boolean;
}

const tailBytes = 512;

/** Loads the state: the snapshot and what the journal holds beyond it, or, where they disagree, all of the journal. */
export function loadState(folder: string): Loaded {
  const damage: Damage[] = [];
  const circuit = readCircuit(folder, damage);
  const snapshot = readSnapshot(folder, damage);
  const quick = snapshot && goOn(folder, snapshot.kept, snapshot.place);
  const rebuilt = quick ?? rebuild(folder, damage);
  if (snapshot && !quick) damage.push({ name: exitStateName, why: "does not belong to this journal" });
  const lost = !quick && rebuilt.kept.records === 0;
  const orphan = lost && circuit?.state === "open" ? circuit : null;
  return {
    ...rebuilt,
    kept: orphan ? { ...rebuilt.kept, breaker: orphan } : rebuilt.kept,
    damage,
    orphan,
    stale: snapshot === undefined || rebuilt.place.bytes !== snapshot.place.bytes || circuit === undefined || !quick,
  };
}

function readSnapshot(folder: string, damage: Damage[]): { kept: Kept; place: Place } | undefined {
  const text = readIfThere(`${folder}/${exitStateName}`);
  if (text === null) return undefined;
  const read = readExitState(text);
  if (read.is === "good") return read;
  damage.push({ name: exitStateName, why: read.why });
  return undefined;
}

function readCircuit(folder: string, damage: Damage[]): Kept["breaker"] | undefined {
  const text = readIfThere(`${folder}/${circuitStateName}`);
  if (text === null) return undefined;
  const read = readCircuitState(text);
  if (read.is === "good") return read.breaker;
  damage.push({ name: circuitStateName, why: read.why });
  return undefined;
}

/** From a snapshot on: one look at the end of the journal, however long it is. Null where they do not fit. */
function goOn(folder: string, kept: Kept, place: Place): { kept: Kept; place: Place } | null {
  const path = `${folder}/${journalName}`;
  const from = Math.max(0, place.bytes - tailBytes);
  const slice = readSlice(path, from, Number.MAX_SAFE_INTEGER);
  if (!slice) return place.bytes === 0 ? { kept, place } : null;
  if (slice.size < place.bytes || tailOf(slice.bytes.subarray(0, place.bytes - from)) !== place.tail) return null;
  let now = kept;
  const text = slice.bytes.subarray(place.bytes - from).toString("utf8");
  for (const line of text.split("\n")) now = take(now, line, path).kept;
  return { kept: now, place: placeAt(slice.bytes, slice.size) };
}

function rebuild(folder: string, damage: Damage[]): { kept: Kept; place: Place } {
  const path = `${folder}/${journalName}`;
  let kept = nothingKept;
  let bad = 0;
  let firstBad = 0;
  let at = 0;
  let end = 0;
  eachLine(path, 0, (line) => {
    at++;
    end = line.end;
    const taken = take(kept, line.text, path);
    if (taken.is === "damaged" && line.whole) {
      bad++;
      firstBad ||= at;
    }
    kept = taken.kept;
  });
  if (bad > 0 || (end > 0 && kept.records === 0)) damage.push(journalDamage(bad, firstBad, kept));
  const slice = readSlice(path, Math.max(0, end - tailBytes), end);
  return { kept, place: slice ? placeAt(slice.bytes, end) : { bytes: 0, tail: tailOf(Buffer.alloc(0)) } };
}

function journalDamage(bad: number, firstBad: number, { records }: Kept): Damage {
  if (records === 0) return { name: journalName, why: "holds no record that can be read" };
  const lines = bad === 1 ? `line ${firstBad}` : `${bad} lines, the first is line ${firstBad}`;
  return { name: journalName, why: `has damage in ${lines}; the other records count` };
}

function take(kept: Kept, line: string, path: string): { is: "kept" | "damaged"; kept: Kept } {
  if (line.trim() === "") return { is: "kept", kept };
  const read = readRecord(line);
  if (read.is === "newer") throw tooNew(path, read.version);
  return read.is === "record" ? { is: "kept", kept: keep(kept, read.record) } : { is: "damaged", kept };
}

const tooNew = (path: string, version: number): UserError =>
  new UserError({
    what: `the journal was written by a newer untildone (version ${version})`,
    where: path,
    fix: "update untildone, or name another folder with --state",
  });

/** Every record of the journal, in order. Lines that cannot be read are passed over. */
export function eachRecord(folder: string, use: (record: JournalRecord, end: number) => void): void {
  const path = `${folder}/${journalName}`;
  eachLine(path, 0, (line) => {
    if (line.text.trim() === "") return;
    const read = readRecord(line.text);
    if (read.is === "newer") throw tooNew(path, read.version);
    if (read.is === "record") use(read.record, line.end);
  });
}

/** The records from the last one back, until `use` has had enough. */
export function eachRecordBackwards(folder: string, use: (record: JournalRecord) => "more" | "enough"): void {
  const path = `${folder}/${journalName}`;
  eachLineBackwards(path, (line) => {
    const read = readRecord(line);
    if (read.is === "newer") throw tooNew(path, read.version);
    return read.is === "record" ? use(read.record) : "more";
  });
}

/** Where a journal that ends with these bytes stands. */
export function placeAt(lastBytes: Buffer, size: number): Place {
  return { bytes: size, tail: tailOf(lastBytes) };
}

const tailOf = (bytes: Buffer): string => digest(bytes.subarray(-tailBytes).toString("latin1"));
