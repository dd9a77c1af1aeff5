import { isRecord } from "../base/is-record.js";
import { flagsFile } from "../run/run-files.js";
import { readIfThere } from "../system/files.js";
import type { Flag, ParsedArgs } from "./command.js";

/** Flags of one start only: they say nothing of the run. */
const ofOneStart = new Set(["resume", "reset-breaker", "force-complete", "dry-run", "shadow", "json", "state"]);

export type SavedFlags = Readonly<Record<string, string | true | readonly string[]>>;

/** What the run was started with, as plain JSON. */
export function flagsToSave(args: ParsedArgs, flags: Readonly<Record<string, Flag>>): SavedFlags {
  const saved: Record<string, string | true | readonly string[]> = {};
  for (const [name, flag] of Object.entries(flags)) {
    if (ofOneStart.has(name)) continue;
    const texts = args.texts(name);
    if (flag.type === "boolean" && args.flag(name)) saved[name] = true;
    else if (flag.multiple && texts.length > 0) saved[name] = texts;
    else if (flag.type === "string" && args.text(name) !== undefined) saved[name] = args.text(name) ?? "";
  }
  return saved;
}

/** The list that a run worked on; undefined where nobody knows. */
export function savedList(folder: string, run: string | undefined): string | undefined {
  const list = run === undefined ? undefined : readSavedFlags(flagsFile(`${folder}/logs/${run}`))?.["tasks"];
  return typeof list === "string" ? list : undefined;
}

/** The flags a run was started with; null where they cannot be read. */
export function readSavedFlags(file: string): SavedFlags | null {
  try {
    const held: unknown = JSON.parse(readIfThere(file) ?? "{}");
    return isRecord(held) ? (held as SavedFlags) : null;
  } catch {
    return null;
  }
}
