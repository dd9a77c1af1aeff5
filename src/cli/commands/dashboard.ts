import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../../lib/errors.js";
import { realPath } from "../../lib/files/folder.js";
import { plural } from "../../lib/text/plural.js";
import type { Command, Io } from "../command.js";
import { DashboardServer } from "../dashboard/dashboard-server.js";
import { makeProjectIo } from "../dashboard/project-io.js";
import { pageFlags, serveDashboard } from "../dashboard/serve-dashboard.js";
import { WatchedProject } from "../dashboard/watched-project.js";
import { folderFlags } from "../flags/config-flags.js";

const maxProjects = 20;

export const dashboard: Command = {
  name: "dashboard",
  findsProject: "flags",
  usage: "dashboard [FOLDER…] [options]",
  about:
    "Serves a page with the runs of this project, or of those in the folders named: the report of each run, live while it is going on, and what the commands pause, continue, stop, tell, answer, accept and breaker reset do. The page is for you alone: the server listens on this machine only, and the link it prints has a token. Ctrl-C ends it; runs go on.",
  flags: { ...pageFlags, ...folderFlags },
  examples: ["untildone dashboard", "untildone dashboard ../shop ../site --open"],
  async run(args, io) {
    const folders = findFolders(args.words, io);
    const server = new DashboardServer((onChange) =>
      folders.map(
        (cwd, id) => new WatchedProject(args, makeProjectIo(io, cwd), { id, name: nameFolder(cwd, folders), onChange }),
      ),
    );
    await serveDashboard(server, { args, io, what: plural(folders.length, "project") });
    return 0;
  },
};

/** The real path of each folder, once. */
function findFolders(words: readonly string[], io: Io): readonly string[] {
  const paths = words.length === 0 ? [io.cwd] : words.map((word) => resolve(io.cwd, word));
  for (const path of paths)
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new UserError({
        what: `${JSON.stringify(path)} is not a folder`,
        where: "untildone dashboard",
        fix: "name the folders of projects",
      });
  const folders = [...new Set(paths.map(realPath))];
  if (folders.length <= maxProjects) return folders;
  throw new UserError({
    what: `${folders.length} projects are too many for one page`,
    where: "untildone dashboard",
    fix: `name at most ${maxProjects}`,
  });
}

/** Its own name, with that of the folder around it if another project has the same. */
function nameFolder(path: string, all: readonly string[]): string {
  const name = basename(path) || path;
  const isShared = all.filter((other) => basename(other) === name).length > 1;
  return isShared ? join(basename(dirname(path)), name) : name;
}
