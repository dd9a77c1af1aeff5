import { findPrivateFolder } from "../../run/records/private-folder.js";
import { readHead } from "../../run/records/run-record.js";
import type { Flag, Io, ParsedArgs } from "../command.js";

/** Flags that apply to one start only, not to the run. The tasks of a command line are kept as a list. */
const notSaved = new Set(["resume", "task", "reset-breaker", "force-complete", "dry-run", "shadow", "json", "state"]);

export type SavedFlags = Readonly<Record<string, string | true | readonly string[]>>;

/** The flags a run was started with, as plain JSON. */
export function flagsToSave(args: ParsedArgs, flags: Readonly<Record<string, Flag>>): SavedFlags {
  const saved: Record<string, string | true | readonly string[]> = {};
  for (const [name, flag] of Object.entries(flags)) {
    if (notSaved.has(name)) continue;
    const texts = args.texts(name);
    if (flag.type === "boolean" && args.flag(name)) saved[name] = true;
    else if (flag.multiple && texts.length > 0) saved[name] = texts;
    else if (flag.type === "string" && args.text(name) !== undefined) saved[name] = args.text(name) ?? "";
  }
  return saved;
}

/** The task list of a run; undefined if unknown. */
export function savedList(io: Pick<Io, "cwd" | "env" | "home">, run: string | undefined): string | undefined {
  const folder = run === undefined ? null : findPrivateFolder(io.cwd, io);
  return folder === null || run === undefined ? undefined : readHead(folder, run)?.tasks;
}
