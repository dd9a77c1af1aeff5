import { errorMessage, formatUserError, isUserError, UserError } from "../lib/errors.js";
import { suggest } from "../lib/text/nearest.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { findProject, withPathsFrom } from "./find-project.js";
import { formatHelp } from "./format-help.js";
import { putBackHidden } from "./put-back-hidden.js";
import { readArguments } from "./read-arguments.js";
import { formatUsage, introduction } from "./usage.js";

/** Commands are loaded by name, on demand. */
export const commands: Readonly<Record<string, string>> = {
  demo: "watch the loop work: real tests, a scripted agent, no API key, no network",
  init: "set up untildone in a project, or install it in an agent's own settings",
  plan: "let an agent write the task list from a specification",
  seal: "let an author agent write checks of each task before the run, which the working agent does not see",
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
  explain: "why a turn was decided as it was, in ten lines; --all has every rule and number",
  report: "a page of a run: what happened, why it stopped, what to do next",
  audit: "what stands behind the ticks of a list that somebody else ticked",
  prove: "the proof of a run as one signed file, for others to verify",
  verify: "verify a proof: 0 genuine, 1 altered or other content, 2 cannot tell, 3 unsigned",
  key: "the key that signs your proofs",
  dashboard: "a page of your runs in the browser, live, to watch and steer them",
  logs: "what a turn printed: the agent, the prompt, the checks",
  diff: "what one task or turn changed",
  undo: "take out what one task or turn changed, and keep the rest",
  bisect: "find the turn that made a check fail",
  grade: "record whether a task or a run turned out right or wrong",
  calibrate: "how far claims, checks and proofs can be trusted here, by what turned out",
  lab: "play many loops with simulated agents under any policy and settings",
  eval: "measure how often a run is called completed that is not, on a set with known truth",
  replay: "replay earlier decisions with another policy or other settings",
  breaker: "the circuit breaker: status, track, trip, reset",
  unpark: "bring back the work of a task that a run set aside",
  hidden: "show which files of hidden checks are put away, and put back what a killed run left",
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
  const io = program.io(args.text("dir"), command);
  const project = !command.findsProject || isPlaceNamed(args, io) ? null : findProject(io);
  const place = project === null ? io : program.io(project, command);
  await putBackHidden(name, place, program.load);
  if (project === null) return command.run(args, io);
  if (!args.flag("json")) io.err(`in ${project}, the project of this folder\n`);
  return command.run(withPathsFrom(io.cwd, project, command, args), place);
}

const isPlaceNamed = (args: ParsedArgs, { env }: Io): boolean =>
  args.text("dir") !== undefined ||
  args.text("state") !== undefined ||
  Boolean(env["UNTILDONE_STATE"] || env["UNTILDONE_STATE_FOLDER"]);

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
    what: `unknown command ${JSON.stringify(name)}`,
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

/** Without a command what is said is an error message and goes to stderr. */
async function help([topic, ...more]: readonly string[], isMistake: boolean, program: Program): Promise<number> {
  if (topic !== undefined) {
    refuseUnknownCommand(topic);
    return printAndSucceed(formatHelp(enterPart(await program.load(topic), more).command, program.columns), program);
  }
  if (!isMistake) return printAndSucceed(formatUsage(commands), program);
  program.err(`${introduction}\n`);
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
