import { isRecord } from "../base/is-record.js";
import type { Baseline } from "../evidence/baseline.js";
import type { Store } from "../store/store.js";
import { readIfThere } from "../system/files.js";
import { digest } from "../system/folder.js";
import { emptyList } from "../work/list-ledger.js";
import { newLedger, type WorkLedger } from "../work/work-ledger.js";

/** What a run knows about the work. Guarded like all state files. */
export const ledgerFile = (logs: string): string => `${logs}/work.json`;

/** The saved ledger; null if the run had not started to work. */
export function readLedger(file: string, warn: (text: string) => void): WorkLedger | null {
  const text = readIfThere(file);
  if (text === null) return null;
  try {
    const saved: unknown = JSON.parse(text);
    if (isRecord(saved) && saved["version"] === 1 && isRecord(saved["tasks"]) && isRecord(saved["list"]))
      return { ...saved, list: { ...emptyList, ...saved["list"] } } as unknown as WorkLedger;
  } catch {
    // Reported below.
  }
  warn(`${file} is damaged; tasks ticked now count as done, and only work from here on counts as evidence`);
  return null;
}

interface LastRun {
  readonly run: string | null;
  readonly warn: (text: string) => void;
}

/** Tasks that the last run's agent ticked without visible work, if the list was not edited since. */
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
