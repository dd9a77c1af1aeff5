import { resolve } from "node:path";
import { errorMessage, formatUserError, isUserError, UserError } from "../base/errors.js";
import { isRecord } from "../base/is-record.js";
import { oneLine } from "../base/printable.js";
import { tryParseJson } from "../base/try-parse-json.js";
import { readGoal } from "../hook/goal.js";
import { isAnythingAsked } from "../hook/held-checks.js";
import { hookForms } from "../hook/hook-forms.js";
import { logStop } from "../hook/log-stop.js";
import { whyNotJudged } from "../hook/skip-stop.js";
import type { StopPlace } from "../hook/stop-place.js";
import { allow, type HookForm, type StopAnswer, type StopRequest } from "../hook/stop-request.js";
import { isFolder } from "../system/disk.js";
import { listFile } from "../trackers/find-list.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { configFlags, readConfig } from "./config-flags.js";
import { seconds } from "./numbers.js";
import { readInput } from "./read-input.js";
import { loadList } from "./task-list.js";

/** No agent waits longer for a hook. */
const maxSeconds = 86_400;

const names = hookForms.map(({ agent }) => agent).join("|");

export const hook: Command = {
  name: "hook",
  usage: `hook ${names} [options]`,
  about:
    "Answers a Stop hook of a coding agent: may it stop? Reads the hook's JSON from stdin, runs the checks, and answers in that agent's own form. The stop is refused if a check fails, a task of the list is left or a goal is not met (untildone goal), with the same feedback as in a run.\n\nIt is let go if the work is done; if nothing changed since the last refusal; after maxStopRefusals refusals; if a limit or the breaker ends it; while tasks run in the background; if the agent asks the person something; and whenever untildone itself fails. How to set it up: docs/inside-your-agent.md.\n\nExit status: always 0, since agents take another one for an answer.",
  flags: {
    subagents: { type: "boolean", help: "judge the stops of sub-agents, too" },
    "time-limit": {
      type: "string",
      value: "TIME",
      help: "let the agent stop if the checks take longer (default 9m); keep it below the hook's own timeout",
    },
    ...configFlags,
  },
  maxPositionals: 1,
  examples: [
    "untildone hook claude",
    "untildone hook codex --time-limit 3m",
    "untildone hook gemini --set maxStopRefusals=3",
  ],
  async run(args, io) {
    const form = hookForms.find(({ agent }) => agent === args.words[0]);
    const answer = form ? await answerHook(form, args, io) : allow("unknown agent", describeUnknown(args.words[0]));
    const text = (form ?? hookForms[0])?.answer(answer) ?? "";
    if (text !== "") io.out(`${text}\n`);
    return 0;
  },
};

const describeUnknown = (word: string | undefined): string =>
  `untildone did not judge: ${word === undefined ? "no agent is named" : `there is no hook for ${JSON.stringify(word)}`}; use untildone hook ${names}`;

/** Whatever goes wrong, the person is never kept in a session by it. */
async function answerHook(form: HookForm, args: ParsedArgs, io: Io): Promise<StopAnswer> {
  try {
    return await judgeInput(form, args, io);
  } catch (error) {
    if (args.flag("debug") && error instanceof Error) io.err(`${error.stack}\n`);
    const message = `untildone did not judge this stop: ${describeError(error)}`;
    tryToLog(message, form, { args, io });
    return allow("untildone failed", message);
  }
}

/** The configuration, which may be the cause, is not asked where the logs are. */
function tryToLog(message: string, { agent }: HookForm, { args, io }: { args: ParsedArgs; io: Io }): void {
  try {
    logStop(resolve(io.cwd, args.text("state") ?? ".ralph"), { agent, session: "" }, allow(message));
  } catch (error) {
    io.err(`warning: ${describeError(error)}\n`);
  }
}

const describeError = (error: unknown): string =>
  oneLine(isUserError(error) ? formatUserError(error) : `internal error: ${errorMessage(error)}`);

async function judgeInput(form: HookForm, args: ParsedArgs, io: Io): Promise<StopAnswer> {
  const input = tryParseJson(await readInput(io));
  if (!isRecord(input))
    throw new UserError({ what: "the hook's input is not a JSON object", where: "stdin", fix: null });
  const request = form.read({ input, env: io.env });
  const skipped = whyNotJudged(request, { subagents: args.flag("subagents"), env: io.env });
  if (skipped !== null) return allow(skipped);
  const limit = seconds(args.text("time-limit") ?? "9m", "--time-limit");
  const place = await openPlace(args, { ...io, cwd: projectFolder(request, args, io) }, limit);
  if (!isAnythingAsked(place)) return allow("nothing is asked for here");
  const { judgeStop } = await import("./look.js");
  const answer = await judgeStop(request, place);
  logStop(place.folder, request, answer);
  return answer;
}

function projectFolder({ folder }: StopRequest, args: ParsedArgs, io: Io): string {
  return args.text("dir") === undefined && folder !== null && isFolder(folder) ? folder : io.cwd;
}

async function openPlace(args: ParsedArgs, io: Io, limit: number): Promise<StopPlace> {
  const config = readConfig(args, io);
  const { list, tasks } = await loadList(undefined, config, io);
  const owner = { env: io.env, home: io.home };
  return {
    cwd: io.cwd,
    owner,
    config,
    folder: resolve(io.cwd, config.stateFolder),
    tasks,
    tasksFile: listFile(list),
    goal: readGoal(io.cwd, owner),
    signal: AbortSignal.timeout(Math.min(limit, maxSeconds) * 1000),
  };
}
