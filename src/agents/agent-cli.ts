import type { Agent, AgentRequest } from "./agent.js";
import type { DocumentReader, EventReader } from "./transcripts/reader.js";
import type { Section } from "./transcripts/sections.js";

/** A coding CLI as its file declares it: how it is started, and how what it prints is read. It does nothing by itself. */
export interface AgentCli {
  readonly name: string;
  /** Absent where we only read what somebody else started. */
  readonly start?: AgentStart;
  readonly events?: EventReader;
  readonly document?: DocumentReader;
  readonly log?: LogReader;
  /** The HTTP status its exit code stands for. */
  readStatus?(exitCode: number): number | undefined;
}

/** Takes the log that a CLI prints for people apart by who speaks. */
export interface LogReader {
  /** Every such log holds these words. */
  readonly sign: string;
  /** The log's sections, or undefined where the text is none. */
  split(text: string): readonly Section[] | undefined;
}

/** The prompt goes to standard input: an argument may hold 128 KB only. Without questions, since nobody is there. */
export interface AgentStart {
  words(request: AgentRequest): readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly politeSignal?: Agent["politeSignal"];
  readonly reports: NonNullable<Agent["reports"]>;
  /** Its npm package, and what a person types to log in. */
  readonly package: string;
  readonly logIn: string;
}
