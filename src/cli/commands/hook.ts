import { hookForms } from "../../hook/hook-forms.js";
import { allow, type HookForm, type StopAnswer, type StopRequest } from "../../hook/stop-request.js";
import { UserError } from "../../lib/errors.js";
import { isFolder } from "../../lib/files/disk.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { hookFlags, letGoAfter, timeLimitMs } from "../hook-terms.js";
import { judgeHook } from "../judge-hook.js";
import { readInput } from "../read-input.js";

const names = hookForms.map(({ agent }) => agent).join("|");

export const hook: Command = {
  name: "hook",
  usage: `hook ${names} [options]`,
  about:
    "Answers a Stop hook of a coding agent: may it stop? Reads the hook's JSON from stdin, runs the checks, and answers in that agent's own form. The stop is refused if a check fails, a task of the list is left or a goal is not met (untildone goal), with the same feedback as in a run; and once if the agent calls it done with nothing changed.\n\nIt is let go without a word if nothing is claimed and nothing changed; if the work is done; if nothing changed since the last refusal; after maxStopRefusals refusals; if a limit or the breaker ends it; while tasks run in the background; if the agent asks the person something; and whenever untildone itself fails. How to set it up: docs/inside-your-agent.md.\n\nExit status: always 0, since agents take another one for an answer.",
  flags: hookFlags,
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

async function answerHook(form: HookForm, args: ParsedArgs, io: Io): Promise<StopAnswer> {
  try {
    return await judgeInput(form, args, io);
  } catch (error) {
    return letGoAfter(error, form.agent, { args, io });
  }
}

async function judgeInput(form: HookForm, args: ParsedArgs, io: Io): Promise<StopAnswer> {
  const input = tryParseJson(await readInput(io));
  if (!isRecord(input))
    throw new UserError({ what: "the hook's input is not a JSON object", where: "stdin", fix: null });
  const request = form.read({ input, env: io.env });
  const limit = timeLimitMs(args);
  const signal = (): AbortSignal => AbortSignal.timeout(limit);
  return judgeHook(request, { args, io, cwd: projectFolder(request, args, io), signal });
}

function projectFolder({ folder }: StopRequest, args: ParsedArgs, io: Io): string {
  return args.text("dir") === undefined && folder !== null && isFolder(folder) ? folder : io.cwd;
}
