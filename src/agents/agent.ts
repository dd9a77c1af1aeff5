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

/** Whether an agent can be started, or what is wrong and how to fix it. */
export type Probed = { readonly ok: true } | { readonly ok: false; readonly what: string; readonly fix: string };

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
  readonly probe?: Pick<Invocation, "words" | "env">;
  invoke(request: AgentRequest): Invocation;
}
