import { isRecord } from "../../lib/json/is-record.js";
import { commandLine, type FolderWord, type OwnProgram } from "./own-program.js";

/** The hooks of one agent, in a file of the project. */
export interface AgentHooks {
  readonly agent: string;
  readonly label: string;
  readonly file: string;
  /** The events to answer, each a list below `hooks`, with the seconds an answer may take. */
  readonly events: Readonly<Record<string, number>>;
  /** What an event's list holds for us. */
  entry(command: string, seconds: number): unknown;
  /** What else a new file must hold. */
  readonly extras: Readonly<Record<string, unknown>>;
  readonly folder: FolderWord;
  /** It ignores a file with comments or trailing commas, without a word. */
  readonly isStrict?: true;
  /** What is left to do for the person. */
  readonly next: string;
}

/** Longer than `hook` takes by its own time limit (9 minutes), so that it can always answer. */
const stopSeconds = 600;
/** Looks at the workspace, and runs nothing. */
const startSeconds = 60;

const grouped = (command: string, timeout: number): unknown => ({ hooks: [{ type: "command", command, timeout }] });

export const agentHooks: readonly AgentHooks[] = [
  {
    agent: "claude",
    label: "Claude Code",
    file: ".claude/settings.json",
    events: { SessionStart: startSeconds, Stop: stopSeconds },
    entry: grouped,
    extras: {},
    folder: '"$CLAUDE_PROJECT_DIR"/',
    isStrict: true,
    next: "start it again in this folder (it reads no settings of parent folders); /hooks lists what it runs",
  },
  {
    agent: "codex",
    label: "Codex",
    file: ".codex/hooks.json",
    events: { SessionStart: startSeconds, Stop: stopSeconds },
    entry: grouped,
    extras: {},
    folder: null,
    isStrict: true,
    next: "start it in this folder, trust the folder, type /hooks and trust both hooks: until then it skips them without a word (codex exec: --dangerously-bypass-hook-trust)",
  },
  {
    agent: "gemini",
    label: "Gemini CLI",
    file: ".gemini/settings.json",
    events: { SessionStart: startSeconds, AfterAgent: stopSeconds },
    entry: (command, seconds) => ({
      hooks: [{ name: "untildone", type: "command", command, timeout: seconds * 1000 }],
    }),
    extras: {},
    // Gemini CLI puts the quoted path there itself.
    folder: "$GEMINI_PROJECT_DIR/",
    next: "start it again in this folder and trust the folder: project hooks run nowhere else",
  },
  {
    agent: "copilot",
    label: "GitHub Copilot CLI",
    file: ".github/hooks/untildone.json",
    events: { agentStop: stopSeconds },
    entry: (command, timeoutSec) => ({ type: "command", bash: command, powershell: command, cwd: ".", timeoutSec }),
    extras: { version: 1 },
    folder: "",
    next: "start it again in this folder and trust the folder: until then it skips the hook without a word (copilot -p: --trust-folder)",
  },
  {
    agent: "cursor",
    label: "Cursor",
    file: ".cursor/hooks.json",
    events: { sessionStart: startSeconds, stop: stopSeconds },
    entry: (command, timeout) => ({ command, timeout }),
    extras: { version: 1 },
    folder: "",
    next: "open the project again; the form of the hooks is from its documentation and was never tried",
  },
];

export const hookCommand = ({ agent, folder }: AgentHooks, program: OwnProgram): string =>
  commandLine(program, `hook ${agent}`, folder);

/** Whether a hook starts untildone for this agent, whatever flags it has got since. */
export function isOwnHook(value: unknown, agent: string): boolean {
  if (!isRecord(value)) return false;
  return [value["command"], value["bash"]].some(
    (command) =>
      typeof command === "string" &&
      /untildone|cli\.cjs/.test(command) &&
      ` ${command} `.replaceAll(/\s+/g, " ").includes(` hook ${agent} `),
  );
}
