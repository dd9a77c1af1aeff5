import { UserError } from "../lib/errors.js";
import { readIfThere } from "../lib/files/files.js";
import { eachLine, eachLineBackwards, readSlice } from "../lib/files/lines.js";
import { emptyRunState, type RunState } from "./current-run.js";
import { digest } from "./digest.js";
import { readRecord } from "./read-record.js";
import type { JournalRecord } from "./record.js";
import { applyRecord } from "./run-state.js";
import { type JournalPosition, readCircuitState, readExitState } from "./snapshots.js";

export const journalName = "decisions.jsonl";
export const exitStateName = "exit-state.json";
export const circuitStateName = "circuit-state.json";

/** A state file that cannot be used. */
export interface Damage {
  readonly name: string;
  readonly why: string;
}

/** The state, loaded from the journal. */
export interface Loaded {
  readonly runState: RunState;
  readonly place: JournalPosition;
  readonly damage: readonly Damage[];
  /** An open breaker whose journal was lost: it still counts and has to be written again. */
  readonly orphan: RunState["breaker"] | null;
  /** The snapshots do not match the end of the journal and have to be written again. */
  readonly stale: boolean;
}

const tailBytes = 512;

/** Loads the state from the snapshot and the journal after it or, if they disagree, from the whole journal. */
export function loadState(folder: string): Loaded {
  const damage: Damage[] = [];
  const circuit = readCircuit(folder, damage);
  const snapshot = readSnapshot(folder, damage);
  const quick = snapshot && continueFrom(folder, snapshot, damage);
  const rebuilt = quick ?? rebuild(folder, damage);
  if (snapshot && !quick) damage.push({ name: exitStateName, why: "does not belong to this journal" });
  const orphan = !quick && circuit?.breaker.state === "open" && !isPart(folder, circuit.place) ? circuit.breaker : null;
  return {
    ...rebuilt,
    runState: orphan ? { ...rebuilt.runState, breaker: orphan } : rebuilt.runState,
    damage,
    orphan,
    stale: snapshot === undefined || rebuilt.place.bytes !== snapshot.place.bytes || circuit === undefined || !quick,
  };
}

function readSnapshot(folder: string, damage: Damage[]): Folded | undefined {
  const text = readIfThere(`${folder}/${exitStateName}`);
  if (text === null) return undefined;
  const read = readExitState(text);
  if (read.is === "good") return read;
  damage.push({ name: exitStateName, why: read.why });
  return undefined;
}

function readCircuit(
  folder: string,
  damage: Damage[],
): { breaker: RunState["breaker"]; place: JournalPosition } | undefined {
  const text = readIfThere(`${folder}/${circuitStateName}`);
  if (text === null) return undefined;
  const read = readCircuitState(text);
  if (read.is === "good") return read;
  damage.push({ name: circuitStateName, why: read.why });
  return undefined;
}

/** Whether the journal still contains everything the snapshot was made from. */
function isPart(folder: string, place: JournalPosition): boolean {
  const before = readSlice(`${folder}/${journalName}`, Math.max(0, place.bytes - tailBytes), place.bytes);
  return before !== null && before.size >= place.bytes && digestTail(before.bytes) === place.tail;
}

/** Continues from a snapshot, reading only the end of the journal. Null if they do not match. */
function continueFrom(folder: string, { runState, place }: Folded, damage: Damage[]): Folded | null {
  const path = `${folder}/${journalName}`;
  const size = readSlice(path, 0, 0)?.size ?? null;
  if (size === null) return place.bytes === 0 ? { runState, place } : null;
  if (!isPart(folder, place)) return null;
  return size === place.bytes ? { runState, place } : fold(path, { runState, place }, damage);
}

const rebuild = (folder: string, damage: Damage[]): Folded =>
  fold(`${folder}/${journalName}`, { runState: emptyRunState, place: placeAt(Buffer.alloc(0), 0) }, damage);

interface Folded {
  readonly runState: RunState;
  readonly place: JournalPosition;
}

/** Applies the journal after a position, line by line. Others can write to it too, so every line is validated. */
function fold(path: string, from: Folded, damage: Damage[]): Folded {
  let { runState } = from;
  let end = from.place.bytes;
  let at = 0;
  const bad: number[] = [];
  eachLine(path, end, (line) => {
    at++;
    end = line.end;
    const taken = take(runState, line.text, path);
    if (taken.is === "damaged" && line.whole) bad.push(at);
    runState = taken.runState;
  });
  const isEmpty = end > 0 && runState.records === 0;
  if (isEmpty) damage.push({ name: journalName, why: "holds no record that can be read" });
  else if (bad.length > 0) damage.push({ name: journalName, why: describeDamage(bad, from.place.bytes === 0) });
  const slice = readSlice(path, Math.max(0, end - tailBytes), end);
  return { runState, place: slice ? placeAt(slice.bytes, end) : from.place };
}

function describeDamage(bad: readonly number[], isWhole: boolean): string {
  const lines = bad.length === 1 ? `line ${bad[0]}` : `${bad.length} lines, the first is line ${bad[0]}`;
  return `has damage in ${lines}${isWhole ? "" : " of those since the last snapshot"}; the other records count`;
}

function take(runState: RunState, line: string, path: string): { is: "applied" | "damaged"; runState: RunState } {
  if (line.trim() === "") return { is: "applied", runState };
  const read = readRecord(line);
  if (read.is === "newer") throw tooNew(path, read.version);
  return read.is === "record"
    ? { is: "applied", runState: applyRecord(runState, read.record) }
    : { is: "damaged", runState };
}

const tooNew = (path: string, version: number): UserError =>
  new UserError({
    what: `the journal was written by a newer untildone (version ${version})`,
    where: path,
    fix: "update untildone, or name another folder with --state",
  });

/** Every record of the journal, in order. Unreadable lines are skipped, and their numbers given to `onDamage`. */
export function eachRecord(
  folder: string,
  use: (record: JournalRecord, end: number) => void,
  onDamage: (line: number) => void = () => undefined,
): void {
  const path = `${folder}/${journalName}`;
  let at = 0;
  eachLine(path, 0, (line) => {
    at++;
    if (line.text.trim() === "") return;
    const read = readRecord(line.text);
    if (read.is === "newer") throw tooNew(path, read.version);
    if (read.is === "record") use(read.record, line.end);
    else onDamage(at);
  });
}

/** The records from the last one backwards, until `use` returns "enough". */
export function eachRecordBackwards(folder: string, use: (record: JournalRecord) => "more" | "enough"): void {
  const path = `${folder}/${journalName}`;
  eachLineBackwards(path, (line) => {
    const read = readRecord(line);
    if (read.is === "newer") throw tooNew(path, read.version);
    return read.is === "record" ? use(read.record) : "more";
  });
}

/** The position of a journal that ends with these bytes. */
export function placeAt(lastBytes: Buffer, size: number): JournalPosition {
  return { bytes: size, tail: digestTail(lastBytes) };
}

const digestTail = (bytes: Buffer): string => digest(bytes.subarray(-tailBytes).toString("latin1"));
