import type { StopRequest } from "./stop-request.js";

export interface SkipOptions {
  /** Whether the stops of sub-agents are judged, too. */
  readonly subagents: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why a stop is not ours to judge; null if it is. */
export function whyNotJudged(request: StopRequest, { subagents, env }: SkipOptions): string | null {
  if (env["UNTILDONE_RUN"]) return "untildone run judges this agent itself";
  if (request.event === "other") return "not a stop";
  if (request.event === "subagent-stop" && !subagents) return "a sub-agent's stop";
  if (request.session.trim() === "") return "no session is named: nobody could count its refusals";
  if (request.session.length > 500) return "the session's id is longer than 500 characters";
  if (request.background > 0) return `${request.background} running in the background`;
  return request.notAtWork;
}
