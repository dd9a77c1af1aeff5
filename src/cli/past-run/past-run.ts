import { resolve } from "node:path";
import type { CommandPlan } from "../../evidence/plan.js";
import { UserError } from "../../lib/errors.js";
import { findWorkFolder } from "../../run/git/git.js";
import { findPrivateFolder, type PrivateFolder } from "../../run/records/private-folder.js";
import { type RunRecord, readRecord } from "../../run/records/run-record.js";
import { type JoinedChange, joinChanges } from "../../run/snapshots/joined-change.js";
import { openSnapshots } from "../../run/snapshots/open-snapshots.js";
import type { Snapshots } from "../../run/snapshots/snapshot.js";
import { withoutList as leaveListOut } from "../../run/snapshots/without-list.js";
import { eachRecord } from "../../store/load.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Flag, Io, ParsedArgs } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { savedList } from "../flags/saved-flags.js";
import type { MeantTurns } from "./meant-turns.js";

/** One turn of the agent. */
export interface PastTurn {
  readonly iteration: number;
  readonly task: string | null;
  readonly record: DecisionRecord;
}

/** A run that is over, or going on, as its journal tells it. */
export interface PastRun {
  readonly id: string;
  readonly turns: readonly PastTurn[];
  readonly stateFolder: string;
  /** Where the logs of its turns are. */
  readonly logs: string;
  /** The last other run that worked on a task; null for none. */
  findOther(task: string): string | null;
}

export const pastRunFlags = {
  run: { type: "string", value: "ID", help: "the run (default: the last one)" },
  ...folderFlags,
} as const satisfies Record<string, Flag>;

export function findPastRun(args: ParsedArgs, io: Io): PastRun {
  const stateFolder = resolve(io.cwd, readConfig(args, io).stateFolder);
  const runs = new Map<string, PastTurn[]>();
  eachRecord(stateFolder, (record) => {
    if (record.kind !== "decision" || record.about) return;
    const turns = runs.get(record.run) ?? [];
    runs.delete(record.run); // The last one in the journal is the last one here, also if it was resumed.
    runs.set(record.run, turns);
    if (record.turns !== undefined && record.turns.length > 0) turns.push(toTurn(record));
  });
  const id = args.text("run") ?? [...runs.keys()].at(-1);
  const turns = id === undefined ? undefined : runs.get(id);
  const findOther = (task: string): string | null =>
    [...runs].findLast(([run, made]) => run !== id && made.some((turn) => turn.task === task))?.[0] ?? null;
  if (id !== undefined && turns) return { id, turns, stateFolder, logs: `${stateFolder}/logs/${id}`, findOther };
  throw new UserError({
    what: id === undefined ? "no run has been made here yet" : `there is no run ${id}`,
    where: stateFolder,
    fix: id === undefined ? "start one with: untildone run" : "untildone history lists the runs",
  });
}

const toTurn = (record: DecisionRecord): PastTurn => {
  const { selection } = record.observation;
  return { iteration: record.iteration, task: selection.is === "task" ? selection.id : null, record };
};

/** Where a run worked, with its snapshots. */
export interface RunContent {
  readonly cwd: string;
  readonly folder: PrivateFolder;
  readonly snapshots: Snapshots;
}

export async function openContent(run: PastRun, io: Io): Promise<RunContent> {
  const folder = findPrivateFolder(io.cwd, io);
  if (!folder)
    throw new UserError({ what: "the user has no home folder", where: "XDG_STATE_HOME", fix: "set XDG_STATE_HOME" });
  refuseUnits(run);
  const cwd = await findWorkFolder(io.cwd, { logs: run.logs, run: run.id });
  return { cwd, folder, snapshots: await openSnapshots({ cwd, run: run.id, privateFolder: folder.path }) };
}

/** Several tasks at once have branches of their own. */
function refuseUnits({ turns, id }: PastRun): void {
  if (!turns.some(({ record }) => record.unit !== undefined)) return;
  const branch = `untildone/${id}`;
  throw new UserError({
    what: "this run worked on several tasks at once: each of them is a merge on its branch",
    where: branch,
    fix: `git log --first-parent -p ${branch} shows them, git revert -m 1 COMMIT takes one back`,
  });
}

/** What these turns changed; a message where their snapshots are gone. */
export async function changeOf(turns: MeantTurns, { snapshots }: RunContent): Promise<JoinedChange> {
  const joined = await joinChanges(snapshots, turns.iterations);
  if (joined instanceof Map) return joined;
  throw goneError(turns);
}

interface ListPlace {
  readonly run: PastRun;
  readonly content: RunContent;
  readonly io: Io;
}

/** The ticks of a list are set by marking, not by undoing. */
export const withoutList = (change: JoinedChange, { run, content, io }: ListPlace): JoinedChange =>
  leaveListOut(change, { root: content.snapshots.root, cwd: content.cwd, list: savedList(io, run.id) });

const goneError = ({ label }: MeantTurns): UserError =>
  new UserError({
    what: `what ${label} changed is not known any more`,
    where: "the snapshots of the run",
    fix: "they are kept for 14 days, and until untildone reset; runs of older versions have none",
  });

/** What a run was started with: its checks, and whether they ran in a sandbox. */
export function readPlans(run: PastRun, { folder }: RunContent, outside: boolean): readonly CommandPlan[] {
  const record: RunRecord = readRecord(folder, run.id);
  if (record.checksIn !== undefined && record.checksIn !== "outside" && !outside)
    throw new UserError({
      what: `the checks of this run are made in a sandbox (${record.checksIn}), and this command has none`,
      where: `run ${run.id}`,
      fix: "to make them without one, add --checks-outside",
    });
  return record.plans.filter((plan): plan is CommandPlan => plan.kind === "command");
}

export const outsideFlag = {
  "checks-outside": { type: "boolean", help: "make the checks of a run with a sandbox without one" },
} as const satisfies Record<string, Flag>;
