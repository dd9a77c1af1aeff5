import { resolve } from "node:path";
import type { Config } from "../config/load.js";
import type { KnownTasks } from "../decide/tasks.js";
import { isUserError } from "../lib/errors.js";
import { exists, isFolder } from "../lib/files/disk.js";
import { readText } from "../lib/files/files.js";
import { readLimits } from "../lib/files/open-file.js";
import { resolveTasks } from "../run/situation/resolve-tasks.js";
import { findList } from "../tasks/find-list.js";
import type { Io } from "./command.js";

/** The named list, the configured one, or one found in the project; otherwise "none". */
export async function chooseList(named: string | undefined, config: Config, io: Io): Promise<string> {
  return named ?? config.tasks ?? (await usualList(config, io)) ?? "none";
}

/** The same for a person who starts something: lists of other tools are looked for as well, and what is nearly one is told. */
export async function chooseListForPerson(named: string | undefined, config: Config, io: Io): Promise<ChosenList> {
  const list = await chooseList(named, config, io);
  if (list !== "none" || named !== undefined || config.tasks !== null) return { list, nearly: [], isSearched: false };
  const { searchForList } = await import("./search-list.js");
  return { ...(await searchForList(config, io)), isSearched: true };
}

export interface ChosenList {
  /** "none" if nothing was found. */
  readonly list: string;
  /** What was nearly a list. */
  readonly nearly: readonly string[];
  /** Nobody named it and it has no name of the usual loops. */
  readonly isSearched: boolean;
}

const usualList = async (config: Config, io: Io): Promise<string | null> => (await findTasks(config, io))?.list ?? null;

interface FoundTasks {
  readonly list: string;
  /** The tasks, if they were read to find out whether it is a list. */
  readonly tasks: KnownTasks | null;
}

async function findTasks(config: Config, io: Io): Promise<FoundTasks | null> {
  let tasks: KnownTasks | null = null;
  const list = await findList({
    stateFolder: config.stateFolder,
    exists: (path) => exists(resolve(io.cwd, path)),
    holdsTasks: async (path) => {
      // Items without any mark may be prose: only a list that is named is read that way.
      tasks = await readTasks(path, io, config, { plainLists: false });
      return tasks.is === "tasks";
    },
  });
  return list === null ? null : { list, tasks };
}

/** The list from `chooseListForPerson` with its tasks. */
export async function loadListForPerson(
  named: string | undefined,
  config: Config,
  io: Io,
): Promise<ChosenList & { readonly tasks: KnownTasks }> {
  const chosen = await chooseListForPerson(named, config, io);
  return { ...chosen, tasks: await readTasks(chosen.list, io, config) };
}

/** The list from `chooseList` with its tasks, read once. */
export async function loadList(
  named: string | undefined,
  config: Config,
  io: Io,
): Promise<{ readonly list: string; readonly tasks: KnownTasks }> {
  const known = named ?? config.tasks;
  const found = known === null || known === undefined ? await findTasks(config, io) : { list: known, tasks: null };
  const list = found?.list ?? "none";
  return { list, tasks: found?.tasks ?? (await readTasks(list, io, config)) };
}

/** A requested list that is missing is a fact for the rules. */
async function readTasks(
  path: string,
  io: Io,
  { resolved }: Config,
  { plainLists }: { readonly plainLists: boolean } = { plainLists: true },
): Promise<KnownTasks> {
  if (path === "none") return { is: "not-asked" };
  const { optionalSections, taskMarks } = resolved.settings;
  const options = { optionalSections, taskMarks, plainLists };
  if (!/\.(?:md|markdown)$/i.test(path) || isFolder(resolve(io.cwd, path))) {
    // Most calls use Markdown; other kinds are loaded on demand.
    const { loadTasks } = await import("./lists.js");
    return loadTasks(path, { cwd: io.cwd, env: io.env, ...options });
  }
  try {
    return resolveTasks({ is: "markdown", markdown: readText(path, io.cwd, readLimits.taskList) }, options);
  } catch (error) {
    if (!isUserError(error)) throw error;
    return { is: "unusable", why: `${path}: ${error.what}` };
  }
}
