import { errorMessage, UserError } from "../../lib/errors.js";
import { isPortTaken, type LocalServer, serveLocal } from "../../lib/net/local-server.js";
import { onStopSignals } from "../../lib/process/signals.js";
import { openInBrowser } from "../../lib/terminal/open-browser.js";
import type { Flag, Io, ParsedArgs } from "../command.js";
import { wholeNumber } from "../numbers.js";
import type { DashboardServer } from "./dashboard-server.js";

const defaultPort = 7357;

export const pageFlags = {
  port: {
    type: "string",
    value: "N",
    help: `port to listen on (default: ${defaultPort}, or a free one if it is taken; 0 = any free one)`,
  },
  open: { type: "boolean", help: "open the page in your browser" },
} as const satisfies Record<string, Flag>;

interface Serving {
  readonly args: ParsedArgs;
  readonly io: Io;
  /** What the page is about. */
  readonly what: string;
}

/** Serves the page and prints its link, until a signal ends it. */
export async function serveDashboard(server: DashboardServer, { args, io, what }: Serving): Promise<void> {
  const local = await listen(server, readPort(args));
  const link = (token: string): string => `http://127.0.0.1:${local.port}/?token=${token}`;
  io.out(`dashboard of ${what}, Ctrl-C ends it: ${link(server.token)}\n`);
  if (args.flag("open") && !openInBrowser(link(server.makeLinkForOnce())))
    io.err("warning: no browser could be started; open the link yourself\n");
  await waitForSignal();
  server.close();
  await local.close();
}

export function readPort(args: ParsedArgs): number | null {
  const text = args.text("port");
  if (text === undefined) return null;
  const port = wholeNumber(text, "--port");
  if (port <= 65_535) return port;
  throw new UserError({ what: `invalid port ${port}`, where: "--port", fix: "give a number up to 65535" });
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

export const waitForSignal = (): Promise<void> =>
  new Promise((done) => {
    const remove = onStopSignals(() => {
      setImmediate(remove); // Others who handle this signal must see that somebody does.
      done();
    });
  });
