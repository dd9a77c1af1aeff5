import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { defaultStateFolder, mayBeConfigured } from "../config/config-places.js";
import { listPlaces } from "../tasks/find-list.js";
import { type Command, globalFlags, type Io, type ParsedArgs } from "./command.js";

/**
 * The project a folder belongs to, looked for upwards as git does: the nearest folder with a configuration or a task
 * list, up to the root of the repository. Outside of a repository only a folder that `init` or a run set up counts.
 * Null if it is the folder itself, or if there is none.
 */
export function findProject({ cwd, home }: Pick<Io, "cwd" | "home">): string | null {
  if (isProject(cwd)) return null;
  const root = findAbove(cwd, (folder) => existsSync(join(folder, ".git")));
  if (root === cwd) return null;
  const isMeant = root === null ? isSetUp : isProject;
  const found = findAbove(dirname(cwd), (folder) => folder === root || folder === home || isMeant(folder));
  return found !== null && found !== home && isMeant(found) && isOwn(found) ? found : null;
}

/** Settings of the user alone make no folder a project. */
const isProject = (folder: string): boolean =>
  mayBeConfigured(folder, { env: {}, home: "" }) ||
  [...listPlaces(defaultStateFolder), ...otherLists].some((path) => existsSync(join(folder, path)));

/** Where the lists of other tools and people are. */
const otherLists = ["PLAN.md", "TASKS.md", "specs", "openspec", ".taskmaster"];

const isSetUp = (folder: string): boolean => existsSync(join(folder, defaultStateFolder));

function findAbove(start: string, isIt: (folder: string) => boolean): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isIt(folder)) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** A configuration has commands in it: nobody else's is used without being named. */
function isOwn(folder: string): boolean {
  const user = process.getuid?.();
  return user === undefined || user === 0 || statSync(folder).uid === user;
}

const named = /^(?:FILE|FOLDER|LIST)\b/;

/** What was typed names files from the folder where it was typed. */
export function withPathsFrom(typedIn: string, project: string, command: Command, args: ParsedArgs): ParsedArgs {
  const flags = { ...command.flags, ...globalFlags };
  const from = (path: string): string => {
    if (isAbsolute(path) || !existsSync(resolve(typedIn, path))) return path;
    return relative(project, resolve(typedIn, path)) || ".";
  };
  const isPath = (name: string): boolean => named.test(flags[name]?.value ?? "");
  return {
    words: command.findsProject === "with-words" ? args.words.map(from) : args.words,
    flag: args.flag,
    text: (name) => {
      const text = args.text(name);
      return text !== undefined && isPath(name) ? from(text) : text;
    },
    texts: (name) => (isPath(name) ? args.texts(name).map(from) : args.texts(name)),
  };
}
