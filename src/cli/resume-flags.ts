import { isRecord } from "../base/is-record.js";
import type { CurrentRun } from "../store/run-state.js";
import { readIfThere } from "../system/files.js";
import type { ParsedArgs } from "./command.js";
import { runFlags, seconds } from "./run-flags.js";

/** Where a run keeps the flags it was started with. Guarded like all that only we write. */
export const flagsFile = (logs: string): string => `${logs}/flags.json`;

/** Flags of one start only: they say nothing of the run. */
const ofOneStart = new Set(["resume", "reset-breaker", "force-complete", "dry-run", "shadow", "json", "state"]);

type Saved = Readonly<Record<string, string | true | readonly string[]>>;

/** What the run was started with, as plain JSON. */
export function flagsToSave(args: ParsedArgs): Saved {
  const saved: Record<string, string | true | readonly string[]> = {};
  for (const [name, flag] of Object.entries(runFlags)) {
    if (ofOneStart.has(name)) continue;
    const texts = args.texts(name);
    if (flag.type === "boolean" && args.flag(name)) saved[name] = true;
    else if ("multiple" in flag && texts.length > 0) saved[name] = texts;
    else if (flag.type === "string" && args.text(name) !== undefined) saved[name] = args.text(name) ?? "";
  }
  return saved;
}

/** The list that a run worked on; undefined where nobody knows. */
export function savedList(folder: string, run: string | undefined): string | undefined {
  const list = run === undefined ? undefined : readSaved(flagsFile(`${folder}/logs/${run}`))["tasks"];
  return typeof list === "string" ? list : undefined;
}

/** The flags of a run that goes on, and what there is to say about them. */
export interface Resumed {
  readonly given: ParsedArgs;
  readonly notes: readonly string[];
}

/** Those it was started with, and over them those given now. A budget that is used up would end it at once: left out. */
export function withSavedFlags(args: ParsedArgs, file: string, run: CurrentRun | null): Resumed {
  const all = readSaved(file);
  const now = flagsToSave(args);
  const spent = Object.keys(all).filter((name) => now[name] === undefined && isSpent(name, all[name], run));
  const saved = Object.fromEntries(Object.entries(all).filter(([name]) => !spent.includes(name)));
  const over = Object.keys(now).filter(
    (name) => saved[name] !== undefined && String(saved[name]) !== String(now[name]),
  );
  const notes = [
    ...over.map((name) => `--${name} as given now is used, not as the run was started with`),
    ...spent.map((name) => `--${name} ${String(all[name])} is used up: going on without it (name another to set one)`),
  ];
  const text = (name: string): string | undefined => {
    const old = saved[name];
    return args.text(name) ?? (typeof old === "string" ? old : undefined);
  };
  const texts = (name: string): readonly string[] => {
    const old = saved[name];
    const own = args.texts(name);
    return own.length > 0 || !Array.isArray(old) ? own : old;
  };
  return { given: { ...args, text, texts, flag: (name) => args.flag(name) || saved[name] === true }, notes };
}

function isSpent(name: string, value: Saved[string] | undefined, run: CurrentRun | null): boolean {
  if (!run || typeof value !== "string") return false;
  switch (name) {
    case "max-iterations":
      return run.iterations >= Number(value);
    case "max-time":
      return Math.round(run.seconds ?? 0) >= seconds(value, "--max-time");
    case "max-cost":
      return (run.usd ?? 0) >= Number(value);
    case "max-tokens":
      return (run.tokens ?? 0) >= Number(value);
    default:
      return false;
  }
}

function readSaved(file: string): Saved {
  try {
    const held: unknown = JSON.parse(readIfThere(file) ?? "{}");
    return isRecord(held) ? (held as Saved) : {};
  } catch {
    return {}; // Damaged: what is missing has to be named again, and is asked for.
  }
}
