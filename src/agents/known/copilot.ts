import { type Ending, failed } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { apiFailure } from "../transcripts/api-error.js";
import { addCommand, addMessage, type Draft, overhear } from "../transcripts/draft.js";
import { isObject, type Json, list, number, object, text } from "../transcripts/json.js";

const unclosed = failed("cut-off", "the stream ends without a result event");
const bulk =
  /^\{"type":"(?:assistant\.(?:message_delta|tool_call_delta|reasoning)|session\.(?:skills_loaded|background)|tool\.(?:shell_output|execution_partial))/;

/**
 * `copilot -p --output-format json`: `{type, data}` events. Skips partial messages, because the complete one follows.
 */
export const copilot: AgentCli = {
  name: "copilot",
  events: {
    format: "copilot",
    recognises: (first) =>
      first.some(
        (event) => /^(?:session|user|assistant|model|tool|hook)\./.test(text(event["type"])) && isObject(event["data"]),
      ),
    unclosed,
    isBulk: (head) => bulk.test(head),
    read: readCopilotEvent,
  },
};

export const copilotStart: AgentStart = {
  name: "copilot",
  format: "copilot",
  args: ({ resume, model, permissions, more }) => [
    ...["--output-format", "json", "--no-auto-update", ...permissions],
    ...option("--model", model),
    ...(resume === null ? [] : [`--resume=${resume}`]),
    ...more,
  ],
  prompt: "stdin",
  permissions: {
    all: { flags: ["--allow-all"] },
    edit: { flags: ["--allow-tool", "write", "--deny-tool", "shell"], isTried: true },
    read: { flags: ["--deny-tool", "write", "--deny-tool", "shell"], isTried: true },
  },
  env: { COPILOT_AUTO_UPDATE: "false" },
  reports: { cost: false, tokens: false, limits: "message", stopReasons: "event" },
  setUp: { install: "npm install -g @github/copilot", logIn: "copilot login" },
  logInSigns: {
    variables: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
    files: [".copilot/config.json"],
  },
  tried: "runs",
  readToolCalls(event) {
    const data = object(event["data"]);
    return event["type"] === "tool.execution_start"
      ? [{ tool: text(data["toolName"]), input: object(data["arguments"]) }]
      : [];
  },
};

function readCopilotEvent(draft: Draft, event: Json, line: number): void {
  const data = object(event["data"]);
  switch (event["type"]) {
    case "assistant.message":
      readMessage(draft, data, line);
      return;
    case "user.message":
      overhear(draft, "prompt", { text: text(data["content"]), line });
      return;
    case "assistant.reasoning":
      overhear(draft, "thinking", { text: text(data["content"]), line });
      return;
    case "tool.execution_start":
      addCommand(draft, text(object(data["arguments"])["command"]));
      return;
    case "tool.execution_complete":
      readTool(draft, data, line);
      return;
    default:
      readEnd(draft, event, data);
  }
}

/** A sub-agent's message counts as tool output: only the main agent speaks for the turn. */
function readMessage(draft: Draft, data: Json, line: number): void {
  const words = text(data["content"]);
  if (text(data["parentToolCallId"]) !== "") overhear(draft, "tool-result", { text: words, line });
  else addMessage(draft, words, line);
  draft.ending = unclosed;
}

function readTool(draft: Draft, data: Json, line: number): void {
  draft.edits += list(data["fileEdits"]).length;
  if (object(data["error"])["code"] === "denied") draft.denials++;
  overhear(draft, "tool-result", { text: text(object(data["result"])["content"]), line });
}

function readEnd(draft: Draft, event: Json, data: Json): void {
  switch (event["type"]) {
    case "model.call_failure":
      draft.ending = readFailure(data, text(data["errorMessage"]), draft.ending);
      return;
    case "session.error":
      draft.ending = readFailure(data, text(data["message"]), draft.ending);
      return;
    case "abort":
      draft.ending = failed("interrupted", "the agent was interrupted");
      return;
    case "result":
      draft.sessionId = text(event["sessionId"]) || draft.sessionId;
      draft.ending = readResult(draft.ending, number(event["exitCode"]));
  }
}

/** The failed call has the reset time; the error that ends the session does not. */
function readFailure(data: Json, message: string, before: Ending): Ending {
  const failure = apiFailure({ message, status: number(data["statusCode"]), code: text(data["errorType"]) });
  const known = before.is === "failed" ? before.failure.limit : null;
  const same = failure.limit && known?.kind === failure.limit.kind && failure.limit.resetsAt === null;
  return { is: "failed", failure: same ? { ...failure, limit: known } : failure };
}

/** An interrupted run also ends with `exitCode` 0, so an earlier ending takes precedence. */
function readResult(before: Ending, exitCode: number | undefined): Ending {
  if (before !== unclosed) return before;
  if (exitCode === 0) return { is: "finished" };
  return failed("crash", `the agent ended with exit code ${exitCode ?? "unknown"}`);
}
