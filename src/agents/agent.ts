import type { Format } from "../core/transcript.js";

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
  readonly env: Readonly<Record<string, string>>;
}

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
  invoke(request: AgentRequest): Invocation;
}
