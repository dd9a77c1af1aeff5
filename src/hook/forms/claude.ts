import { isRecord } from "../../lib/json/is-record.js";
import { eventField, flagField, optionalText, textField } from "../fields.js";
import type { HookCall, HookForm, StopRequest } from "../stop-request.js";
import { decisionAnswer } from "./decision-answer.js";

/** Claude Code 2.1, measured: after this many refusals in a row it ends the turn as a success. */
const usualCap = 8;

const events: Readonly<Record<string, StopRequest["event"]>> = {
  Stop: "stop",
  SubagentStop: "subagent-stop",
  SessionStart: "session-start",
};

export const claude: HookForm = {
  agent: "claude",
  read: ({ input, env }) => ({
    agent: "claude",
    event: eventField(input, events),
    session: textField(input, "session_id"),
    message: optionalText(input, "last_assistant_message"),
    folder: env["CLAUDE_PROJECT_DIR"] || optionalText(input, "cwd"),
    isRetry: flagField(input, "stop_hook_active"),
    background: countRunning(input["background_tasks"]),
    notAtWork: textField(input, "permission_mode") === "plan" ? "the agent only plans" : null,
    cap: readCap(env),
  }),
  answer: (answer) => decisionAnswer(answer, "block"),
};

const ended = /^(?:completed?|done|failed|killed|cancell?ed|stopped|exited|finished|error)$/i;

/** Tasks without a status are in the list because they run. */
function countRunning(tasks: unknown): number {
  if (!Array.isArray(tasks)) return 0;
  return tasks.filter((task) => !(isRecord(task) && ended.test(textField(task, "status")))).length;
}

function readCap(env: HookCall["env"]): number {
  const own = Number(env["CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"] || usualCap);
  return Number.isInteger(own) && own > 0 ? own : usualCap;
}
