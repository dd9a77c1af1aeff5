import type { CheckSetting } from "../config/check-settings.js";
import type { Baseline } from "../evidence/baseline.js";
import { UserError } from "../lib/errors.js";
import { exists, removeFile, replacePrivateFile } from "../lib/files/disk.js";
import { readIfThere } from "../lib/files/files.js";
import { digest } from "../lib/files/folder.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { sealJson, unsealJson } from "../lib/secrets/secrets.js";
import { findPrivateFolder, type Owner, openPrivateFolder, type PrivateFolder } from "../run/records/private-folder.js";

/** What the person wants of an interactive session, and the commands that show it. */
export interface Goal {
  readonly version: 1;
  readonly text: string;
  readonly checks: Readonly<Record<string, CheckSetting>>;
  readonly at: string;
  /** The session it is for; null: the first one that stops. "*": every one. */
  readonly session: string | null;
  /** Whether it was set from within an agent, where nobody can tell who typed it. */
  readonly fromAgent: boolean;
  /** How things stood when it was set. */
  readonly start: Baseline | null;
}

export const anySession = "*";

const goalFile = ({ path }: PrivateFolder): string => `${path}/goal.json`;

/** Outside the project, where an agent has no business. */
export function saveGoal(cwd: string, owner: Owner, goal: Goal): void {
  const folder = openPrivateFolder(cwd, owner);
  const body = sealJson(goal);
  replacePrivateFile(goalFile(folder), `${digest(body)}\n${body}\n`);
}

/** Whether there is a file that may hold one. */
export function mayHaveGoal(cwd: string, owner: Owner): boolean {
  const folder = findPrivateFolder(cwd, owner);
  return folder !== null && exists(goalFile(folder));
}

/** The goal of a project, or null. Throws a UserError if its file is damaged. */
export function readGoal(cwd: string, owner: Owner): Goal | null {
  const folder = findPrivateFolder(cwd, owner);
  const text = folder === null ? null : readIfThere(goalFile(folder));
  if (folder === null || text === null) return null;
  const [sum, body = ""] = text.split("\n");
  const goal = tryParseJson(unsealJson(body));
  if (sum === digest(body) && isRecord(goal) && goal["version"] === 1) return goal as unknown as Goal;
  throw new UserError({
    what: "the goal is damaged: it cannot be held",
    where: goalFile(folder),
    fix: 'set it again: untildone goal "TEXT", or remove it: untildone goal --clear',
  });
}

export function clearGoal(cwd: string, owner: Owner): void {
  const folder = findPrivateFolder(cwd, owner);
  if (folder !== null) removeFile(goalFile(folder));
}

/** The same goal in all that is asked, whoever it is for by now. */
export const isSameGoal = (one: Goal | null, other: Goal | null): boolean => asked(one) === asked(other);

const asked = (goal: Goal | null): string => JSON.stringify(goal && { ...goal, session: null });
