import { resolve } from "node:path";
import { errorMessage, formatUserError, isUserError } from "../base/errors.js";
import { oneLine } from "../base/printable.js";
import { readGoal } from "../hook/goal.js";
import { isAnythingAsked } from "../hook/held-checks.js";
import { logStop } from "../hook/log-stop.js";
import { whyNotJudged } from "../hook/skip-stop.js";
import type { StopPlace } from "../hook/stop-place.js";
import { allow, type StopAnswer, type StopRequest } from "../hook/stop-request.js";
import { listFile } from "../trackers/find-list.js";
import type { Flag, Io, ParsedArgs } from "./command.js";
import { configFlags, readConfig } from "./config-flags.js";
import { seconds } from "./numbers.js";
import { loadList } from "./task-list.js";

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
  readonly signal: AbortSignal;
}

export async function judgeHook(request: StopRequest, terms: HookTerms): Promise<StopAnswer> {
  const { args, io } = terms;
  const skipped = whyNotJudged(request, { subagents: args.flag("subagents"), env: io.env });
  if (skipped !== null) return allow(skipped);
  const place = await openPlace(terms);
  if (!isAnythingAsked(place)) return allow("nothing is asked for here");
  const { judgeStop } = await import("./look.js");
  const answer = await judgeStop(request, place);
  logStop(place.folder, request, answer);
  return answer;
}

export async function openPlace({ args, cwd, signal, ...given }: HookTerms): Promise<StopPlace> {
  const io = { ...given.io, cwd };
  const config = readConfig(args, io);
  const { list, tasks } = await loadList(undefined, config, io);
  const owner = { env: io.env, home: io.home };
  return {
    cwd,
    owner,
    config,
    folder: resolve(cwd, config.stateFolder),
    tasks,
    tasksFile: listFile(list),
    goal: readGoal(cwd, owner),
    signal,
  };
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
    logStop(resolve(io.cwd, args.text("state") ?? ".ralph"), { agent, session: "" }, allow(message));
  } catch (error) {
    io.err(`warning: ${describeError(error)}\n`);
  }
}

const describeError = (error: unknown): string =>
  oneLine(isUserError(error) ? formatUserError(error) : `internal error: ${errorMessage(error)}`);
