import type { Agent, AgentRequest, LogInSigns } from "./agent.js";
import type { DocumentReader, EventReader } from "./transcripts/reader.js";
import type { Section } from "./transcripts/sections.js";

/** Declares a coding CLI: how to start it and how to read its output. Pure data and parsing, no side effects. */
export interface AgentCli {
  readonly name: string;
  /** Absent if we can only read its output, not start it. */
  readonly start?: AgentStart;
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

/**
 * The prompt goes to stdin, because an argument is limited to 128 KB. Runs non-interactively, because nobody is there
 * to answer.
 */
export interface AgentStart {
  words(request: AgentRequest): readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly politeSignal?: Agent["politeSignal"];
  readonly reports: NonNullable<Agent["reports"]>;
  /** The npm package, and the command to log in. */
  readonly package: string;
  readonly logIn: string;
  readonly logInSigns: LogInSigns;
  readonly rootVariable?: string;
  readonly findVainRetry?: Agent["findVainRetry"];
}
