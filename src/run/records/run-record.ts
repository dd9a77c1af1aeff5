import type { CheckSetting } from "../../config/check-settings.js";
import type { SavedSources } from "../../config/load.js";
import { upgradeSourced } from "../../config/old-spellings.js";
import type { Baseline } from "../../evidence/baseline.js";
import type { CheckPlan } from "../../evidence/plan.js";
import { UserError } from "../../lib/errors.js";
import { exists, removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { digest, namesIn } from "../../lib/files/folder.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { maskValue, sealJson, unsealJson } from "../../lib/secrets/secrets.js";
import type { GitSettings } from "../git/git-settings.js";
import type { NamedTask } from "../start/choose-tasks.js";
import { type PrivateFolder, writeIn } from "./private-folder.js";
import { isListOf } from "./task-lists.js";

/** Which run a record is of. The first line of its file. */
export interface RecordHead {
  readonly version: 1;
  readonly project: string;
  readonly run: string;
  /** The real path of its state folder. */
  readonly stateFolder: string;
  readonly tasks: string;
}

/** "none" and "outside": with all rights of the user. */
export interface RanIn {
  readonly agents: string;
  readonly checks: string;
}

/** What a run was started with: `--resume` uses this, not files that an agent could have edited since. */
export interface RunRecord extends RecordHead {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly sources: SavedSources;
  /** The named checks, to tell those that a flag changes later. */
  readonly checks: Readonly<Record<string, CheckSetting>>;
  readonly plans: readonly CheckPlan[];
  /** Where they are made; absent: outside of any sandbox. */
  readonly checksIn?: string;
  /** Where agents and checks ran, at each start of the run; absent if an older version started it. */
  readonly ranIn?: readonly RanIn[];
  /** The tasks that a person chose or left out, as they were then. */
  readonly chosen?: readonly NamedTask[];
  /** The repository's own settings, if the run works in a worktree of it. */
  readonly gitSettings?: GitSettings | null;
  /** Null until it is taken, which is before the first turn. */
  readonly baseline: Baseline | null;
}

export const recordFile = ({ path }: PrivateFolder, run: string): string => `${path}/${run}.json`;

/** What the run knows about the work: whose ticks count. Here for the same reason. */
export const ledgerFile = ({ path }: PrivateFolder, run: string): string => `${path}/${run}.work.json`;

/**
 * Saves a record, flushed. Two lines: the head with a digest of the rest, and the rest. Values of the environment are
 * sealed, keys in flags and settings are masked; the baseline holds the user's own texts, to be compared with.
 */
export function saveRecord(folder: PrivateFolder, record: RunRecord): void {
  const { version, project, run, stateFolder, tasks, baseline, ...rest } = record;
  const body = sealJson({ ...maskValue(rest), baseline });
  const head = JSON.stringify({ version, project, run, stateFolder, tasks, digest: digest(body) });
  writeIn(folder, () => replacePrivateFile(recordFile(folder, run), `${head}\n${body}\n`));
}

/** The record of a run that is to be resumed. Refuses in words where there is none to rely on. */
export function readRecord(folder: PrivateFolder, run: string): RunRecord {
  const file = recordFile(folder, run);
  const text = readIfThere(file);
  if (text === null) throw missing(folder, run);
  const [first = "", body = ""] = text.split("\n");
  const head = parseHead(first);
  const rest = tryParseJson(unsealJson(body));
  if (head === null || head.run !== run || head.digest !== digest(body) || !isRecord(rest))
    throw cannotResume(run, "what it was started with is damaged", file);
  if (head.project !== folder.project) throw otherProject(run, head.project, file);
  const record = { ...rest, ...head } as unknown as RunRecord;
  return { ...record, sources: { ...record.sources, given: upgradeSourced(record.sources.given) } };
}

/** Which run a file is the record of; null if it is not one of ours. */
export function readHead(folder: PrivateFolder, run: string): RecordHead | null {
  return parseHead((readIfThere(recordFile(folder, run)) ?? "").split("\n", 1)[0] ?? "");
}

function parseHead(line: string): (RecordHead & { readonly digest: string }) | null {
  const head = tryParseJson(line);
  if (!isRecord(head) || head["version"] !== 1) return null;
  const names = ["project", "run", "stateFolder", "tasks", "digest"];
  return names.every((name) => typeof head[name] === "string") ? (head as never) : null;
}

/** The ids of the runs that have a record here, oldest first. */
export const recordedRuns = ({ path }: PrivateFolder): readonly string[] =>
  namesIn(path)
    .flatMap((name) => /^(\d{8}-\d{6}-[a-z0-9]{6})\.json$/.exec(name)?.[1] ?? [])
    .sort();

const kept = 20;

/** Removes the oldest records of a project, except those that are still needed. */
export function removeOldRecords(folder: PrivateFolder, needed: readonly string[]): void {
  for (const run of recordedRuns(folder).slice(0, -kept))
    if (!needed.includes(run) && readHead(folder, run)?.run === run) removeRecord(folder, run);
}

/** Removes all that is saved of a run here. */
export function removeRecord(folder: PrivateFolder, run: string): void {
  for (const file of [...listFiles(folder, run), ledgerFile(folder, run), recordFile(folder, run)]) removeFile(file);
}

const listFiles = ({ path }: PrivateFolder, run: string): readonly string[] =>
  namesIn(path)
    .filter((name) => isListOf(run, name) || name.startsWith(`${run}.unit-`))
    .map((name) => `${path}/${name}`);

/** A project that was moved or copied has its records under its old path. */
function missing({ path, project }: PrivateFolder, run: string): UserError {
  const root = path.slice(0, path.lastIndexOf("/"));
  for (const name of namesIn(root)) {
    const other = { path: `${root}/${name}`, project };
    const from = exists(recordFile(other, run)) ? readHead(other, run)?.project : undefined;
    if (from !== undefined && from !== project) return otherProject(run, from, recordFile(other, run));
  }
  return cannotResume(run, "what it was started with is missing", recordFile({ path, project }, run));
}

const otherProject = (run: string, project: string, file: string): UserError =>
  cannotResume(run, `it belongs to another project, ${project}`, file);

/** A new start measures from the files as they are now, the run's own work included: only a person may choose that. */
export const cannotResume = (run: string, why: string, where: string): UserError =>
  new UserError({
    what: `run ${run} cannot be resumed: ${why}`,
    where,
    fix: "look at what it changed, then start over from there: untildone reset, then untildone run --agent …",
  });
