import { FolderGuard } from "../../store/guard.js";
import { journalName } from "../../store/load.js";
import type { Store } from "../../store/store.js";
import type { RunOptions } from "../start/options.js";
import { openRunFile } from "./open-runs.js";
import { keptResultsFile, type PrivateFolder } from "./private-folder.js";
import { refusedFile } from "./refused-memory.js";
import { guardedFiles } from "./run-files.js";
import { ledgerFile, recordFile } from "./run-record.js";

interface GuardedRun {
  readonly id: string;
  readonly store: Pick<Store, "folder">;
  readonly options: Pick<RunOptions, "cwd">;
  readonly logs: string;
  readonly privateFolder: PrivateFolder;
}

/** Guards all files of ours that the agent of a run could reach. */
export const guardRun = ({ id, store, options, logs, privateFolder }: GuardedRun): FolderGuard =>
  new FolderGuard(`${store.folder}/${journalName}`, [
    ...guardedFiles(store.folder, options.cwd, logs),
    recordFile(privateFolder, id),
    openRunFile(privateFolder, id),
    ledgerFile(privateFolder, id),
    keptResultsFile(privateFolder),
    refusedFile(privateFolder),
  ]);
