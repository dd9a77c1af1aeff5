import { replaceOwnFile } from "../../lib/files/disk.js";
import { pathResolve } from "../../lib/files/folder.js";
import { now } from "../../lib/time/clock.js";
import { journalName } from "../../store/load.js";
import { Store } from "../../store/store.js";
import { refuseWithoutGit } from "../git/git.js";
import { refuseHiddenInClone } from "../hidden/hide-files.js";
import { readList } from "../loop/select.js";
import { openPrivateFolder, type PrivateFolder } from "../records/private-folder.js";
import { makeRecord } from "../start/make-record.js";
import { type OpenedRun, openRun } from "../start/open-run.js";
import type { RunHost, RunOptions } from "../start/options.js";
import type { Parts } from "../start/parts.js";
import { refuseEndless } from "../start/refuse-endless.js";
import { refuseUnusableList } from "../start/refuse-list.js";
import { avoidProject, refuseSandbox } from "../start/sandbox-options.js";
import { takeBackLeft } from "../start/take-back-left.js";
import { resolveIn } from "./clone.js";
import type { TaskTerms } from "./task-terms.js";

/** Opens a run in a clone, where another place may have begun it. Its store is open. */
export async function openClone(options: RunOptions, host: RunHost, terms: TaskTerms): Promise<OpenedRun> {
  avoidProject(options);
  await takeBackLeft(options, host);
  refuseEndless(options.config);
  await refuseWithoutGit(options);
  await refuseSandbox(options);
  const parts = await resolveIn(options, terms.start);
  refuseHiddenInClone(parts.plans);
  const list = await readList(parts.tracker);
  refuseUnusableList(options, list);
  const privateFolder = openPrivateFolder(options.cwd, options);
  const folder = pathResolve(options.cwd, options.config.stateFolder);
  const store = openStore(folder, terms);
  try {
    const asked = { ...options, isClone: true, resume: resumeAt(options, { terms, parts, privateFolder, folder }) };
    return await openRun(store, asked, { parts, list, host, privateFolder });
  } catch (error) {
    store.close();
    throw error;
  }
}

/** With the decisions that were made elsewhere. */
function openStore(folder: string, { left }: TaskTerms): Store {
  const opening = { folder, command: "fleet worker", now: now(), patienceMs: 0 };
  if (left === null) return Store.open(opening);
  Store.open(opening).close(); // Makes the folder.
  replaceOwnFile(`${folder}/${journalName}`, left.journal);
  return Store.open(opening);
}

interface Resumed {
  readonly terms: TaskTerms;
  readonly parts: Parts;
  readonly privateFolder: PrivateFolder;
  readonly folder: string;
}

/** The checks are planned again, from what was submitted. */
function resumeAt(options: RunOptions, { terms: { left }, parts, privateFolder, folder }: Resumed) {
  const { project } = privateFolder;
  return left && makeRecord(options, { id: left.run, project, stateFolder: folder, parts, gitSettings: null });
}
