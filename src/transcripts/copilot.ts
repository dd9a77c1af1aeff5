import { type Ending, failed } from "../core/transcript.js";
import { apiFailure } from "./api-error.js";
import { type Draft, overhear, ran, say } from "./draft.js";
import { isObject, type Json, list, number, object, text } from "./json.js";
import type { EventReader } from "./reader.js";

const unclosed = failed("cut-off", "the stream ends without a result event");
const bulk =
  /^\{"type":"(?:assistant\.(?:message_delta|tool_call_delta|reasoning)|session\.(?:skills_loaded|background)|tool\.(?:shell_output|execution_partial))/;

/** `copilot -p --output-format json`: `{type, data}` events. Pieces of a message are passed over: the whole follows. */
export const copilot: EventReader = {
  format: "copilot",
  recognises: (first) =>
    first.some(
      (event) => /^(?:session|user|assistant|model|tool|hook)\./.test(text(event["type"])) && isObject(event["data"]),
    ),
  unclosed,
  isBulk: (head) => bulk.test(head),
  read: readCopilotEvent,
};

function readCopilotEvent(of: Draft, event: Json, line: number): void {
  const told = object(event["data"]);
  switch (event["type"]) {
    case "assistant.message":
      readMessage(of, told, line);
      return;
    case "user.message":
      overhear(of, "prompt", { text: text(told["content"]), line });
      return;
    case "assistant.reasoning":
      overhear(of, "thinking", { text: text(told["content"]), line });
      return;
    case "tool.execution_start":
      ran(of, text(object(told["arguments"])["command"]));
      return;
    case "tool.execution_complete":
      readTool(of, told, line);
      return;
    default:
      readEnd(of, event, told);
  }
}

/** A sub-agent's words are what a tool gave back: only the agent itself speaks for the turn. */
function readMessage(of: Draft, told: Json, line: number): void {
  const words = text(told["content"]);
  if (text(told["parentToolCallId"]) !== "") overhear(of, "tool-result", { text: words, line });
  else say(of, words, line);
  of.ending = unclosed;
}

function readTool(of: Draft, told: Json, line: number): void {
  of.edits += list(told["fileEdits"]).length;
  if (object(told["error"])["code"] === "denied") of.denials++;
  overhear(of, "tool-result", { text: text(object(told["result"])["content"]), line });
}

function readEnd(of: Draft, event: Json, told: Json): void {
  switch (event["type"]) {
    case "model.call_failure":
      of.ending = failureOf(told, text(told["errorMessage"]), of.ending);
      return;
    case "session.error":
      of.ending = failureOf(told, text(told["message"]), of.ending);
      return;
    case "abort":
      of.ending = failed("interrupted", "the agent was interrupted");
      return;
    case "result":
      of.sessionId = text(event["sessionId"]) || of.sessionId;
      of.ending = resultOf(of.ending, number(event["exitCode"]));
  }
}

/** The failed call names the reset time; the error that ends the session no longer does. */
function failureOf(told: Json, message: string, before: Ending): Ending {
  const failure = apiFailure({ message, status: number(told["statusCode"]), code: text(told["errorType"]) });
  const known = before.is === "failed" ? before.failure.limit : null;
  const same = failure.limit && known?.kind === failure.limit.kind && failure.limit.resetsAt === null;
  return { is: "failed", failure: same ? { ...failure, limit: known } : failure };
}

/** An interrupted run ends with `exitCode` 0 as well, so what went before outweighs it. */
function resultOf(before: Ending, exitCode: number | undefined): Ending {
  if (before !== unclosed) return before;
  if (exitCode === 0) return { is: "finished" };
  return failed("crash", `the agent ended with exit code ${exitCode ?? "unknown"}`);
}
