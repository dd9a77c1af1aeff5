import { beadsTracker } from "./beads.js";
import { findList } from "./find-list.js";
import { folderTracker } from "./folder.js";
import { type GithubOptions, githubTracker } from "./github.js";
import { readGithubSpec } from "./github-spec.js";
import { jsonLinesList, jsonList } from "./json-list.js";
import { markdownList } from "./markdown-list.js";
import { type ReadText, readListText, textTracker } from "./text-tracker.js";
import { type Listing, refused, type Tracker, trackerOf, unusable } from "./tracker.js";
import type { World } from "./world.js";
import { yamlList } from "./yaml-list.js";

export interface TrackerOptions extends GithubOptions {
  /** Headings whose tasks are optional. */
  readonly optionalSections: readonly string[];
  /** Only files and folders of this machine: no program and no network is asked. */
  readonly onlyLocal?: boolean;
}

/** Opens a task list by what names it: a path, `github:…`, `beads`, `none`, or null for the usual one. */
export async function openTrackerIn(world: World, spec: string | null, options: TrackerOptions): Promise<Tracker> {
  if (spec === "none") return noTracker;
  if (spec === null) {
    const found = await findList(world);
    return found === null
      ? broken("the usual task list", "none of the usual task lists is there")
      : openTrackerIn(world, found, options);
  }
  if (!options.onlyLocal && spec === "beads") return beadsTracker(world);
  if (!options.onlyLocal && /^github:/i.test(spec)) {
    const github = readGithubSpec(spec);
    return typeof github === "string" ? broken(spec, github) : githubTracker(world, github, options);
  }
  return openPath(world, spec, options);
}

/** No list was asked for: nothing is left and nothing is done. */
const noTracker: Tracker = trackerOf({
  name: "none",
  list: async () => ({ is: "none" }),
  mark: async () => refused("there is no task list"),
});

function broken(name: string, why: string): Tracker {
  return trackerOf({ name, list: async () => unusable(why), mark: async () => refused(why) });
}

async function openPath(world: World, path: string, { optionalSections }: TrackerOptions): Promise<Tracker> {
  if (await world.isFolder(path)) return folderTracker(world, path);
  return textTracker(world, path, (text) => readerFor(path, text, optionalSections)(text));
}

/** A list given as a text, of whatever format it looks like. */
export function readGivenText(text: string, optionalSections: readonly string[]): Promise<Listing> {
  return readListText(text, readerFor("", text, optionalSections));
}

/** By the name of the file; one that tells nothing is known by how it begins. */
function readerFor(path: string, text: string, optionalSections: readonly string[]): ReadText {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === "jsonl" || extension === "ndjson") return jsonLinesList;
  if (extension === "json") return isLines(text) ? jsonLinesList : jsonList;
  if (extension === "yaml" || extension === "yml") return yamlList;
  if (extension === "md" || extension === "markdown") return markdownList(optionalSections);
  if (isLines(text)) return jsonLinesList;
  if (/^\s*(?:\{\s*["}]|\[\s*[{"]|\[\s*\]\s*$)/.test(text.slice(0, 400))) return jsonList;
  return looksLikeYaml(text) ? yamlList : markdownList(optionalSections);
}

/** More than one line, and the first is a whole object. */
function isLines(text: string): boolean {
  const [first = "", second = ""] = text.trimStart().split("\n", 2);
  return /^\{.*\}\s*$/.test(first) && second.trimStart().startsWith("{");
}

/** A list under a name, with fields that tell a status, and no box. */
function looksLikeYaml(text: string): boolean {
  const start = text.slice(0, 20_000);
  return (
    /^(?:tasks|stories|items|userStories|issues)\s*:\s*$/m.test(start) &&
    /^\s+(?:- +)?(?:status|completed|passes|done)\s*:/m.test(start) &&
    !/^\s*[-*+] \[[ xX]\]/m.test(start)
  );
}
