import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorMessage, UserError } from "../base/errors.js";
import { plural } from "../base/plural.js";
import { realPath } from "../system/folder.js";
import { isPortTaken, type LocalServer, serveLocal } from "../system/local-server.js";
import { openInBrowser } from "../system/open-browser.js";
import { onStopSignals } from "../system/signals.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { folderFlags } from "./config-flags.js";
import { DashboardServer } from "./dashboard/dashboard-server.js";
import { Project } from "./dashboard/project.js";
import { makeProjectIo } from "./dashboard/project-io.js";
import { wholeNumber } from "./numbers.js";

const defaultPort = 7357;
const maxProjects = 20;

export const dashboard: Command = {
  name: "dashboard",
  usage: "dashboard [FOLDER…] [options]",
  about:
    "Serves a page with the runs of this project, or of those in the folders named: the report of each run, live while it is going on, and what the commands pause, continue, stop, tell, answer, accept and breaker reset do. The page is for you alone: the server listens on this machine only, and the link it prints has a token. Ctrl-C ends it; runs go on.",
  flags: {
    port: {
      type: "string",
      value: "N",
      help: `port to listen on (default: ${defaultPort}, or a free one if it is taken; 0 = any free one)`,
    },
    open: { type: "boolean", help: "open the page in your browser" },
    ...folderFlags,
  },
  examples: ["untildone dashboard", "untildone dashboard ../shop ../site --open"],
  async run(args, io) {
    const folders = findFolders(args.words, io);
    const server = new DashboardServer((onChange) =>
      folders.map(
        (cwd, id) => new Project(args, makeProjectIo(io, cwd), { id, name: nameFolder(cwd, folders), onChange }),
      ),
    );
    const local = await listen(server, readPort(args));
    const link = (token: string): string => `http://127.0.0.1:${local.port}/?token=${token}`;
    io.out(`dashboard of ${plural(folders.length, "project")}, Ctrl-C ends it: ${link(server.token)}\n`);
    if (args.flag("open") && !openInBrowser(link(server.makeLinkForOnce())))
      io.err("warning: no browser could be started; open the link yourself\n");
    await waitForSignal();
    server.close();
    await local.close();
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

function readPort(args: ParsedArgs): number | null {
  const text = args.text("port");
  if (text === undefined) return null;
  const port = wholeNumber(text, "--port");
  if (port <= 65_535) return port;
  throw new UserError({ what: `there is no port ${port}`, where: "--port", fix: "give a number up to 65535" });
}

/** Somebody else may have the usual port; a port that was named is meant. */
async function listen(server: DashboardServer, named: number | null): Promise<LocalServer> {
  const serve = (port: number): Promise<LocalServer> =>
    serveLocal({ port, answer: (request) => server.answer(request) });
  try {
    return await serve(named ?? defaultPort);
  } catch (error) {
    if (named === null && isPortTaken(error)) return serve(0);
    throw new UserError({
      what: `cannot listen on port ${named}: ${errorMessage(error)}`,
      where: "--port",
      fix: "name another port, or 0 for any free one",
    });
  }
}

const waitForSignal = (): Promise<void> =>
  new Promise((done) => {
    const remove = onStopSignals(() => {
      setImmediate(remove); // Others who handle this signal must see that somebody does.
      done();
    });
  });
