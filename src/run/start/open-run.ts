import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import { foldWarnings } from "../../decide/fold-warnings.js";
import type { KnownTasks } from "../../decide/tasks.js";
import { expectManyDigests } from "../../lib/files/folder.js";
import { newRunId, now } from "../../lib/time/clock.js";
import { findOutcome } from "../../store/acceptance.js";
import type { RunState } from "../../store/current-run.js";
import type { Store } from "../../store/store.js";
import { isReadCheaply } from "../../tasks/find-list.js";
import { openWorkFolder, refuseUncommitted, type WorkFolder } from "../git/git.js";
import { digestGitSettings, type GitSettings } from "../git/git-settings.js";
import { type HiddenRun, hideFiles, pathsToLeaveOut, refuseHidden } from "../hidden/hide-files.js";
import type { TaskChoice } from "../loop/task-choice.js";
import { refuseAfterCutOff } from "../records/open-runs.js";
import { isInside, type PrivateFolder } from "../records/private-folder.js";
import { writeGitignore } from "../records/run-files.js";
import { type RunRecord, readHead, removeOldRecords, saveRecord } from "../records/run-record.js";
import { announceRun } from "./announce-run.js";
import { passBreaker } from "./breaker.js";
import { withRoomForTasks } from "./budget.js";
import { chooseFrom, describeChoice } from "./choose-tasks.js";
import { makeRecord } from "./make-record.js";
import { makeWarn, type RunHost, type RunOptions } from "./options.js";
import { type Parts, resolveParts } from "./parts.js";
import { openRoom } from "./run-room.js";

/** A run with its folder, files and parts, before its session is opened. */
export interface OpenedRun {
  readonly id: string;
  readonly store: Store;
  readonly options: RunOptions;
  readonly host: RunHost;
  /** The previous run. */
  readonly lastRun: string | null;
  readonly logs: string;
  readonly work: WorkFolder;
  readonly parts: Parts;
  readonly privateFolder: PrivateFolder;
  readonly record: RunRecord;
  readonly choice: TaskChoice | null;
  /** Where the checks are made. Whoever opened the run closes it. */
  readonly room: CheckRoom;
  /** The files of hidden checks, which are away; null without such a check. */
  readonly hidden: HiddenRun | null;
}

export interface RunContext {
  readonly parts: Parts;
  /** The tasks before the run. */
  readonly list: KnownTasks;
  readonly host: RunHost;
  readonly privateFolder: PrivateFolder;
}

/** Creates the run's id, files and folder, and emits its start. */
export async function openRun(
  store: Store,
  requested: RunOptions,
  { parts: found, list, host, privateFolder }: RunContext,
): Promise<OpenedRun> {
  expectManyDigests();
  const { emit } = host;
  const warn = makeWarn(host);
  const lastRun = store.runState.run?.id ?? null;
  const resumed = requested.resume !== null;
  if (!resumed) refuseAfterCutOff(privateFolder, store.folder);
  const id = requested.resume?.run ?? newRunId(now());
  const options = resumed ? requested : { ...requested, config: withRoomForTasks(requested.config, list) };
  await passBreaker(store, options, { ask: host.ask, run: id });
  const logs = `${store.folder}/logs/${id}`;
  writeGitignore(store.folder);
  for (const text of foldWarnings([...options.config.warnings, ...store.warnings])) warn(text);
  refuseHidden(options, found.plans);
  const work = await openWorkFolder(options, {
    ...{ id, resumed, store, logs, warn },
    without: pathsToLeaveOut(options, found.plans),
  });
  const parts = work.worktree ? await resolveInWorktree(options, found, work) : found;
  // Read again only where that is cheap, or where a person chose from it.
  const isRead = isReadCheaply(options.tasks) || options.choose !== undefined;
  const listing = isRead ? await parts.tracker.list() : null;
  const chosen = listing && chooseFrom(options, listing);
  const choice = chosen?.choice ?? null;
  announceRun(host, { id, options, parts, listing, choice, store });
  if (choice && listing?.is === "tasks") for (const text of describeChoice(choice, listing.tasks)) warn(text);
  if (work.worktree) emit({ type: "worktree-entered", ...work.worktree });
  if (!resumed && isUnfinished(store.runState, privateFolder)) warn(startsFromHere);
  if (isInside(privateFolder)) warn(`${privateFolder.path} is in the project, where the agent works: ${outside}`);
  const record = makeRecord(options, {
    ...{ id, project: privateFolder.project, stateFolder: store.folder, parts },
    gitSettings: work.worktree ? await findGitSettings(options) : null,
    ...(chosen ? { chosen: chosen.named } : {}),
  });
  saveRecord(privateFolder, record);
  removeOldRecords(privateFolder, [id, ...(lastRun === null ? [] : [lastRun])]);
  const room = openRoom(options, {
    ...{ run: id, cwd: work.cwd, stateFolder: store.folder, privateFolder, plans: parts.plans },
  });
  return hideFiles({
    ...{ id, store, options, host, lastRun, logs, work, parts, privateFolder, record, choice, room },
    hidden: null,
  });
}

/** As they were when the run began: a resumed one may find what its agent changed. */
const findGitSettings = async ({ resume, cwd }: RunOptions): Promise<GitSettings | null> =>
  resume ? (resume.gitSettings ?? null) : digestGitSettings(cwd);

/** Whether the last run of the loop ended without completing. */
const isUnfinished = (state: RunState, folder: PrivateFolder): boolean =>
  state.run !== null &&
  state.last !== null &&
  findOutcome(state) !== "completed" &&
  readHead(folder, state.run.id) !== null;

const startsFromHere =
  "the last run did not complete: this one starts from the files as that one left them (untildone run --resume continues it, measured from its own start)";

const outside = "name a folder outside with XDG_STATE_HOME";

/** The parts as committed in the worktree. */
async function resolveInWorktree(options: RunOptions, found: Parts, work: WorkFolder): Promise<Parts> {
  try {
    const named = [options.tasks, options.promptFile, options.templateFile, found.promptFile];
    refuseUncommitted(named, { from: options.cwd, to: work.cwd });
    return await resolveParts(options, work.cwd);
  } catch (error) {
    await work.abandon();
    throw error;
  }
}
