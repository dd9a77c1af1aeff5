import type { Baseline } from "../../evidence/baseline.js";
import { openKeptResults } from "../../evidence/kept-results.js";
import type { WorkLedger } from "../../evidence/ledger/work-ledger.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { pathResolve } from "../../lib/files/folder.js";
import { now } from "../../lib/time/clock.js";
import type { FolderGuard } from "../../store/guard.js";
import { openCheckpoints } from "../git/git.js";
import { describeMissing, prepareWorktree } from "../git/prepare-worktree.js";
import { watchCheckout } from "../git/watch-checkout.js";
import { watchHidden } from "../hidden/watch-hidden.js";
import { RunWork } from "../loop/run-work.js";
import { type GuardedWrite, guardedWrite } from "../records/guarded-write.js";
import { recallList, resumeLedger, saveLedger, startLedger } from "../records/ledger.js";
import { markOpen } from "../records/open-runs.js";
import { findOutputFiles } from "../records/own-output.js";
import { keptResultsFile } from "../records/private-folder.js";
import type { WorkspacePort } from "../session.js";
import { startSnapshots } from "../snapshots/open-snapshots.js";
import { openBaseline } from "./baseline.js";
import type { OpenedRun } from "./open-run.js";
import { makeWarn } from "./options.js";
import { openParking } from "./parking.js";
import { readListText } from "./parts.js";
import { isParallel } from "./refuse-parallel.js";

/** How the folder of a run was at its start. */
export interface WorkspaceStart {
  readonly guard: FolderGuard;
  readonly own: readonly string[];
  readonly baseline: Baseline;
}

/** Takes the baseline, or goes on from that of the run's start. */
export async function openStart(opened: OpenedRun, guard: FolderGuard): Promise<WorkspaceStart> {
  const own = await findOwn(opened);
  await prepare(opened);
  return { guard, own, baseline: await openBaseline(opened, { guard, own }) };
}

/** The folder of a run as its loop needs it. */
export async function openWorkspace(
  opened: OpenedRun,
  { guard, own, baseline }: WorkspaceStart,
): Promise<WorkspacePort> {
  const { id, store, options, host, lastRun, logs, work, parts, privateFolder, record, room, hidden } = opened;
  const resumed = options.resume !== null;
  const { cwd } = work;
  const warn = makeWarn(host);
  const write = guardedWrite(guard, host);
  const checkpoints = await openCheckpoints(options, {
    ...{ id, resumed, store, logs, warn, work },
    privateFolder: privateFolder.path,
    away: hidden?.ownIn(cwd) ?? [],
  });
  const snapshots = isParallel(options)
    ? {}
    : await startSnapshots({ cwd, run: id, privateFolder: privateFolder.path }, warn);
  const parking = openParking({
    ...{ options, privateFolder, stateFolder: store.folder, run: id, lastRun, warn },
    record: (result) =>
      write(() => {
        store.append({ kind: "park", run: id, at: new Date(now()).toISOString(), ...result });
      }),
  });
  const ledger = record.baseline === null ? startLedger(baseline) : resumeLedger(privateFolder, id);
  const ledgerFile = openLedgerFile(opened, ledger);
  // A start that fails earlier leaves the previous run resumable.
  markOpen(privateFolder, { run: id, stateFolder: store.folder });
  guard.remember();
  if (isParallel(options)) ledgerFile.write = write;
  const kept = openKeptResults({ path: keptResultsFile(privateFolder), now, write });
  // A start with older files is not what the first turn finds.
  const isOlder = resumed || baseline.state.snapshot === null;
  const state = isOlder ? await lookAtWorkspace(cwd, { ignore: own, start: baseline.state }) : baseline.state;
  return {
    ...{ cwd, own, baseline, state, guard, checkpoints },
    ...parking,
    ...snapshots,
    checks: { plans: parts.plans, room, kept, logFile: logFilesIn(store, logs) },
    work: openWork(opened, ledger, ledgerFile.save),
    ...(hidden ? { hidden: watchHidden(hidden, cwd) } : {}),
    ...(work.worktree ? { outside: await watchCheckout({ cwd: options.cwd, own }) } : {}),
  };
}

/** Folders and files in the workspace that untildone writes. */
async function findOwn({
  id,
  store,
  options,
  host,
  work,
  privateFolder,
  hidden,
}: OpenedRun): Promise<readonly string[]> {
  const output = host.ownsOutput ? await findOutputFiles(options.cwd, id, host.stop.now) : [];
  const reserved = (options.reserved ?? []).map((folder) => pathResolve(work.cwd, folder));
  const stateFolder = pathResolve(work.cwd, options.config.stateFolder);
  const away = [...(hidden?.ownIn(work.cwd) ?? []), ...(work.worktree ? (hidden?.ownIn(options.cwd) ?? []) : [])];
  return [store.folder, stateFolder, privateFolder.path, ...reserved, ...output, ...away];
}

/** What a new worktree needs before its first check. */
async function prepare({ options, host, logs, work, record, room }: OpenedRun): Promise<void> {
  if (!work.worktree || record.baseline !== null) return;
  const { cwd } = work;
  const { setup } = options.git;
  const missing = setup === null ? describeMissing(options.cwd, cwd) : null;
  if (missing !== null) makeWarn(host)(missing);
  await prepareWorktree({ setup, cwd, logFile: `${logs}/baseline/setup.log`, signal: host.stop.now, room });
}

interface LedgerFile {
  /** Beside agents that are at work, what they changed is put back first. */
  write: GuardedWrite;
  readonly save: (ledger: WorkLedger) => void;
}

function openLedgerFile({ id, host, privateFolder }: OpenedRun, ledger: WorkLedger): LedgerFile {
  const file: LedgerFile = {
    write: (act) => act(),
    save: (changed) => {
      const failed = file.write(() => saveLedger(privateFolder, id, changed));
      if (failed !== null) makeWarn(host)(failed);
    },
  };
  file.save(ledger);
  return file;
}

function openWork(opened: OpenedRun, ledger: WorkLedger, save: (ledger: WorkLedger) => void): RunWork {
  const { options, work, lastRun, privateFolder, host } = opened;
  const { grantedBy, acceptListEdits } = options.config.resolved.settings;
  const resumed = options.resume !== null;
  return new RunWork(ledger, {
    ...{ save, resumed, isListGiven: grantedBy !== "facts", acceptsEdits: acceptListEdits },
    listBefore: resumed
      ? null
      : recallList(readListText(options.tasks, work.cwd), {
          ...{ run: lastRun, folder: privateFolder, warn: makeWarn(host), acceptsEdits: acceptListEdits },
        }),
  });
}

/** Where the logs of an iteration go. */
export const logFilesIn =
  (store: OpenedRun["store"], logs: string): WorkspacePort["checks"]["logFile"] =>
  (iteration, name) => {
    store.makeFolder(logs);
    return `${logs}/${String(iteration).padStart(4, "0")}-${name}`;
  };
