import { errorMessage, formatUserError, isUserError, UserError } from "../base/errors.js";
import { suggest } from "../base/nearest.js";
import { type Command, formatHelp, type Io, readArguments } from "./command.js";

/** Commands are loaded by name, on demand. */
export const commands: Readonly<Record<string, string>> = {
  demo: "watch the loop work: real tests, a scripted agent, no API key, no network",
  init: "set up untildone in a project, or install it in an agent's own settings",
  run: "run the agent until the work is done",
  watch: "show the run that is going on in another terminal",
  tell: "give the agent of a running run your words, in its next prompt",
  answer: "answer what the agent asked",
  pause: "pause the run after its current iteration",
  continue: "continue a paused run",
  stop: "stop the run after its current iteration",
  doctor: "see whether a run can start here, and how to fix what is missing",
  check: "judge one iteration of your loop: 0 continue, 1 exit, 2 could not decide",
  hook: "answer a Stop hook of your agent: may it stop?",
  mcp: "serve the agent over the Model Context Protocol: may_i_stop, check, next_task, …",
  goal: "set, show or clear what an interactive session has to reach",
  gate: "can this be called done? 0 yes, 1 not yet, 2 could not decide",
  state: "show where the run stands",
  history: "list the decisions made so far",
  explain: "explain a decision: every rule, every number",
  report: "a page of a run: what happened, why it stopped, what to do next",
  dashboard: "a page of your runs in the browser, live, to watch and steer them",
  replay: "replay earlier decisions with another policy or other settings",
  breaker: "the circuit breaker: status, track, trip, reset",
  unpark: "bring back the work of a task that a run set aside",
  accept: "mark a task as done that a run set aside",
  reset: "start over",
  analyze: "what the agent said, one JSON object per file",
  tests: "what test runners said: pass, fail or unknown, one JSON object per file",
  decide: "decide from a JSON situation, without any state",
  tasks: "list tasks, show the next one, or mark one",
  scripted: "the scripted agent of demos and tests",
  acp: "one turn of an agent that speaks the Agent Client Protocol",
  policies: "list the policies with their rules and settings",
  completions: "print the completion script of a shell: bash, zsh or fish",
  fleet: "many repositories and machines: submit task lists, start workers, see how far they are",
  config: "show each setting and where its value comes from",
};

/** The help lists the commands by what somebody wants to do. */
const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["Start", ["demo", "init", "doctor"]],
  ["Run an agent", ["run", "watch", "tell", "answer", "pause", "continue", "stop"]],
  ["Many machines", ["fleet"]],
  ["See what happened", ["report", "dashboard", "explain", "history", "state", "replay", "accept", "unpark", "reset"]],
  ["Judge your own loop", ["check", "gate", "breaker"]],
  ["Inside your agent", ["hook", "goal", "mcp"]],
  ["Read output and lists", ["analyze", "tests", "tasks", "decide"]],
];

const usage = (): string => {
  const grouped = new Set(groups.flatMap(([, names]) => names));
  const others = Object.keys(commands).filter((name) => !grouped.has(name));
  return [
    "untildone runs a coding agent until the work is done, and can prove it.",
    "",
    "Usage: untildone COMMAND [options]",
    "",
    ...[...groups, ["More", others] as const].flatMap(([title, names]) => [
      `${title}:`,
      ...names.flatMap(describe),
      "",
    ]),
    "  -V, --version   print the version",
    "  -h, --help      print this help; untildone COMMAND --help for one command",
    "",
  ].join("\n");
};

const describe = (name: string): readonly string[] => {
  const summary = commands[name];
  return summary === undefined ? [] : [`  ${name.padEnd(13)}${summary}`];
};

/** What the program provides to its commands. */
export interface Program {
  readonly version: string;
  /** The width of the help. */
  readonly columns: number;
  load(name: string): Command | Promise<Command>;
  /** The Io of one command, in the given folder. */
  io(dir: string | undefined, command: Command): Io;
  out(text: string): void;
  err(text: string): void;
}

/** Runs one command line and returns the exit status. User errors are reported, never thrown. */
export async function main(words: readonly string[], program: Program): Promise<number> {
  try {
    return await dispatch(words, program);
  } catch (error) {
    const message = formatError(error, words.includes("--debug"));
    if (words[0] === "hook") return letGo(message, program);
    program.err(`${message}\n`);
    return 2;
  }
}

async function dispatch(words: readonly string[], program: Program): Promise<number> {
  const [name, ...after] = words;
  if (name === "--version" || name === "-V" || name === "-v" || name === "version")
    return printAndSucceed(`${program.version}\n`, program);
  if (name === undefined || name === "--help" || name === "-h" || name === "help")
    return help(after, name === undefined, program);
  refuseUnknownCommand(name);
  const { command, words: rest } = enterPart(await program.load(name), after);
  if (asksForHelp(rest)) return printAndSucceed(formatHelp(command, program.columns), program);
  const args = readArguments(command, rest);
  return command.run(args, program.io(args.text("dir"), command));
}

/** `fleet status` is a command of its own. */
function enterPart(
  command: Command,
  words: readonly string[],
): { readonly command: Command; readonly words: readonly string[] } {
  const [word = "", ...rest] = words;
  const part = command.parts && Object.hasOwn(command.parts, word) ? command.parts[word] : undefined;
  return part ? { command: part, words: rest } : { command, words };
}

function refuseUnknownCommand(name: string): void {
  if (Object.hasOwn(commands, name)) return;
  throw new UserError({
    what: `there is no command ${JSON.stringify(name)}`,
    where: "untildone",
    fix: suggest(name, Object.keys(commands)),
  });
}

/** What follows `--` is somebody else's. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  return own.includes("--help") || own.includes("-h");
}

/** For agents, the status 2 of a hook is a refusal: a mistyped flag must not keep anybody in a session. */
function letGo(message: string, program: Program): number {
  program.err(`${message}\n`);
  const systemMessage = `untildone did not judge this stop: ${message.replaceAll(/\s*\n\s*/g, "; ")}`;
  return printAndSucceed(`${JSON.stringify({ systemMessage })}\n`, program);
}

/** Without a command the help is an error message and goes to stderr. */
async function help([topic, ...more]: readonly string[], isMistake: boolean, program: Program): Promise<number> {
  if (topic !== undefined) {
    refuseUnknownCommand(topic);
    return printAndSucceed(formatHelp(enterPart(await program.load(topic), more).command, program.columns), program);
  }
  if (!isMistake) return printAndSucceed(usage(), program);
  program.err(usage());
  return 2;
}

function printAndSucceed(text: string, { out }: Program): number {
  out(text);
  return 0;
}

/** User errors as text; internal errors with a stack trace only with --debug. */
function formatError(error: unknown, debug: boolean): string {
  if (isUserError(error)) return formatUserError(error);
  if (debug && error instanceof Error) return String(error.stack);
  return `internal error: ${errorMessage(error)}\n  fix  run again with --debug and report what it prints`;
}
