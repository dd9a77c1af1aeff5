import { isRecord } from "../base/is-record.js";
import { tryParseJson } from "../base/try-parse-json.js";
import { branchName } from "../checkpoints/checkpoints.js";
import type { SetAside } from "../core/decision.js";
import { eachRecord, journalName, loadState } from "../store/load.js";
import { type DecisionRecord, readDecision } from "../store/record.js";
import { applyRecord, type CurrentRun, findRun, type RunState } from "../store/run-state.js";
import { appendLine, makeFolder, replaceOwnFile } from "../system/disk.js";
import { readIfThere } from "../system/files.js";
import { safeJson } from "../system/secrets.js";
import type { Board, JournalEntry } from "./board.js";
import { type ExportedRun, exportedName } from "./exported.js";
import { nameFolders } from "./name-folders.js";
import type { Submission } from "./terms.js";

/** What an export has added. */
export interface Exported {
  readonly added: number;
  /** Entries that are no decisions of the submission's tasks. */
  readonly skipped: number;
}

/** The state folder of a run, as the other commands expect it in a project. */
const stateName = ".ralph";
const positionName = "fleet-export.json";
const batch = 200;

/** How far the journal of one repository is written. */
interface Written {
  /** Records up to the position in the stream. */
  n: number;
  /** When the last of them was made, by the clock of Redis. */
  at: number;
}

interface OpenJournal extends Written {
  readonly folder: string;
  /** Records that are no decision of the fleet: what a person accepted here. */
  readonly own: number;
  readonly tasks: ReadonlySet<string>;
  runState: RunState;
}

/**
 * The common journal of a submission as files: for each repository the `decisions.jsonl` that a run of its own would
 * have. What is there already is not written again, also if the last export was killed: numbers follow from the order
 * in the stream.
 */
export class JournalExport {
  /** The folder of each repository, in the order of the submission. */
  readonly folders: readonly string[];
  readonly #submission: Submission;
  readonly #folder: string;
  #journals: readonly OpenJournal[] | null = null;
  #after = "";

  constructor(submission: Submission, folder: string) {
    this.#submission = submission;
    this.#folder = folder;
    this.folders = nameFolders(submission.repositories.map(({ name }) => name)).map((name) => `${folder}/${name}`);
  }

  /** Makes the folders and reads what is in them. */
  prepare(): void {
    this.#journals ??= this.#open();
  }

  /** Writes what is new. */
  async update(board: Pick<Board, "readJournal">): Promise<Exported> {
    this.#journals ??= this.#open();
    let [added, skipped] = [0, 0];
    for (;;) {
      const entries = await board.readJournal(this.#submission.id, { after: this.#after, most: batch });
      const last = entries.at(-1);
      if (!last) return { added, skipped };
      const written = this.#write(entries, this.#journals);
      added += written.added;
      skipped += written.skipped;
      this.#after = last.id;
      this.#savePosition(this.#journals);
    }
  }

  get #position(): string {
    return `${this.#folder}/${positionName}`;
  }

  #open(): readonly OpenJournal[] {
    makeFolder(this.#folder);
    const position = readPosition(readIfThere(this.#position) ?? "", this.#submission);
    const begun = Date.parse(this.#submission.at) || 0;
    const { id: submission } = this.#submission;
    const journals = this.#submission.repositories.map(({ tasks, url }, index) => {
      const folder = `${this.folders[index]}/${stateName}`;
      makeFolder(folder);
      const exported: ExportedRun = { submission, url, branch: branchName(submission) };
      replaceOwnFile(`${folder}/${exportedName}`, `${safeJson(exported)}\n`);
      const { n, at } = position?.journals[index] ?? { n: 0, at: begun };
      const { runState } = loadState(folder);
      return { folder, n, at, own: countOwn(folder), tasks: new Set(tasks.map(({ id }) => id)), runState };
    });
    // A journal that was removed is written again.
    if (position && journals.every(({ n, own, runState }) => runState.records - own >= n)) this.#after = position.after;
    else for (const journal of journals) Object.assign(journal, { n: 0, at: begun });
    return journals;
  }

  #write(entries: readonly JournalEntry[], journals: readonly OpenJournal[]): Exported {
    let [added, skipped] = [0, 0];
    for (const [index, journal] of journals.entries()) {
      const lines: string[] = [];
      for (const entry of entries.filter(({ repository }) => repository === index)) {
        const record = readEntry(entry, this.#submission.id, journal.tasks);
        if (record === null) {
          skipped++;
          continue;
        }
        const line = take(journal, record, timeOf(entry));
        if (line !== null) lines.push(line);
      }
      if (lines.length > 0) appendLine(`${journal.folder}/${journalName}`, lines.join("\n"));
      added += lines.length;
    }
    return { added, skipped: skipped + entries.filter(({ repository }) => !journals[repository]).length };
  }

  #savePosition(journals: readonly OpenJournal[]): void {
    const { id } = this.#submission;
    const written = journals.map(({ n, at }) => ({ n, at }));
    replaceOwnFile(
      this.#position,
      `${JSON.stringify({ version: 1, submission: id, after: this.#after, journals: written })}\n`,
    );
  }
}

function countOwn(folder: string): number {
  let own = 0;
  eachRecord(folder, ({ kind }) => {
    if (kind !== "decision") own++;
  });
  return own;
}

/** Counts a record, and returns its line; null if the journal has it already. */
function take(journal: OpenJournal, record: DecisionRecord, time: number): string | null {
  const seconds = Math.max(0, time - journal.at) / 1000;
  journal.n++;
  journal.at = Math.max(journal.at, time);
  if (journal.n <= journal.runState.records - journal.own) return null;
  const placed = placeRecord(record, { n: journal.n + journal.own, seconds, runState: journal.runState });
  journal.runState = applyRecord(journal.runState, placed);
  return safeJson(placed);
}

/** Whoever can write to Redis can write entries. Null for what is no decision about a task of this repository. */
function readEntry({ record: line }: JournalEntry, submission: string, tasks: ReadonlySet<string>) {
  const record = readDecision(line);
  if (record?.run !== submission) return null;
  const task = record.unit ?? record.about?.unit;
  return task === undefined || tasks.has(task) ? record : null;
}

/** The first part of an entry's id is when Redis took it, in milliseconds. */
const timeOf = ({ id }: JournalEntry): number => Number(id.split("-", 1)[0]) || 0;

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

function readPosition(
  text: string,
  { id, repositories }: Submission,
): { readonly after: string; readonly journals: readonly Written[] } | null {
  const value = tryParseJson(text);
  if (!isRecord(value) || value["version"] !== 1 || value["submission"] !== id) return null;
  const { after, journals } = value;
  if (typeof after !== "string" || !/^\d+-\d+$/.test(after) || !Array.isArray(journals)) return null;
  return journals.length === repositories.length && journals.every(isWritten) ? { after, journals } : null;
}

const isWritten = (value: unknown): value is Written =>
  isRecord(value) && Number.isSafeInteger(value["n"]) && Number.isFinite(value["at"]);
