import type { Format } from "../decide/transcript.js";

/** The prompt for an agent, and the session to resume, if any. */
export interface AgentRequest {
  readonly prompt: string;
  readonly resume: string | null;
}

/** How to start an agent: arguments (no shell), stdin and environment. */
export interface Invocation {
  readonly words: readonly string[];
  /** null: the prompt is one of the arguments, and stdin is empty. */
  readonly stdin: string | null;
  /** Added to our environment; undefined removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many of the first words start a program of our own, which stays outside of a sandbox. */
  readonly own?: number;
}

/** The words that start the agent itself. */
export const agentWords = ({ words, own = 0 }: Pick<Invocation, "words" | "own">): readonly string[] =>
  words.slice(own);

/** Any of these shows that somebody logged in: variables, and files in the home folder. */
export interface LogInSigns {
  readonly variables: readonly string[];
  readonly files: readonly string[];
}

/** Whether an agent can be started, or what is wrong and how to fix it. */
export type Probed =
  | { readonly ok: true }
  | { readonly ok: false; readonly what: string; readonly where: string; readonly fix: string };

/** What an agent may do without asking: everything, edit files, or only read them. */
export const permissionLevels = ["all", "edit", "read"] as const;
export type Permissions = (typeof permissionLevels)[number];

/** A tool that the agent called. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Stands for a call that was too long to be read. */
export const unreadCall: ToolCall = { tool: "unread", input: {} };

/** A coding CLI. Only translates; starting, timeouts and killing are the same for all. */
export interface Agent {
  readonly name: string;
  readonly format: Format | "auto";
  /** How to ask it to stop: some only exit cleanly on Ctrl-C. */
  readonly politeSignal: "SIGINT" | "SIGTERM";
  /** Whether it reports cost and tokens of a turn; null if unknown. */
  readonly reports: { readonly cost: boolean; readonly tokens: boolean } | null;
  /** The commands to install it and to log in. */
  readonly setUp: { readonly install: string; readonly logIn: string } | null;
  /** A command that finds out before a run whether the agent can be started; prints a `Probed`. */
  readonly probe?: Pick<Invocation, "words" | "env" | "own">;
  /** The known agent that this one is another form of: its variables are those of that one. */
  readonly formOf?: string;
  /** The model it is told to use; absent for its own choice. */
  readonly model?: string;
  /** What it may do without asking, such as "edit files"; absent if unknown. */
  readonly may?: string;
  /** The variable without which it refuses to run as root. */
  readonly rootVariable?: string;
  /** Absent if unknown. */
  readonly logInSigns?: LogInSigns;
  invoke(request: AgentRequest): Invocation;
  /** The tool calls in one event of its output, to show what it is doing. */
  readToolCalls?(event: Readonly<Record<string, unknown>>): readonly ToolCall[];
}
