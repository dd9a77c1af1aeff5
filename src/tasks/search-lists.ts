import { isLeft } from "../decide/tasks.js";
import { plural } from "../lib/text/plural.js";
import type { ListOptions } from "./list-options.js";
import { openPath } from "./open-path.js";
import type { World } from "./world.js";

/** A file that may be the task list of a project. */
export interface ListCandidate {
  readonly path: string;
  /** Tasks that are not done. */
  readonly left: number;
}

export interface ListSearchResult {
  /** Files with tasks left, under a name that a list usually has. */
  readonly lists: readonly ListCandidate[];
  /** What was nearly a list, as sentences, each with the words that name it. */
  readonly nearly: readonly string[];
}

/** Names of lists that people and other tools use, beside those of the usual loops. Case does not matter. */
const usualNames = ["plan.md", "tasks.md", "todo.md", "todos.md", "implementation_plan.md"];

/** What the search looks for, as it is shown to a person. */
export const searchedPlaces: readonly string[] = [
  "TODO.md",
  "PLAN.md",
  "TASKS.md",
  "docs/TODO.md",
  "docs/PLAN.md",
  "docs/TASKS.md",
  "specs/*/tasks.md",
  "openspec/changes/*/tasks.md",
  ".taskmaster/tasks/tasks.json",
];

/** Documents in which a box is an example or somebody's reminder. */
const notNearly = /^(?:readme|changelog|contributing|security|license|code_of_conduct|claude|agents|gemini|prompt)\b/i;

/** Enough to choose from; a folder of documents may have thousands. */
const maxDocuments = 50;

/** Looks for a task list where other tools and people keep theirs. */
export async function searchLists(world: World, options: ListOptions): Promise<ListSearchResult> {
  const documents = [...(await documentsIn(world, "")), ...(await documentsIn(world, "docs/"))];
  const usual = documents.filter((path) => usualNames.includes(baseName(path).toLowerCase()));
  const paths = [...usual, ...(await toolLists(world))];
  const counted = await Promise.all(paths.map(async (path) => ({ path, count: await count(world, path, options) })));
  const lists = counted.flatMap(({ path, count }) => (count && count.left > 0 ? [{ path, left: count.left }] : []));
  if (lists.length > 0) return { lists, nearly: [] };
  const others = documents.filter((path) => !usual.includes(path) && !notNearly.test(baseName(path)));
  const nearly = [
    ...(await Promise.all(counted.map(({ path, count }) => describeWithoutTasks(world, { path, count, options })))),
    ...(await Promise.all(others.map((path) => describeOther(world, path, options)))),
  ];
  return { lists, nearly: nearly.filter((line) => line !== null) };
}

const baseName = (path: string): string => path.replace(/^.*\//, "");

async function documentsIn(world: World, folder: string): Promise<readonly string[]> {
  const entries = (await world.entries(folder === "" ? "." : folder)) ?? [];
  return entries
    .filter(({ name, isFolder }) => !isFolder && /\.(?:md|markdown)$/i.test(name))
    .slice(0, maxDocuments)
    .map(({ name }) => `${folder}${name}`);
}

/** One folder for each specification or change: spec-kit, OpenSpec; and the one file of Task Master. */
async function toolLists(world: World): Promise<readonly string[]> {
  const [specs, changes] = await Promise.all(["specs", "openspec/changes"].map((path) => foldersIn(world, path)));
  const paths = [
    ...(specs ?? []).map((name) => `specs/${name}/tasks.md`),
    ...(changes ?? []).filter((name) => name !== "archive").map((name) => `openspec/changes/${name}/tasks.md`),
    ".taskmaster/tasks/tasks.json",
  ];
  const there = await Promise.all(paths.map(async (path) => (await world.read(path)).is !== "unreadable"));
  return paths.filter((_, at) => there[at]);
}

async function foldersIn(world: World, path: string): Promise<readonly string[]> {
  const entries = (await world.entries(path)) ?? [];
  return entries.filter(({ isFolder }) => isFolder).map(({ name }) => name);
}

interface Count {
  readonly left: number;
  readonly all: number;
}

/** Null where the file holds no task. Items without any mark may be prose. */
async function count(world: World, path: string, options: ListOptions, plainLists = false): Promise<Count | null> {
  const listing = await (await openPath(world, path, { ...options, plainLists })).list();
  return listing.is === "tasks" ? { left: listing.tasks.filter(isLeft).length, all: listing.tasks.length } : null;
}

interface Unfit {
  readonly path: string;
  readonly count: Count | null;
  readonly options: ListOptions;
}

/** A file with the name of a list, and nothing to do in it. */
async function describeWithoutTasks(world: World, { path, count: known, options }: Unfit): Promise<string> {
  if (known) return `${path} is done: ${known.all} of ${plural(known.all, "task")}`;
  const plain = await count(world, path, options, true);
  if (plain && plain.left > 0)
    return `${path} has ${plural(plain.left, "item")} and no box (- [ ]): --tasks ${path} takes each item as a task`;
  return `${path} has no task in it: write lines such as "- [ ] T1: what to do"`;
}

/** A document under another name that has open boxes. */
async function describeOther(world: World, path: string, options: ListOptions): Promise<string | null> {
  const known = await count(world, path, options);
  if (!known || known.left === 0) return null;
  return `${path} has ${plural(known.left, "open box", "open boxes")}: --tasks ${path}`;
}
