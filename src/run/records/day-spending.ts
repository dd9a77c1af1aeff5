import { errorMessage, UserError } from "../../lib/errors.js";
import { appendLine } from "../../lib/files/append.js";
import { exists, makePrivateFolder, removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { describeWriteError } from "../../lib/files/explain-write.js";
import { readIfThere } from "../../lib/files/files.js";
import { namesIn } from "../../lib/files/folder.js";
import { eachLine } from "../../lib/files/lines.js";
import { type HomeOwner, stateHome } from "../../lib/files/state-home.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import type { SpendingPort } from "../session.js";

export interface SpendingPlace {
  readonly owner: HomeOwner;
  readonly now: () => number;
  /** The limit that this run was started with; null for none of its own. */
  readonly limit: number | null;
}

/**
 * The spending of the user's days, outside of every project. The limit of the start holds to the end of the run: one that
 * is written meanwhile counts only if it is lower. Null where the user has no home and the run no limit.
 */
export function openDaySpending({ owner, now, limit }: SpendingPlace): SpendingPort | null {
  const folder = findSpendingFolder(owner);
  if (folder === null) {
    if (limit !== null) throw cannotCount("the user has no home folder", "XDG_STATE_HOME");
    return null;
  }
  const keptAtStart = readDayLimit(folder);
  return {
    add: (usd, run) => addSpending(folder, { at: now(), usd, run }),
    read: () => {
      const kept = lowest(keptAtStart, readDayLimit(folder));
      return { usd: readSpending(folder, now()), limit: lowest(limit, kept), isOwn: isLower(limit, kept) };
    },
  };
}

export function findSpendingFolder(owner: HomeOwner): string | null {
  const base = stateHome(owner);
  return base === null ? null : `${base}/untildone/spending`;
}

const lowest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

/** Whether a run's own limit is lower than the one that is kept for all runs. */
export const isLower = (own: number | null, kept: number | null): boolean =>
  own !== null && (kept === null || own < kept);

export const limitFile = (folder: string): string => `${folder}/limit.json`;

/** The limit that is kept for all runs. A file that cannot be read must not let them spend: it is refused. */
export function readDayLimit(folder: string): number | null {
  const text = readIfThere(limitFile(folder));
  if (text === null) return null;
  const kept = tryParseJson(text);
  const usd = isRecord(kept) ? kept["usdPerDay"] : undefined;
  if (usd === null || (typeof usd === "number" && usd >= 0)) return usd;
  throw new UserError({
    what: "the limit of cost per day cannot be read",
    where: limitFile(folder),
    fix: "set it again: untildone config --max-cost-per-day 20, or none",
  });
}

export function keepDayLimit(folder: string, usdPerDay: number | null): void {
  write(folder, () => replacePrivateFile(limitFile(folder), `${JSON.stringify({ usdPerDay })}\n`));
}

/** The days as the clock on the wall counts them. */
const dayFile = (folder: string, at: number): string => {
  const day = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${folder}/${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.jsonl`;
};

const keptDays = 35;

function addSpending(
  folder: string,
  { at, usd, run }: { readonly at: number; readonly usd: number; readonly run: string },
) {
  const file = dayFile(folder, at);
  write(folder, () => {
    if (readIfThere(file) === null) removeOldDays(folder);
    appendLine(file, JSON.stringify({ at: new Date(at).toISOString(), run, usd }));
  });
}

function removeOldDays(folder: string): void {
  const days = namesIn(folder).filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name));
  for (const name of days.sort().slice(0, -keptDays)) removeFile(`${folder}/${name}`);
}

/** A line that a killed writer left incomplete says nothing. */
export function readSpending(folder: string, at: number): number {
  let sum = 0;
  const file = dayFile(folder, at);
  if (!exists(file)) return sum;
  eachLine(file, 0, ({ text }) => {
    const line = tryParseJson(text);
    const usd = isRecord(line) ? line["usd"] : undefined;
    if (typeof usd === "number" && usd > 0) sum += usd;
  });
  return sum;
}

function write(folder: string, change: () => void): void {
  try {
    makePrivateFolder(folder.slice(0, folder.lastIndexOf("/")));
    makePrivateFolder(folder);
    change();
  } catch (error) {
    throw cannotCount(describeWriteError(error) ?? errorMessage(error), folder, error);
  }
}

const cannotCount = (why: string, where: string, cause?: unknown): UserError =>
  new UserError({
    cause,
    what: `what runs cost per day cannot be counted: ${why}`,
    where,
    fix: "name a folder that can be written: XDG_STATE_HOME=/path/to/folder untildone …",
  });
