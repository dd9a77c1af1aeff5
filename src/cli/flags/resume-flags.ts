import { resolve } from "node:path";
import type { Config, SavedSources } from "../../config/load.js";
import type { Budget } from "../../decide/run-request.js";
import { UserError } from "../../lib/errors.js";
import { moreIterations } from "../../run/loop/next-step.js";
import { findRunToResume, lastStateFolder } from "../../run/records/find-resumable.js";
import { findPrivateFolder } from "../../run/records/private-folder.js";
import { refuseMasked, restoreSecrets } from "../../run/records/restore-secrets.js";
import { type RunRecord, readRecord } from "../../run/records/run-record.js";
import type { CurrentRun } from "../../store/current-run.js";
import { findRun } from "../../store/current-run.js";
import { loadState } from "../../store/load.js";
import { findRaised } from "../../store/raised.js";
import type { Io, ParsedArgs } from "../command.js";
import { seconds } from "../numbers.js";
import { runConfig } from "./run-flags.js";
import { flagSettings, runFlags } from "./run-flags-table.js";
import { flagsToSave, type SavedFlags } from "./saved-flags.js";

/** The flags of a resumed run, notes about them, and what it was started with. */
export interface ResumedFlags {
  readonly args: ParsedArgs;
  readonly notes: readonly string[];
  /** Null for a new run. */
  readonly record: RunRecord | null;
}

/** With --resume a run continues with its own agent, list, checks and settings; flags on the command line win. */
export function withResumedFlags(args: ParsedArgs, io: Io): ResumedFlags {
  if (!args.flag("resume")) return { args, notes: [], record: null };
  const { record, current, raised } = findResumedRun(args, io);
  const saved = withoutOverridden({ ...(record.flags as SavedFlags), ...raised }, args);
  const now = flagsToSave(args, runFlags);
  refuseMasked({ ...saved, ...now }, record.sources);
  if (current) refuseSpent({ ...saved, ...now }, current);
  const cap =
    current && now["max-iterations"] === undefined && !setsSetting(args, "max-iterations")
      ? nextCap(runConfig(mergeFlags(args, saved), io, record.sources), current)
      : null;
  const over = Object.keys(now).filter(
    (name) => saved[name] !== undefined && String(saved[name]) !== String(now[name]),
  );
  return {
    args: mergeFlags(args, cap === null ? saved : { ...saved, "max-iterations": String(cap) }),
    record,
    notes: [
      ...describeIgnored(record, args, io),
      ...over.map((name) => `using --${name} from this command line instead of the value the run was started with`),
      ...(cap === null
        ? []
        : [
            `the iterations of the run are used up: it continues for at most ${moreIterations} more (--max-iterations N sets the limit for the whole run)`,
          ]),
    ],
  };
}

/** The run to resume, with its record and what the journal knows about it. */
function findResumedRun(
  args: ParsedArgs,
  io: Io,
): { record: RunRecord; current: CurrentRun | null; raised: SavedFlags } {
  const records = findPrivateFolder(io.cwd, io);
  if (records === null) throw noHome();
  const named = args.text("state") ?? (io.env["UNTILDONE_STATE_FOLDER"] || io.env["UNTILDONE_STATE"] || undefined);
  const folder = resolve(io.cwd, named ?? lastStateFolder(records) ?? runConfig(args, io).stateFolder);
  const { runState } = loadState(folder);
  const run = findRunToResume(records, folder, runState);
  const record = restoreSecrets(readRecord(records, run), currentSettings(args, io));
  const sources = named === undefined ? record.sources : { ...record.sources, stateFolder: named };
  const raised = [...findRaised(folder, run)].map(([budget, to]) => [budgetFlags[budget], String(to)]);
  return {
    record: { ...record, sources },
    current: findRun(runState, run) ?? null,
    raised: Object.fromEntries(raised) as SavedFlags,
  };
}

/** What a person added with the key + holds when the run is resumed, unless a flag says otherwise. */
const budgetFlags = {
  iterations: "max-iterations",
  seconds: "max-time",
  tokens: "max-tokens",
  usd: "max-cost",
} as const satisfies Record<Budget, string>;

function currentSettings(args: ParsedArgs, io: Io): SavedSources["given"] {
  try {
    return runConfig(args, io).sources.given;
  } catch {
    return []; // The run has its own.
  }
}

const noHome = (): UserError =>
  new UserError({
    what: "the run cannot be resumed: the user has no home folder, where it is written what it was started with",
    where: "XDG_STATE_HOME",
    fix: "name the folder of the start: XDG_STATE_HOME=/path/to/folder untildone run --resume",
  });

/** Settings that are others now than at the start: a person who changed them must know that they are not used. */
function describeIgnored({ sources }: RunRecord, args: ParsedArgs, io: Io): readonly string[] {
  const changed = changedSettings(sources, args, io);
  if (changed === null) return ["the configuration cannot be read now: using the settings the run was started with"];
  if (changed.length === 0) return [];
  return [
    `changed since the run was started, and not used: ${changed.join(", ")} (name a setting with --set, or start a new run)`,
  ];
}

function changedSettings({ given }: SavedSources, args: ParsedArgs, io: Io): readonly string[] | null {
  try {
    const then = lastValues(given);
    const now = lastValues(runConfig(args, io).sources.given);
    return [...new Set([...then.keys(), ...now.keys()])].filter((name) => then.get(name) !== now.get(name));
  } catch {
    return null;
  }
}

const lastValues = (given: SavedSources["given"]): ReadonlyMap<string, string> =>
  new Map(given.map(({ name, value }) => [name, JSON.stringify(value)]));

/** A setting on the command line wins over the saved flag of the same name. */
function withoutOverridden(saved: SavedFlags, args: ParsedArgs): SavedFlags {
  return Object.fromEntries(Object.entries(saved).filter(([flag]) => !setsSetting(args, flag)));
}

/** Whether `--set` sets the setting behind a flag. */
const setsSetting = (args: ParsedArgs, flag: string): boolean =>
  args.texts("set").some((text) => text.startsWith(`${flagSettings[flag]}=`));

/** Resuming implies more iterations: if all are used up, the run gets some more, still with a limit. */
function nextCap({ resolved }: Config, { iterations }: CurrentRun): number | null {
  const { maxIterations } = resolved.settings;
  return maxIterations > 0 && iterations >= maxIterations ? iterations + moreIterations : null;
}

function mergeFlags(args: ParsedArgs, saved: SavedFlags): ParsedArgs {
  return {
    ...args,
    text: (name) => {
      const old = saved[name];
      return args.text(name) ?? (typeof old === "string" ? old : undefined);
    },
    texts: (name) => {
      const old = saved[name];
      const own = args.texts(name);
      return own.length > 0 || !Array.isArray(old) ? own : old;
    },
    flag: (name) => args.flag(name) || saved[name] === true,
  };
}

/** Limits on time and money are never raised silently. */
function refuseSpent(flags: SavedFlags, run: CurrentRun): void {
  for (const { flag, used, larger } of budgets) {
    const value = flags[flag];
    if (typeof value !== "string" || limit(flag, value) === 0) continue;
    const spent = used(run);
    if (spent < limit(flag, value)) continue;
    throw new UserError({
      what: `the run has used up --${flag} ${value}`,
      where: "untildone run --resume",
      fix: `name a larger one: untildone run --resume --${flag} ${larger(spent)}`,
    });
  }
}

const limit = (flag: string, value: string): number =>
  flag === "max-time" ? seconds(value, "--max-time") : Number(value);

const budgets: readonly {
  readonly flag: string;
  used(run: CurrentRun): number;
  larger(spent: number): string;
}[] = [
  {
    flag: "max-time",
    used: ({ seconds: spent }) => Math.round(spent ?? 0),
    larger: (spent) => `${Math.ceil((2 * spent) / 3600)}h`,
  },
  { flag: "max-cost", used: ({ usd }) => usd ?? 0, larger: (spent) => String(Math.ceil(2 * spent)) },
  { flag: "max-tokens", used: ({ tokens }) => tokens ?? 0, larger: (spent) => String(2 * spent) },
];
