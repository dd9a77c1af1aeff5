import type { Agent } from "../../agents/agent.js";
import type { Failure, Transcript } from "../../decide/transcript.js";
import { UserError } from "../../lib/errors.js";
import { fixRefusal } from "./next-step.js";

/** The agent did not even start, or could not achieve anything: such a run is not one to judge or to resume. */
export class RefusedStart extends UserError {}

/** Why the program did not begin a session: it does not know one of our flags. Null if it began, or failed otherwise. */
export function findRefusedFlags({ ending, messages, sessionId }: Transcript): Failure | null {
  if (ending.is !== "failed" || ending.explicit || ending.failure.kind !== "bad-flags") return null;
  return sessionId === null && messages.length === 0 ? ending.failure : null;
}

/** It is too old for our flags, or the user's own are wrong. */
export function refusedStart(agent: Agent | null, { message }: Failure): RefusedStart {
  const name = agent?.name ?? "the agent";
  return new RefusedStart({
    what: `${name} does not start with the flags that untildone gives it: ${message}`,
    where: `--agent ${name}`,
    fix: fixRefusal(agent, message),
  });
}
