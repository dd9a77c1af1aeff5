import { resolve } from "node:path";
import { defaultStateFolder } from "../config/config-places.js";
import { logStop } from "../hook/log-stop.js";
import { allow, type StopAnswer } from "../hook/stop-request.js";
import { errorMessage, formatUserError, isUserError } from "../lib/errors.js";
import { oneLine } from "../lib/text/printable.js";
import type { Flag, Io, ParsedArgs } from "./command.js";
import { configFlags } from "./flags/config-flags.js";
import { seconds } from "./numbers.js";

/** No agent waits longer for a hook. */
const maxSeconds = 86_400;

/** The flags of whoever answers hooks. */
export const hookFlags = {
  subagents: { type: "boolean", help: "judge the stops of sub-agents, too" },
  "time-limit": {
    type: "string",
    value: "TIME",
    help: "let the agent stop if the checks take longer (default 9m); keep it below the hook's own timeout",
  },
  ...configFlags,
} as const satisfies Record<string, Flag>;

export const timeLimitMs = (args: ParsedArgs): number =>
  Math.min(seconds(args.text("time-limit") ?? "9m", "--time-limit"), maxSeconds) * 1000;

/** Where a stop is judged. */
export interface HookTerms {
  readonly args: ParsedArgs;
  readonly io: Io;
  /** The project's folder. */
  readonly cwd: string;
  /** Ends the checks. Asked for only where some run. */
  signal(): AbortSignal;
}

/** Whatever goes wrong, the person is never kept in a session by it. */
export function letGoAfter(error: unknown, agent: string, { args, io }: Pick<HookTerms, "args" | "io">): StopAnswer {
  if (args.flag("debug") && error instanceof Error) io.err(`${error.stack}\n`);
  const message = `untildone did not judge this stop: ${describeError(error)}`;
  tryToLog(message, agent, { args, io });
  return allow("untildone failed", message);
}

/** The configuration, which may be the cause, is not asked where the logs are. */
function tryToLog(message: string, agent: string, { args, io }: Pick<HookTerms, "args" | "io">): void {
  try {
    logStop(resolve(io.cwd, args.text("state") ?? defaultStateFolder), { agent, session: "" }, allow(message));
  } catch (error) {
    io.err(`warning: ${describeError(error)}\n`);
  }
}

const describeError = (error: unknown): string =>
  oneLine(isUserError(error) ? formatUserError(error) : `internal error: ${errorMessage(error)}`);
