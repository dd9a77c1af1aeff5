import { printable } from "../lib/text/printable.js";
import type { ToolCall } from "./agent.js";

/** What an agent is doing, in a few words: `edits src/a.ts`, `runs npm test`. */
export interface Activity {
  readonly does: "edits" | "deletes" | "runs" | "reads" | "searches" | "fetches" | "delegates";
  readonly what: string;
}

const tools: Readonly<Record<Activity["does"], readonly string[]>> = {
  edits: [
    ...["write", "edit", "multiedit", "notebookedit", "create", "createfile", "writefile", "editfile", "replace"],
    ...["writetofile", "replaceinfile", "strreplace", "strreplaceeditor", "strreplaceeditbasedtool", "editor"],
    ...["patch", "applypatch", "insert", "searchreplace"],
  ],
  deletes: ["delete", "deletefile", "remove", "removefile"],
  runs: [
    ...["bash", "shell", "runshellcommand", "execute", "executecommand", "runcommand", "runcommands", "localshell"],
    ...["runterminalcmd", "runterminalcommand", "powershell", "exec", "execcommand"],
  ],
  reads: ["read", "readfile", "readfiles", "readmanyfiles", "view", "viewfile", "notebookread"],
  searches: [
    ...["grep", "glob", "search", "find", "ls", "list", "listfiles", "listdirectory", "searchfiles", "searchcodebase"],
    ...["rg", "codebasesearch", "grepsearch", "searchfilecontent", "grepcli", "globcli"],
  ],
  fetches: ["webfetch", "websearch", "fetch", "fetchurl", "fetchwebcontent", "googlewebsearch"],
  delegates: ["task", "agent", "subagent", "spawnagent"],
};

const verbs = new Map(
  Object.entries(tools).flatMap(([does, names]) => names.map((name) => [name, does as Activity["does"]] as const)),
);

/** What a tool of that name does; undefined if it is not known. */
export const verbOf = (tool: string): Activity["does"] | undefined =>
  verbs.get(tool.toLowerCase().replaceAll(/[^a-z]/g, ""));

/** Where the inputs of tools have their object, the better key first. */
const keys: Readonly<Record<Activity["does"], readonly string[]>> = {
  edits: ["file_path", "filePath", "path", "absolute_path", "notebook_path", "filename", "file"],
  deletes: ["file_path", "filePath", "path", "file"],
  runs: ["command", "cmd", "commands"],
  reads: ["file_path", "filePath", "path", "absolute_path", "notebook_path", "files", "paths"],
  searches: ["pattern", "query", "regex", "queries", "path", "dir_path"],
  fetches: ["url", "query", "prompt"],
  delegates: ["description", "title", "prompt"],
};

export interface ActivityPlace {
  /** The folder in which the agent works. */
  readonly cwd: string;
  /** Hides secrets. */
  mask(text: string): string;
}

/** A tool call in words. None for tools that say little about the work, such as to-do lists. */
export function describeToolCall({ tool, input }: ToolCall, place: ActivityPlace): readonly Activity[] {
  const does = verbOf(tool);
  if (!does) return [];
  const named = keys[does].flatMap((key) => textsIn(input[key])).slice(0, maxNamed);
  const found = named.length > 0 ? named.slice(0, does === "runs" ? maxNamed : 1) : filesInPatch(input);
  return found.map((what) => ({ does, what: shorten(what, does, place) })).filter(({ what }) => what !== "");
}

const maxNamed = 5;

/** A text, or those in a list, which may be objects with one. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (!Array.isArray(value)) return [];
  if (value.length > 0 && value.every((word) => typeof word === "string" && !word.includes(" ")))
    return [value.join(" ")];
  return value.slice(0, maxNamed).flatMap((entry) => {
    const text: unknown = typeof entry === "object" && entry !== null ? (entry.command ?? entry.path) : entry;
    return typeof text === "string" ? [text] : [];
  });
}

/** The files that a patch names. */
function filesInPatch(input: ToolCall["input"]): readonly string[] {
  const patch = Object.values(input).find((value) => typeof value === "string" && value.includes("*** "));
  const named = typeof patch === "string" ? patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (\S.*)$/gm) : [];
  return [...named].slice(0, maxNamed).map(([, file = ""]) => file.trim());
}

const longest = 100;
const longestRead = 4000;

/** Masked first: half a secret would not be recognised. */
function shorten(found: string, does: Activity["does"], { cwd, mask }: ActivityPlace): string {
  const what = mask(found.slice(0, longestRead));
  const relative = what.startsWith(`${cwd}/`) ? what.slice(cwd.length + 1) : what;
  const text = printable(does === "runs" ? plainCommand(what, cwd) : relative).trim();
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The first line of a command, without the shell around it, the change to our own folder and values of secrets. */
function plainCommand(command: string, cwd: string): string {
  const inner = /^\S*\b(?:ba|z)?sh -l?c (["']?)([\s\S]*)\1$/.exec(command.trim())?.[2] ?? command.trim();
  const own = [`cd ${cwd} && `, `cd "${cwd}" && `, `cd '${cwd}' && `].find((start) => inner.startsWith(start)) ?? "";
  const [first = "", ...more] = inner.slice(own.length).trim().split("\n");
  return `${withoutSecrets(first)}${more.length > 0 ? " …" : ""}`;
}

const withoutSecrets = (command: string): string =>
  command.replaceAll(/\b(\w*(?:KEY|TOKEN|SECRET|PASSWORD)\w*)=("[^"]*"|'[^']*'|\S+)/gi, "$1=…");
