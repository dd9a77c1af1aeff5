import { folderTracker } from "./folder.js";
import { jsonLinesList, jsonList } from "./json-list.js";
import type { ListOptions } from "./list-options.js";
import { markdownList } from "./markdown/list.js";
import { type ReadText, readListText, textTracker } from "./text-tracker.js";
import type { Listing, Tracker } from "./tracker.js";
import type { World } from "./world.js";
import { yamlList } from "./yaml-list.js";

/** Opens a file or a folder of this machine as a task list. */
export async function openPath(world: World, path: string, options: ListOptions): Promise<Tracker> {
  if (await world.isFolder(path)) return folderTracker(world, path);
  return textTracker(world, path, (text) => readerFor(path, text, options)(text));
}

/** A list given as a text, of whatever format it looks like. */
export function readGivenText(text: string, options: ListOptions): Promise<Listing> {
  return readListText(text, readerFor("", text, options));
}

/** A list given as the text of a file of that name. */
export function readNamedText(path: string, text: string, options: ListOptions): Promise<Listing> {
  return readListText(text, readerFor(path, text, options));
}

/** By the name of the file; one that tells nothing is known by how it begins. */
function readerFor(path: string, text: string, options: ListOptions): ReadText {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === "jsonl" || extension === "ndjson") return jsonLinesList;
  if (extension === "json") return isLines(text) ? jsonLinesList : jsonList;
  if (extension === "yaml" || extension === "yml") return yamlList;
  if (extension === "md" || extension === "markdown") return markdownList(options);
  if (isLines(text)) return jsonLinesList;
  if (/^\s*(?:\{\s*["}]|\[\s*[{"]|\[\s*\]\s*$)/.test(text.slice(0, 400))) return jsonList;
  return looksLikeYaml(text) ? yamlList : markdownList(options);
}

/** More than one line, and the first is a whole object. */
function isLines(text: string): boolean {
  const [first = "", second = ""] = text.trimStart().split("\n", 2);
  return /^\{.*\}\s*$/.test(first) && second.trimStart().startsWith("{");
}

/** A list under a name, of entries with fields, and no box. */
function looksLikeYaml(text: string): boolean {
  const start = text.slice(0, 20_000);
  return (
    /^(?:tasks|stories|items|userStories|issues)\s*:\s*$/m.test(start) &&
    /^[ \t]+(?:- +)?(?:status|completed|passes|done)\s*:|^[ \t]*- +(?:id|title|name|task)\s*:/m.test(start) &&
    !/^[ \t]*[-*+] \[[ xX]\]/m.test(start)
  );
}
