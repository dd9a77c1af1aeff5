/** A hook's question, in no agent's own form. */
export interface StopRequest {
  readonly agent: string;
  /** What happened: the agent wants to stop, its session begins, or something that is not ours to answer. */
  readonly event: "stop" | "subagent-stop" | "session-start" | "other";
  /** "" if the hook names no session: it then belongs to none. */
  readonly session: string;
  /** The agent's last message; null if the hook does not tell. */
  readonly message: string | null;
  /** The project's folder, if the hook names one. */
  readonly folder: string | null;
  /** The stop follows one that was refused; null if the hook does not tell. */
  readonly isRetry: boolean | null;
  /** How many commands or agents still run in the background. */
  readonly background: number;
  /** Why the agent is not at work: it only plans, or the person stopped it. */
  readonly notAtWork: string | null;
  /** Refusals in a row after which the agent itself ends the turn; null if it never does. */
  readonly cap: number | null;
}

/** `message` is for the person, `reason` for the agent. */
export type StopAnswer =
  | { readonly is: "allowed"; readonly why: string; readonly message: string | null }
  | { readonly is: "refused"; readonly reason: string; readonly message: string };

/** What a hook's command gets: its input as JSON, and its environment. */
export interface HookCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The form of one agent's hooks. */
export interface HookForm {
  readonly agent: string;
  read(call: HookCall): StopRequest;
  /** What is printed; "" for nothing. */
  answer(answer: StopAnswer): string;
}

export const allow = (why: string, message: string | null = null): StopAnswer => ({ is: "allowed", why, message });
