#!/usr/bin/env node
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import type { Command, Io } from "./cli/command.js";
import { loadCommand } from "./cli/load-command.js";
import { main } from "./cli/main.js";
import { UserError } from "./lib/errors.js";
import { removeStaleCopies } from "./lib/files/temporary-folder.js";
import { isInForeground } from "./lib/process/foreground.js";
import { endNow } from "./lib/terminal/end-now.js";
import { listenToKeys } from "./lib/terminal/keys.js";
import {
  forgetBlock,
  leaveBlock,
  leaveFull,
  mayBeTerminal,
  print,
  printAlert,
  printBlock,
  printFull,
  printLive,
  printRaw,
  safeToPrint,
} from "./lib/terminal/print.js";
import { readStdin } from "./lib/terminal/read-stdin.js";
import { withoutWorkflowCommands } from "./report/github/workflow-commands.js";
import type { LiveTerminal } from "./report/live-view/live-view.js";

declare const __VERSION__: string;

/** The built CLI is CommonJS, with its commands next to it. */
const bundles = `${__dirname}/cli`;

type Output = Pick<Io, "out" | "err" | "live" | "command">;

/** In a job of GitHub Actions, what we print could be read as commands to its runner. */
const isInActions = process.env["GITHUB_ACTIONS"] === "true";
const guard = isInActions ? withoutWorkflowCommands : (text: string): string => text;

/** If the reader of a listing is gone (`| head`), nobody needs the rest; no other command minds. */
function createOutput({ isListing, isAgent }: Command, colour: boolean): Output {
  const write = isAgent ? printRaw : print;
  return {
    out: (text) => {
      if (write(1, isAgent ? text : guard(text), colour) === "reader-gone" && isListing) process.exit(0);
    },
    err: (text) => void write(2, isAgent ? text : guard(text)),
    ...(isInActions ? { command: (line: string) => void print(1, line) } : {}),
    live: (to, text) => printLive(to === "out" ? 1 : 2, text, colour),
  };
}

function createIo(dir: string | undefined, command: Command): Io {
  removeStaleCopies(); // Of a run that was killed.
  const isTerminal = mayBeTerminal(1) && process.stdout.isTTY === true;
  const colour = wantsColour(isTerminal);
  return {
    ...createOutput(command, colour),
    ...(isTerminal ? { alert: printAlert } : {}),
    loadCommand: (name) => loadCommand(bundles, name),
    cwd: dir === undefined ? currentFolder() : folder(isAbsolute(dir) ? dir : resolve(currentFolder(), dir)),
    isTerminal,
    get width() {
      return isTerminal ? process.stdout.columns || 80 : 160;
    },
    get isWatched() {
      return mayBeTerminal(2) && process.stderr.isTTY === true;
    },
    colour,
    get terminal() {
      return isTerminal && canRedraw() ? createTerminal(colour) : null;
    },
    env: process.env,
    ownsProcess: true,
    get home() {
      return home();
    },
    get stdin() {
      return process.stdin;
    },
    get input() {
      return readStdin();
    },
    get ask() {
      return isTerminal && mayBeTerminal(0) && process.stdin.isTTY ? ask : null;
    },
  };
}

/** As chalk and Node itself: NO_COLOR switches it off, FORCE_COLOR on where there is no terminal. */
function wantsColour(isTerminal: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR || FORCE_COLOR === "0" || FORCE_COLOR === "false") return false;
  return FORCE_COLOR !== undefined || (isTerminal && TERM !== "dumb");
}

/** Logs of CI look like terminals, but keep every line that was ever drawn. */
function canRedraw(): boolean {
  const { TERM, CI } = process.env;
  return TERM !== "dumb" && (!CI || CI === "false" || CI === "0");
}

const createTerminal = (colour: boolean): LiveTerminal => ({
  get columns() {
    return process.stdout.columns || 80;
  },
  get rows() {
    return process.stdout.rows || 24;
  },
  utf8: /utf-?8/i.test(process.env["LC_ALL"] || process.env["LC_CTYPE"] || process.env["LANG"] || ""),
  draw: (lines) => printBlock(lines, colour),
  drawFull: (rows) => printFull(rows, colour),
  leaveFull,
  leave: leaveBlock,
  forget: forgetBlock,
  isInForeground,
  onResize(redraw) {
    process.stdout.on("resize", redraw);
    return () => void process.stdout.off("resize", redraw);
  },
  listen: mayBeTerminal(0) && process.stdin.isTTY ? listenToKeys : null,
});

/** In a container the user may have no home folder. */
function home(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D close it, and the question would wait for ever.
  const closed = new Promise<never>((_, reject) => {
    lines.once("close", () => reject(new UserError({ what: "no answer was given", where: question.trim() })));
  });
  try {
    return await Promise.race([lines.question(safeToPrint(question, false)), closed]);
  } finally {
    lines.close();
  }
}

/** A shell may stand in a folder that was deleted. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new UserError({
      what: "the current directory does not exist any more",
      where: process.env["PWD"] || "the shell",
      fix: "change to one that does: cd ~",
    });
  }
}

function folder(dir: string): string {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return dir;
  throw new UserError({
    what: `${JSON.stringify(dir)} is not a folder`,
    where: "--dir",
    fix: "name the project's folder",
  });
}

const program = {
  version: __VERSION__,
  get columns() {
    return mayBeTerminal(1) && process.stdout.isTTY ? Math.max(40, process.stdout.columns || 80) : 80;
  },
  load: (name: string) => loadCommand(bundles, name),
  io: createIo,
  out: (text: string) => void print(1, guard(text)),
  err: (text: string) => void print(2, guard(text)),
};

// Exit at once instead of waiting for the event loop: a signal in between would replace the status.
void main(process.argv.slice(2), program).then(endNow);
