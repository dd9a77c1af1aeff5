import { UserError } from "../../lib/errors.js";
import { money } from "../../lib/text/money.js";
import { now } from "../../lib/time/clock.js";
import {
  findSpendingFolder,
  isLower,
  keepDayLimit,
  limitFile,
  readDayLimit,
  readSpending,
} from "../../run/records/day-spending.js";
import type { RunOptions } from "../../run/start/options.js";
import type { Io, ParsedArgs } from "../command.js";
import { amount } from "../numbers.js";

const flag = "max-cost-per-day";

/** `run --max-cost-per-day`: a lower limit for this run. It never raises the one that is kept for all runs. */
export function readDayLimitFlag(args: ParsedArgs, io: Io): Pick<RunOptions, "maxCostPerDay"> {
  const text = args.text(flag);
  if (text === undefined) return {};
  const usd = positive(text);
  const folder = findSpendingFolder(io);
  const kept = folder === null ? null : readDayLimit(folder);
  // A resumed run brings its flag along: the lower of both holds.
  if (kept !== null && usd > kept && !args.flag("resume"))
    throw new UserError({
      what: `a run cannot raise the limit of ${money(kept)} per day to ${money(usd)}`,
      where: `--${flag}`,
      fix: `untildone config --${flag} ${text}`,
    });
  return { maxCostPerDay: usd };
}

/** Whether a limit is this run's alone: one that is kept for all runs is read again when the run is resumed. */
export function isOwnDayLimit(text: string, io: Io): boolean {
  const folder = findSpendingFolder(io);
  const kept = folder === null ? null : readDayLimit(folder);
  return folder === null || (kept !== null && isLower(positive(text), kept));
}

/** The first limit that a run names is kept for all runs. In words, if it was. */
export function keepFirstDayLimit(args: ParsedArgs, io: Io): readonly string[] {
  const text = args.text(flag);
  const folder = findSpendingFolder(io);
  if (text === undefined || folder === null || isInTurn(io) || readDayLimit(folder) !== null) return [];
  keepDayLimit(folder, positive(text));
  return [
    `at most ${money(positive(text))} per day from now on, for all your runs (untildone config --${flag} changes it)`,
  ];
}

/** `config --max-cost-per-day USD|none`. */
export function setDayLimit(text: string, io: Io): number {
  const folder = findSpendingFolder(io);
  if (folder === null)
    throw new UserError({ what: "the user has no home folder", where: "XDG_STATE_HOME", fix: "set XDG_STATE_HOME" });
  if (isInTurn(io))
    throw new UserError({
      what: "an agent cannot change the limit of cost per day",
      where: `run ${io.env["UNTILDONE_RUN"]}`,
      fix: "change it in a terminal of your own",
    });
  const usd = text === "none" ? null : positive(text);
  keepDayLimit(folder, usd);
  io.out(
    usd === null
      ? "no limit of cost per day\n"
      : `at most ${money(usd)} per day, for all your runs, from the next one on (${limitFile(folder)})\n`,
  );
  return 0;
}

/** The limit that is kept, and what is used of it; nothing where there is none. */
export function describeDayLimit(io: Io): readonly string[] {
  const folder = findSpendingFolder(io);
  const limit = folder === null ? null : readDayLimit(folder);
  if (folder === null || limit === null) return [];
  return [
    "",
    `at most ${money(limit)} per day for all your runs (--${flag}); ${money(readSpending(folder, now()))} today`,
  ];
}

/** What is started in a turn, or by its checks, has this variable. */
const isInTurn = ({ env }: Io): boolean => (env["UNTILDONE_RUN"] ?? "") !== "";

function positive(text: string): number {
  const usd = amount(text, `--${flag}`);
  if (usd > 0) return usd;
  throw new UserError({
    what: `--${flag} is ${text}`,
    where: `--${flag}`,
    fix: "give an amount such as 20, or leave it out",
  });
}
