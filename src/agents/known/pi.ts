import { type Ending, failed } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { apiFailure } from "../transcripts/api-error.js";
import { addCommand, addMessage, type Draft, overhear } from "../transcripts/draft.js";
import { type Json, number, object, objects, text } from "../transcripts/json.js";
import { spend } from "../transcripts/spend.js";

const kinds = new Set(["agent_start", "turn_start", "tool_execution_start", "agent_settled"]);
const unclosed = failed("cut-off", "the stream ends before the agent's last message");

const isPiEvent = (event: Json): boolean =>
  (event["type"] === "session" && "id" in event && "cwd" in event) ||
  kinds.has(text(event["type"])) ||
  (/^message_(?:start|end)$/.test(text(event["type"])) && "role" in object(event["message"]));

/** Repeated messages, whole prompts and tool output: `message_end` has everything we need. */
const bulk =
  /^\{"type":"(?:(?:message|tool_execution)_update|message_start|turn_end|agent_end|tool_execution_end|message_end","message":\{"role":"(?:sys|tool))/;

/** `pi -p --mode json`. Its exit code is 0 for every error, so only the last message shows how the turn ended. */
export const pi: AgentCli = {
  name: "pi",
  events: {
    format: "pi",
    recognises: (first) => first.some(isPiEvent),
    unclosed,
    isBulk: (head) => bulk.test(head),
    read: readPiEvent,
  },
};

export const piStart: AgentStart = {
  name: "pi",
  format: "pi",
  args: ({ resume, model, permissions, more }) => [
    ...["-p", "--mode", "json", ...permissions],
    ...option("--model", model),
    ...option("--session", resume),
    ...more,
  ],
  prompt: "stdin",
  // It never asks; its tools are all there is to restrict.
  permissions: {
    all: { flags: [] },
    edit: { flags: ["--tools", "read,grep,find,ls,edit,write"] },
    read: { flags: ["--tools", "read,grep,find,ls"] },
  },
  env: { PI_SKIP_VERSION_CHECK: "1" },
  reports: { cost: true, tokens: true, limits: "message", stopReasons: "event" },
  setUp: {
    install: "npm install -g @earendil-works/pi-coding-agent",
    logIn: "pi, then /login (or set the key of your provider)",
  },
  logInSigns: { variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"], files: [".pi/agent/auth.json"] },
  tried: "output",
  readToolCalls: (event) =>
    event["type"] === "tool_execution_start" ? [{ tool: text(event["toolName"]), input: object(event["args"]) }] : [],
};

function readPiEvent(draft: Draft, event: Json, line: number): void {
  switch (event["type"]) {
    case "session":
      draft.sessionId = text(event["id"]) || null;
      return;
    case "turn_start":
      if (draft.ending.is === "finished") draft.ending = unclosed;
      return;
    case "message_end":
      readMessage(draft, object(event["message"]), line);
  }
}

function readMessage(draft: Draft, message: Json, line: number): void {
  if (message["role"] === "assistant") readAssistant(draft, message, line);
  if (message["role"] === "user") overhear(draft, "prompt", { text: wordsIn(message), line });
  if (message["role"] === "toolResult") overhear(draft, "tool-result", { text: wordsIn(message), line });
}

const editing = new Set(["write", "edit"]);

function readAssistant(draft: Draft, message: Json, line: number): void {
  // The agent discards a message that ends in an error and retries.
  const stands = message["stopReason"] !== "error";
  for (const block of objects(message["content"])) {
    const words = text(block["text"]);
    if (block["type"] === "text" && stands) addMessage(draft, words, line);
    else if (block["type"] === "text") overhear(draft, "synthetic", { text: words, line });
    if (block["type"] === "thinking") overhear(draft, "thinking", { text: text(block["thinking"]), line });
    if (block["type"] !== "toolCall") continue;
    addCommand(draft, text(object(block["arguments"])["command"]));
    if (editing.has(text(block["name"]))) draft.edits++;
  }
  const usage = object(message["usage"]);
  spend(draft, readUsage(usage), number(object(usage["cost"])["total"]));
  draft.ending = readEnding(message);
}

function readEnding(message: Json): Ending {
  switch (message["stopReason"]) {
    case "stop":
      return { is: "finished" };
    case "length":
      return failed("cut-off", "the answer was cut at the token limit");
    case "aborted":
      return failed("interrupted", text(message["errorMessage"]) || "the agent was interrupted");
    case "error":
      return readError(message);
  }
  return unclosed; // Tools are about to run, or the reason is unknown: more must follow.
}

function readError(message: Json): Ending {
  const reason = text(message["rawStopReason"]);
  if (/refusal|safety|prohibited/i.test(reason)) return failed("refused", `the vendor stopped the answer: ${reason}`);
  return { is: "failed", failure: apiFailure({ message: text(message["errorMessage"]), code: reason }) };
}

function wordsIn(message: Json): string {
  const content = message["content"];
  if (typeof content === "string") return content;
  return objects(content)
    .map((block) => text(block["text"]))
    .join("\n");
}

/** Input excludes cached tokens. */
function readUsage(usage: Json): Draft["usage"] {
  const output = number(usage["output"]);
  if (output === undefined) return null;
  return {
    inputUncached: number(usage["input"]) ?? 0,
    cacheRead: number(usage["cacheRead"]) ?? 0,
    cacheWrite: number(usage["cacheWrite"]) ?? 0,
    output,
  };
}
