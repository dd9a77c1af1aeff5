import { FieldReader } from "../../lib/json/field-reader.js";
import { readTexts } from "./layouts.js";
import { fail, refuseUnknown } from "./pieces.js";
import type { Ending } from "./types.js";

/** What an agent prints at the end of a turn so that a tool understands it. */
export type LoopDialect = Readonly<Record<Exclude<Ending, "words">, string>>;

/** How one tool is started, what it reads, and how it says that all is done. */
export interface Tool {
  readonly name: string;
  readonly about: string;
  /** Its command line; null: the program that measures. */
  readonly start: readonly string[] | null;
  readonly needs: readonly string[];
  /** Files that it wants in the project. */
  readonly files: Readonly<Record<string, string>>;
  /** The program that it calls as its agent. */
  readonly agent: string;
  readonly list: string;
  readonly ticks: boolean;
  /** Whether its agent prints plain text, whatever its CLI would print. */
  readonly isPlain: boolean;
  readonly dialect: LoopDialect;
  readonly completed: { readonly status: number | null; readonly prints: string | null };
  /** It is no part of the set: where it lies has to be given. */
  readonly isForeign: boolean;
}

const block = (status: string): string =>
  `---TASK_STATUS---\nSTATUS: ${status}\nWORK: %work%\nNOTE: %note%\nNONCE: %nonce%\n---END_TASK_STATUS---`;

export const untildone: Tool = {
  name: "untildone",
  about: "this program, with its default settings",
  start: null,
  needs: [],
  files: {},
  agent: "",
  list: "TODO.md",
  ticks: false,
  isPlain: false,
  dialect: { task: block("COMPLETE"), whole: block("COMPLETE"), no: block("IN_PROGRESS"), blocked: block("BLOCKED") },
  completed: { status: 0, prints: null },
  isForeign: false,
};

export function readTool(name: string, value: unknown, where: string): Tool {
  const reader = new FieldReader(value, `${where}: ${name}`);
  const says = readTexts(reader, "says");
  const completed = reader.inner("completed") ?? fail(reader.path("completed"), "is missing");
  const start = reader.texts("start");
  if (start.length === 0) fail(reader.path("start"), "is missing: give the words of its command line");
  const tool = {
    name,
    about: reader.text("about") ?? "",
    start,
    needs: reader.texts("needs"),
    files: readTexts(reader, "files"),
    agent: reader.text("agent") ?? fail(reader.path("agent"), "is missing: the program that the tool calls"),
    list: reader.text("list") ?? "TODO.md",
    ticks: reader.flag("ticks") ?? true,
    isPlain: reader.flag("plain") ?? true,
    dialect: {
      task: says["task"] ?? "",
      whole: says["whole"] ?? "",
      no: says["no"] ?? "",
      blocked: says["blocked"] ?? "",
    },
    completed: { status: completed.amount("status") ?? null, prints: completed.text("prints") ?? null },
    isForeign: start.some((word) => word.includes("%path%")),
  };
  refuseUnknown(reader);
  if (tool.completed.status === null && tool.completed.prints === null)
    fail(completed.where, "says neither status nor prints, so no run of it could ever be completed");
  return tool;
}
