import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";

/** A file or link by its content, as git names it. */
export interface ParkedEntry {
  readonly mode: string;
  readonly hash: string;
}

/** One file of a task's work. Null: there is no such file. */
export interface ParkedFile {
  /** The folder it lies in (a repository, or the project), and its path in there. */
  readonly root: string;
  readonly path: string;
  /** As it stood without the work: when the task began, or before its work was brought back. */
  readonly without: ParkedEntry | null;
  readonly with: ParkedEntry | null;
}

/** A file that the task changed and that stays in the tree. */
export interface StayingFile {
  readonly path: string;
  readonly why: string;
}

const states = ["parking", "parked", "returning", "back"] as const;
type ParkedState = (typeof states)[number];

/**
 * The work of a task that was set aside, taken out of the tree and kept. While it is taken out or brought back it says so:
 * a run that is killed then goes on from there.
 */
export interface ParkedWork {
  readonly version: 1;
  readonly run: string;
  readonly task: string;
  readonly title: string;
  /** `back`: it is in the tree again, for another turn of its task. */
  readonly state: ParkedState;
  readonly files: readonly ParkedFile[];
  readonly staying: readonly StayingFile[];
  /** A person undid a task that was ticked: it is ticked again when its work is back. */
  readonly ticked?: true;
  /** With git: a commit whose parent is the tree without the work. */
  readonly ref: string | null;
  /** The same as a patch, or a folder with the files as they were. */
  readonly patch: string | null;
}

/** Null if damaged or in another format. */
export function readParkedWork(json: string): ParkedWork | null {
  const value = tryParseJson(json);
  return isParkedWork(value) ? value : null;
}

function isParkedWork(value: unknown): value is ParkedWork {
  if (!isRecord(value) || value["version"] !== 1) return false;
  const { run, task, title, state, files, staying } = value;
  const isNamed = [run, task, title].every((each) => typeof each === "string");
  return isNamed && states.some((known) => known === state) && areFiles(files) && Array.isArray(staying);
}

const areFiles = (files: unknown): boolean =>
  Array.isArray(files) &&
  files.every(
    (file) =>
      isRecord(file) &&
      typeof file["root"] === "string" &&
      typeof file["path"] === "string" &&
      !isOutside(file["path"]),
  );

/** Nothing is ever written outside of the folder it belongs to. */
const isOutside = (path: string): boolean =>
  path.startsWith("/") || path.split("/").some((part) => part === ".." || part === ".git");
