import { isUserError } from "../lib/errors.js";
import { appendLine, appendText } from "../lib/files/append.js";
import {
  exists,
  makeFolder,
  moveAside,
  removeDrafts,
  removeFile,
  replaceFile,
  replaceOwnFile,
} from "../lib/files/disk.js";
import { readSlice } from "../lib/files/lines.js";
import { type Lock, takeLock } from "../lib/files/lock.js";
import { maskValue, safeJson } from "../lib/secrets/secrets.js";
import { emptyRunState, type RunState } from "./current-run.js";
import { circuitStateName, type Damage, exitStateName, journalName, type Loaded, loadState, placeAt } from "./load.js";
import { confidenceLine, decisionLine, decisionLogName } from "./logs.js";
import { OwnFolder } from "./own-folder.js";
import { type DecisionRecord, type JournalRecord, journalVersion, type NewRecord } from "./record.js";
import { applyRecord } from "./run-state.js";
import { circuitState, exitState, type JournalPosition } from "./snapshots.js";

export const lockName = "untildone.lock";

interface Opening {
  readonly folder: string;
  /** Which command opens it, shown to other processes that find it locked. */
  readonly command: string;
  readonly now: number;
  readonly patienceMs?: number;
}

/** The locked state folder. Only this class writes the state files in it. */
export class Store {
  readonly folder: string;
  /** What was damaged and moved aside, as messages. */
  readonly warnings: string[] = [];
  readonly #lock: Lock;
  readonly #own: OwnFolder;
  #runState: RunState;
  #place: JournalPosition;

  private constructor(folder: string, lock: Lock, loaded: Loaded) {
    this.folder = folder;
    this.#own = new OwnFolder(folder);
    this.#lock = lock;
    this.#runState = loaded.runState;
    this.#place = loaded.place;
  }

  /** Takes the lock and loads the state. Damaged files are moved aside, never deleted, and rebuilt from the journal. */
  static open({ folder, command, now, patienceMs = 10_000 }: Opening): Store {
    makeFolder(folder);
    const lock = takeLock(`${folder}/${lockName}`, { command, at: now, patienceMs });
    try {
      const loaded = loadState(folder);
      const store = new Store(folder, lock, loaded);
      store.#repair(loaded, now);
      return store;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  get runState(): RunState {
    return this.#runState;
  }

  /** Appends a record durably: once this returns, neither a kill nor a power cut can lose it. */
  append<Kind extends JournalRecord["kind"]>(
    record: NewRecord & { kind: Kind },
  ): Extract<JournalRecord, { kind: Kind }> {
    const written = { version: journalVersion, n: this.#runState.records + 1, ...record } as unknown as Extract<
      JournalRecord,
      { kind: Kind }
    >;
    this.#own.refuseLink(this.folder);
    const size = appendLine(`${this.folder}/${journalName}`, safeJson(written));
    this.#runState = applyRecord(this.#runState, written);
    this.#place = this.#placeNow(size);
    return written;
  }

  /** Appends a decision and updates the snapshots and logs. */
  record(decision: NewRecord & { kind: "decision" }): DecisionRecord {
    const written = this.append(decision);
    this.snapshot();
    this.log(decisionLogName(written.at), decisionLine(written));
    this.log("confidence.log", confidenceLine(written));
    return written;
  }

  /** Writes the snapshots. They can be rebuilt from the journal, so a failure is only a warning. */
  snapshot(): void {
    this.#attempt(() => {
      this.#own.refuseLink(this.folder);
      const runState = maskValue(this.#runState);
      replaceOwnFile(`${this.folder}/${circuitStateName}`, circuitState(runState, this.#place));
      replaceOwnFile(`${this.folder}/${exitStateName}`, exitState(runState, this.#place));
    });
  }

  log(name: string, text: string): void {
    this.#attempt(() => {
      this.makeFolder(`${this.folder}/logs`);
      const failed = appendText(`${this.folder}/logs/${name}`, text);
      if (failed !== null) this.warnings.push(failed);
    });
  }

  /** Writes a file of a run for later inspection. A failure is only a warning. */
  writeRunFile(path: string, text: string): void {
    this.#attempt(() => {
      this.makeFolder(path.slice(0, path.lastIndexOf("/")));
      replaceFile(path, text);
    });
  }

  /** A folder in the state folder. Neither may lead elsewhere. */
  makeFolder(path: string): void {
    this.#own.make(path);
  }

  /** Removes the journal and the snapshots. */
  clear(): readonly string[] {
    const gone = [journalName, exitStateName, circuitStateName].filter((name) => exists(`${this.folder}/${name}`));
    for (const name of gone) removeFile(`${this.folder}/${name}`);
    this.#runState = emptyRunState;
    this.#place = this.#placeNow(0);
    return gone;
  }

  close(): void {
    this.#lock.release();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #placeNow(size: number): JournalPosition {
    const end = size === 0 ? null : readSlice(`${this.folder}/${journalName}`, Math.max(0, size - 512), size);
    return placeAt(end?.bytes ?? Buffer.alloc(0), size);
  }

  #repair({ damage, orphan, stale }: Loaded, now: number): void {
    for (const found of damage) this.warnings.push(this.#setAside(found, now));
    if (damage.some(({ name }) => name === journalName) && this.#runState.records === 0)
      this.#place = this.#placeNow(0);
    if (orphan) {
      const why = "carried over from circuit-state.json: the journal was lost";
      this.append({ kind: "breaker", at: new Date(now).toISOString(), run: "", why, breaker: orphan });
      this.warnings.push(
        `the journal was lost, but the breaker was open and stays open: ${orphan.reason ?? "no reason"}`,
      );
    }
    if (stale) removeDrafts(this.folder); // A process was killed here.
    if ((stale && this.#runState.records > 0) || damage.length > 0) this.snapshot();
  }

  #setAside({ name, why }: Damage, now: number): string {
    const isJournal = name === journalName;
    if (isJournal && this.#runState.records > 0) return `${this.folder}/${name} ${why}`;
    const path = `${this.folder}/${name}`;
    if (!exists(path)) return `${path} ${why}; made again from the journal`;
    const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(":", "");
    const aside = moveAside(path, `${path}.damaged-${stamp}`);
    return `${path} ${why}: set aside as ${aside}, ${isJournal ? "a new one is begun" : "made again from the journal"}`;
  }

  #attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!isUserError(error)) throw error;
      this.warnings.push(`${error.where}: ${error.what}`);
    }
  }
}
