import type { Format } from "../core/transcript.js";

/** What is asked of an agent: the prompt, and the session to go on with where it should. */
export interface AgentRequest {
  readonly prompt: string;
  readonly resume: string | null;
}

/** How to start it: words without a shell, what it reads, what it finds in its environment. */
export interface Invocation {
  readonly words: readonly string[];
  /** null: the prompt is among the words, and standard input is empty. */
  readonly stdin: string | null;
  readonly env: Readonly<Record<string, string>>;
}

/** A coding CLI. Translation only: starting, timing and killing are the same for all. */
export interface Agent {
  readonly name: string;
  readonly format: Format | "auto";
  /** How it is asked to stop: some end cleanly only on Ctrl-C. */
  readonly politeSignal: "SIGINT" | "SIGTERM";
  /** Whether it tells what a turn cost, and how many tokens it took; null where nobody knows. */
  readonly reports: { readonly cost: boolean; readonly tokens: boolean } | null;
  /** What a person types to install it, and to log in. */
  readonly setUp: { readonly install: string; readonly logIn: string } | null;
  invoke(request: AgentRequest): Invocation;
}
