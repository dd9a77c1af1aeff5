import type { Format } from "../decide/transcript.js";
import type { Agent, LogInSigns, Permissions, ToolCall } from "./agent.js";
import type { Json } from "./transcripts/json.js";
import type { DocumentReader, EventReader } from "./transcripts/reader.js";
import type { Section } from "./transcripts/sections.js";

/** Declares how to read the output of a coding CLI. Pure data and parsing, no side effects. */
export interface AgentCli {
  readonly name: string;
  readonly events?: EventReader;
  readonly document?: DocumentReader;
  readonly log?: LogReader;
  /** The HTTP status that an exit code stands for. */
  readStatus?(exitCode: number): number | undefined;
}

/** Splits the human-readable log of a CLI by speaker. */
export interface LogReader {
  /** Text that every such log contains. */
  readonly sign: string;
  /** The sections of the log, or undefined if the text is not such a log. */
  split(text: string): readonly Section[] | undefined;
}

/** What the arguments of one turn depend on. */
export interface StartRequest {
  /** The session to resume. */
  readonly resume: string | null;
  readonly model: string | null;
  /** The flags of the chosen permissions. */
  readonly permissions: readonly string[];
  /** The user's own arguments. They go before anything positional. */
  readonly more: readonly string[];
}

/** The flags for one level of permissions. */
export interface PermissionFlags {
  readonly flags: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the agent may do, after "NAME may", if the usual words are not exact. */
  readonly may?: string;
  /** Tried with the real program, on a model that attempts what it may not do. */
  readonly isTried?: true;
}

/** What an agent can tell, beyond its answer. */
export interface AgentReports {
  readonly cost: boolean;
  readonly tokens: boolean;
  /** A limit with the time of its reset, a limit without it, or neither. */
  readonly limits: "reset" | "message" | "none";
  /** Why the turn ended: by an event of its own, or only by its exit code. */
  readonly stopReasons: "event" | "exit-code";
}

/**
 * Declares how to start a coding CLI: non-interactively, because nobody is there to answer. Apart from the reader, so
 * that commands that start nothing do not load it.
 */
export interface AgentStart {
  readonly name: string;
  /** The program, if it has another name. */
  readonly program?: string;
  /** The format of its output; absent if it prints plain text. */
  readonly format?: Format;
  args(request: StartRequest): readonly string[];
  /** Where the prompt goes. stdin is better: one argument is limited to 128 KB. */
  readonly prompt: "stdin" | "last-argument";
  /** Absent: the CLI has no such mode. */
  readonly permissions: { readonly all: PermissionFlags } & { readonly [P in Permissions]?: PermissionFlags };
  /** False: the CLI has no flag for it. */
  readonly hasModel?: false;
  readonly hasResume?: false;
  /** The arguments that list its models as PROVIDER/MODEL, if it does not say itself that a model is unknown. */
  readonly listModels?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly politeSignal?: Agent["politeSignal"];
  readonly reports: AgentReports;
  /** The commands to install it and to log in. */
  readonly setUp: NonNullable<Agent["setUp"]>;
  readonly logInSigns: LogInSigns;
  readonly rootVariable?: string;
  /**
   * What was tried with the real program: whole runs with a model and a resumed session, only its output, or nothing, so
   * that all of it is by its documentation.
   */
  readonly tried: "runs" | "output" | "nothing";
  /** The tool calls in an event of its output. */
  readToolCalls?(event: Json): readonly ToolCall[];
}
