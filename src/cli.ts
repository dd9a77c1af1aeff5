#!/usr/bin/env node
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { formatUserError, isUserError, UserError } from "./base/errors.js";
import { suggest } from "./base/nearest.js";
import { formatHelp, type Io, readArguments } from "./cli/command.js";
import { loadCommand } from "./cli/load-command.js";
import { mayBeTerminal, print } from "./system/print.js";

declare const __VERSION__: string;

/** The built CLI is CommonJS and has its commands beside it. */
const bundles = `${__dirname}/cli`;

/** Each command is a bundle of its own, of its own name: a command pays only for itself. */
const commands: Readonly<Record<string, string>> = {
  demo: "watch the loop at work: real tests, a scripted agent, no key, no network",
  run: "run the agent until the work is done",
  check: "judge one iteration of your loop: 0 continue, 1 exit, 2 could not decide",
  gate: "may this be called done? 0 yes, 1 not yet, 2 could not decide",
  state: "where the run stands",
  history: "the decisions made so far",
  explain: "why a decision came out: every rule, every number",
  replay: "earlier decisions under another policy or other settings",
  breaker: "the circuit breaker: status, track, trip, reset",
  accept: "mark a task done that a run set aside, on your own word",
  reset: "begin afresh",
  analyze: "what the agent said: one JSON object a file",
  tests: "what test runners said: pass, fail or unknown, one JSON object a file",
  decide: "the pure engine: a situation in, a decision out",
  tasks: "what a task list holds, what comes next, and marking it",
  scripted: "the agent of demos and tests: plays a script",
  policies: "the policies, their rules, thresholds and origin",
  config: "each setting's effective value and where it came from",
};

const usage = (): string =>
  [
    "untildone: continue or exit, and why, after every iteration of a coding agent's loop",
    "",
    "Usage: untildone COMMAND [options]",
    "",
    ...Object.entries(commands).map(([name, summary]) => `  ${name.padEnd(10)}${summary}`),
    "",
    "  --version   print the version",
    "  --help      this help; untildone COMMAND --help for one command",
    "",
  ].join("\n");

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-v" || name === "version") return printAndSucceed(`${__VERSION__}\n`);
  if (name === undefined || name === "--help" || name === "-h" || name === "help")
    return help(rest[0], name === undefined);
  if (!Object.hasOwn(commands, name))
    throw new UserError({
      what: `there is no command ${JSON.stringify(name)}`,
      where: "untildone",
      fix: suggest(name, Object.keys(commands)),
    });
  const command = loadCommand(bundles, name);
  if (rest.includes("--help") || rest.includes("-h")) return printAndSucceed(formatHelp(command));
  const args = readArguments(command, rest);
  return command.run(args, io(args.text("dir"), command.answersByStatus ? (text) => void print(1, text) : out));
}

/** Without a command the help is an answer to a mistake, and goes where messages go. */
function help(topic: string | undefined, isMistake: boolean): number {
  if (topic !== undefined && Object.hasOwn(commands, topic))
    return printAndSucceed(formatHelp(loadCommand(bundles, topic)));
  if (!isMistake) return printAndSucceed(usage());
  print(2, usage());
  return 2;
}

function printAndSucceed(text: string): number {
  out(text);
  return 0;
}

/** A reader that went away (`| head`) is no fault of anybody's, and the rest would be for nobody. */
function out(text: string): void {
  if (print(1, text) === "reader-gone") process.exit(0);
}

function io(dir: string | undefined, out: Io["out"]): Io {
  const isTerminal = mayBeTerminal(1) && process.stdout.isTTY === true;
  return {
    cwd: dir === undefined ? process.cwd() : folder(resolve(dir)),
    isTerminal,
    get width() {
      return isTerminal ? process.stdout.columns || 80 : 160;
    },
    get isWatched() {
      return mayBeTerminal(2) && process.stderr.isTTY === true;
    },
    colour: isTerminal && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb",
    env: process.env,
    get home() {
      return home();
    },
    out,
    err: (text) => void print(2, text),
    get stdin() {
      return process.stdin;
    },
    get ask() {
      return isTerminal && mayBeTerminal(0) && process.stdin.isTTY ? ask : null;
    },
  };
}

/** A user of a container may have no home, and then has no configuration there. */
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
  try {
    return await lines.question(question);
  } finally {
    lines.close();
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

async function start(words: readonly string[]): Promise<void> {
  try {
    process.exitCode = await main(words);
  } catch (error) {
    process.exitCode = 2;
    print(2, `${formatInternalError(error, words.includes("--debug"))}\n`);
  }
}

/** A person's mistake is told as one; a fault of ours keeps its stack for those who ask. */
function formatInternalError(error: unknown, debug: boolean): string {
  if (isUserError(error)) return formatUserError(error);
  if (debug && error instanceof Error) return String(error.stack);
  const message = error instanceof Error ? error.message : String(error);
  return `a fault of ours: ${message}\n  fix  run again with --debug and report what it prints`;
}

void start(process.argv.slice(2));
