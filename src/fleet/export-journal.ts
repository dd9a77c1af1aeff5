import { makeFolder, replaceOwnFile } from "../lib/files/disk.js";
import { readIfThere } from "../lib/files/files.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { safeJson } from "../lib/secrets/secrets.js";
import { branchName, type DecisionRecord, JournalCopy, readDecision } from "../run.js";
import type { JournalEntry } from "./board-terms.js";
import { type ExportedRun, exportedName } from "./exported.js";
import type { FleetJournal } from "./journal.js";
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
  readonly copy: JournalCopy;
  readonly tasks: ReadonlySet<string>;
}

/**
 * The common journal of a submission as files: for each repository the `decisions.jsonl` that a run of its own would
 * have. What already exists is not written again, also if the last export was killed: numbers follow from the order
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
  async update(journal: Pick<FleetJournal, "read">): Promise<Exported> {
    this.#journals ??= this.#open();
    let [added, skipped] = [0, 0];
    for (;;) {
      const entries = await journal.read(this.#submission.id, { after: this.#after, most: batch });
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
      return { copy: new JournalCopy(folder), n, at, tasks: new Set(tasks.map(({ id }) => id)) };
    });
    // A journal that was removed is written again.
    if (position && journals.every(({ n, copy }) => copy.count >= n)) this.#after = position.after;
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
      journal.copy.append(lines);
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

/** Counts a record, and returns its line; null if the journal has it already. */
function take(journal: OpenJournal, record: DecisionRecord, time: number): string | null {
  const seconds = Math.max(0, time - journal.at) / 1000;
  journal.n++;
  journal.at = Math.max(journal.at, time);
  return journal.copy.take(record, { n: journal.n, seconds });
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
