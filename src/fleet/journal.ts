import { unpackText } from "../lib/text/pack-text.js";
import type { JournalEntry } from "./board-terms.js";
import type { Connection } from "./connect.js";
import type { BoardKeys } from "./names.js";

/** The journals of submissions, as the scripts of the board write them. */
export class FleetJournal {
  readonly #connection: Connection;
  readonly #keys: BoardKeys;

  constructor(connection: Connection, keys: BoardKeys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  /** From an entry on, which is left out. */
  async read(id: string, { after, most = 1_000 }: { after: string; most?: number }): Promise<readonly JournalEntry[]> {
    const { redis } = this.#connection;
    const start = after === "" ? "-" : `(${after}`;
    const entries = await redis.xrange(this.#keys.journal(id), start, "+", "COUNT", most);
    return entries.map(readEntry);
  }

  /** What it has about one repository. */
  async *readOf(id: string, repository: number): AsyncGenerator<JournalEntry> {
    const { redis } = this.#connection;
    const ids = await redis.lrange(this.#keys.entries(id, repository), 0, -1);
    for (let at = 0; at < ids.length; at += entriesAtOnce) {
      const some = ids.slice(at, at + entriesAtOnce);
      const found = await Promise.all(some.map((entry) => redis.xrange(this.#keys.journal(id), entry, entry)));
      yield* found.flat().map(readEntry);
    }
  }
}

const entriesAtOnce = 200;
const maxRecordBytes = 16 * 1024 * 1024;

const readEntry = ([entry, fields]: readonly [string, readonly string[]]): JournalEntry => ({
  id: entry,
  repository: Number(fields[fields.indexOf("repository") + 1]),
  record: unpackText(fields[fields.indexOf("record") + 1] ?? "", maxRecordBytes) ?? "",
});
