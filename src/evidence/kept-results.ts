import { makePrivateFolder, replaceOwnFile } from "../lib/files/disk.js";
import { readIfThere } from "../lib/files/files.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { sealJson, unsealJson } from "../lib/secrets/secrets.js";

/** Results of what was run, by a digest of all that it was measured on. */
export interface KeptResults {
  /** Null where nothing is kept under this key, or the reader does not know what is. */
  find<T>(key: string, read: (value: unknown) => T | null): T | null;
  /** Plain JSON. */
  keep(key: string, value: unknown): void;
}

interface KeptResult {
  readonly key: string;
  readonly at: number;
  readonly value: unknown;
}

const maxEntries = 200;
const maxBytes = 4 * 1024 * 1024;
/** Tests may depend on the day, and machines change: older results are measured again. */
const maxAgeMs = 24 * 60 * 60 * 1000;

export interface KeptFile {
  /** In a folder of ours, which is made for it. */
  readonly path: string;
  readonly now: () => number;
  /** How it is written while an agent may be at work. */
  readonly write?: (act: () => void) => void;
}

/**
 * Results in a file, which is read only once: what is written there while an agent works is not read. One that cannot be
 * read or written only costs time.
 */
export function openKeptResults({ path, now, write = (act) => act() }: KeptFile): KeptResults {
  let entries = readEntries(path);
  return {
    find(key, read) {
      const found = entries.find((entry) => entry.key === key);
      const age = found === undefined ? Number.POSITIVE_INFINITY : now() - found.at;
      return found === undefined || age < 0 || age > maxAgeMs ? null : read(found.value);
    },
    keep(key, value) {
      entries = limit([...entries.filter((entry) => entry.key !== key), { key, at: now(), value }]);
      write(() => writeEntries(path, entries));
    },
  };
}

function readEntries(path: string): readonly KeptResult[] {
  try {
    const saved = tryParseJson(unsealJson(readIfThere(path) ?? "null"));
    if (!isRecord(saved) || saved["version"] !== 1 || !Array.isArray(saved["entries"])) return [];
    return saved["entries"].filter(isEntry);
  } catch {
    return []; // Not a file of ours: it is replaced.
  }
}

const isEntry = (entry: unknown): entry is KeptResult =>
  isRecord(entry) && typeof entry["key"] === "string" && typeof entry["at"] === "number" && "value" in entry;

/** The newest. */
function limit(entries: readonly KeptResult[]): readonly KeptResult[] {
  let bytes = 0;
  const kept: KeptResult[] = [];
  for (const entry of entries.slice(-maxEntries).reverse()) {
    bytes += JSON.stringify(entry.value ?? null).length;
    if (bytes > maxBytes) break;
    kept.unshift(entry);
  }
  return kept;
}

function writeEntries(path: string, entries: readonly KeptResult[]): void {
  try {
    makePrivateFolder(path.slice(0, path.lastIndexOf("/")));
    replaceOwnFile(path, sealJson({ version: 1, entries }));
  } catch {
    // Then the same is measured again next time.
  }
}
