import { isRecord } from "../base/is-record.js";
import type { Baseline } from "../evidence/baseline.js";
import type { Store } from "../store/store.js";
import { readIfThere } from "../system/files.js";
import { digest } from "../system/folder.js";
import { newLedger, type WorkLedger } from "../work/work-ledger.js";

/** Where a run keeps what it has seen of the work. Guarded like all that only we write. */
export const ledgerFile = (logs: string): string => `${logs}/work.json`;

/** What the run had seen before it was stopped; null where it had not begun to work. */
export function readLedger(file: string, warn: (text: string) => void): WorkLedger | null {
  const text = readIfThere(file);
  if (text === null) return null;
  try {
    const held: unknown = JSON.parse(text);
    if (isRecord(held) && held["version"] === 1 && isRecord(held["tasks"]) && isRecord(held["list"]))
      return held as unknown as WorkLedger;
  } catch {
    // Said below.
  }
  warn(`${file} is damaged; tasks ticked now count as done, and only work from here on counts as evidence`);
  return null;
}

interface LastRun {
  readonly run: string | null;
  readonly warn: (text: string) => void;
}

/** Boxes the last run's agent ticked without showing any work, in a list that nobody has edited since. */
export function owedByLastRun({ folder }: Store, list: string | null, { run: last, warn }: LastRun): readonly string[] {
  const ledger =
    last === null || list === null ? null : readLedger(ledgerFile(`${folder}/logs/${last}`), () => undefined);
  if (!ledger || list === null || ledger.listSeen !== digest(list) || ledger.list.owed.length === 0) return [];
  const { owed } = ledger.list;
  warn(
    `ticked by the agent in the last run and not accepted, so not done: ${owed.join(", ")} (edit the list to say otherwise)`,
  );
  return owed;
}

export const startLedger = ({ checks, writtenByChecks = [] }: Baseline): WorkLedger =>
  newLedger(checks, writtenByChecks);
