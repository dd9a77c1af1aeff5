import { resolve } from "node:path";
import { UserError } from "../base/errors.js";
import { readCurrent } from "../run/current-run.js";
import { nothingToResume } from "../run/run.js";
import { flagsFile } from "../run/run-files.js";
import { loadState } from "../store/load.js";
import type { CurrentRun } from "../store/run-state.js";
import type { Io, ParsedArgs } from "./command.js";
import { runConfig, runFlags, seconds } from "./run-flags.js";
import { flagsToSave, readSavedFlags, type SavedFlags } from "./saved-flags.js";

/** The flags of a run that goes on, and what there is to say about them. */
export interface ResumedFlags {
  readonly args: ParsedArgs;
  readonly notes: readonly string[];
}

/** With --resume alone a run goes on with its own agent, list, checks and settings; flags given now win. */
export function withResumedFlags(args: ParsedArgs, io: Io): ResumedFlags {
  if (!args.flag("resume")) return { args, notes: [] };
  const folder = resolve(io.cwd, runConfig(args, io).stateFolder);
  const { run: current } = loadState(folder).kept;
  const run = readCurrent(folder) ?? current?.id;
  if (run === undefined) throw nothingToResume(folder, "begin a run: untildone run --agent claude");
  const now = flagsToSave(args, runFlags);
  const before = readSavedFlags(flagsFile(`${folder}/logs/${run}`));
  if (current?.id === run) refuseSpent({ ...before, ...now }, current);
  const cap = now["max-iterations"] === undefined && current?.id === run ? nextCap(before, current) : null;
  const saved = cap === null ? before : { ...before, "max-iterations": String(cap) };
  const over = Object.keys(now).filter(
    (name) => saved[name] !== undefined && String(saved[name]) !== String(now[name]),
  );
  return {
    args: mergeFlags(args, saved),
    notes: [
      ...over.map((name) => `--${name} as given now is used, not as the run was started with`),
      ...(cap === null
        ? []
        : [
            `--max-iterations ${String(before["max-iterations"])} is used up: going on for at most ${moreIterations} more (name another to change that)`,
          ]),
    ],
  };
}

const moreIterations = 50;

/** Whoever resumes a run wants iterations: where all are used up it gets some more, and still has a cap. */
function nextCap(saved: SavedFlags, { iterations }: CurrentRun): number | null {
  const cap = Number(saved["max-iterations"] ?? 0);
  return cap > 0 && iterations >= cap ? iterations + moreIterations : null;
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

/** Time and money that are used up are a promise: they are not dropped in silence. */
function refuseSpent(flags: SavedFlags, run: CurrentRun): void {
  for (const { flag, used, larger } of budgets) {
    const value = flags[flag];
    if (typeof value !== "string" || Number(value) === 0) continue;
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
