import type { Baseline } from "../../evidence/baseline.js";
import { emptyList, type ListLedger, listRefused } from "../../evidence/ledger/list-ledger.js";
import { newLedger, type WorkLedger } from "../../evidence/ledger/work-ledger.js";
import { errorMessage } from "../../lib/errors.js";
import { exists, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { digest } from "../../lib/files/folder.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { sealJson, unsealJson } from "../../lib/secrets/secrets.js";
import type { PrivateFolder } from "./private-folder.js";
import { cannotResume, ledgerFile } from "./run-record.js";
import { packLists, unpackLists } from "./task-lists.js";

/** The saved ledger; null if there is none that can be read. */
export function readLedger(folder: PrivateFolder, run: string): WorkLedger | null {
  const saved = tryParseJson(unsealJson(readIfThere(ledgerFile(folder, run)) ?? ""));
  if (!isRecord(saved) || saved["version"] !== 1 || !isRecord(saved["tasks"]) || !isRecord(saved["list"])) return null;
  return unpackLists(folder, run, { ...saved, list: { ...emptyList, ...saved["list"] } }) as WorkLedger | null;
}

/** Without its ledger, what the agent ticked could not be told from what a person did. */
export function resumeLedger(folder: PrivateFolder, run: string): WorkLedger {
  const ledger = readLedger(folder, run);
  if (ledger) return ledger;
  const file = ledgerFile(folder, run);
  throw cannotResume(run, `what it knows about its work is ${exists(file) ? "damaged" : "missing"}`, file);
}

/** A disk that is full for a moment does not end a run. */
export function saveLedger(folder: PrivateFolder, run: string, ledger: WorkLedger): string | null {
  try {
    replacePrivateFile(ledgerFile(folder, run), `${sealJson(packLists(folder, run, ledger))}\n`);
    return null;
  } catch (error) {
    return `${ledgerFile(folder, run)} cannot be written: ${errorMessage(error)}`;
  }
}

interface LastRun {
  /** What an agent does to the list counts like a person's edit, ticks aside. */
  readonly acceptsEdits: boolean;
  readonly run: string | null;
  readonly folder: PrivateFolder;
  readonly warn: (text: string) => void;
}

/** The list as the last run left it, if it was not edited since: what that run refused is still refused, and told. */
export function recallList(list: string | null, { run: last, folder, warn, acceptsEdits }: LastRun): ListLedger | null {
  const ledger = last === null || list === null ? null : readLedger(folder, last);
  if (!ledger || list === null || ledger.listSeen !== digest(list)) return null;
  const before = acceptsEdits ? { ...ledger.list, asked: [] } : ledger.list;
  const { owed, seen } = before;
  const changed = listRefused(seen, before).map(({ title }) => title);
  if (owed.length > 0)
    warn(
      `ticked by the agent in the last run and not accepted, so not done: ${owed.join(", ")} (edit the list to say otherwise)`,
    );
  if (changed.length > 0)
    warn(
      `taken off the list or changed by the agent in the last run, so still asked for as before: ${changed.join(", ")} (edit the list to say otherwise)`,
    );
  return owed.length + changed.length === 0 ? null : before;
}

export const startLedger = ({ checks, writtenByChecks = [] }: Baseline): WorkLedger =>
  newLedger(checks, writtenByChecks);
