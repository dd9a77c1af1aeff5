import { failed } from "../../decide/transcript.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { countUnbilled, readClaudeEvent, toolText } from "../transcripts/claude-events.js";
import type { Draft } from "../transcripts/draft.js";
import { isObject, type Json, object, objects } from "../transcripts/json.js";
import { readClaudeToolCalls } from "./claude.js";
import { geminiArgs } from "./gemini.js";

/** `qwen -o stream-json`: Claude's events, with its own greeting and retries and another way to count tokens. */
export const qwen: AgentCli = {
  name: "qwen",
  events: {
    format: "qwen",
    recognises: (first) => first.some(isQwenEvent),
    unclosed: failed("cut-off", "the stream ends without a result event"),
    isBulk: (head) => head.startsWith('{"type":"stream_event"'),
    read(draft, event, line) {
      if (event["type"] === "user") countDenials(draft, event);
      readClaudeEvent(draft, event, line);
      if (event["type"] === "result") draft.usage = withoutCached(draft.usage);
    },
    close: (draft) => {
      for (const [id, step] of draft.steps) draft.steps.set(id, withoutCached(step));
      countUnbilled(draft);
    },
  },
};

export const qwenStart: AgentStart = {
  name: "qwen",
  format: "qwen",
  args: geminiArgs,
  prompt: "stdin",
  permissions: {
    all: { flags: ["--approval-mode", "yolo"] },
    edit: { flags: ["--approval-mode", "auto-edit"], isTried: true },
    read: { flags: ["--approval-mode", "plan"], isTried: true },
  },
  reports: { cost: false, tokens: true, limits: "message", stopReasons: "event" },
  setUp: {
    install: "npm install -g @qwen-code/qwen-code",
    logIn: "qwen, and choose how to log in (or set OPENAI_API_KEY)",
  },
  logInSigns: { variables: ["DASHSCOPE_API_KEY", "OPENAI_API_KEY"], files: [".qwen/oauth_creds.json"] },
  tried: "runs",
  readToolCalls: readClaudeToolCalls,
};

function isQwenEvent(event: Json): boolean {
  if (event["type"] === "stream_event") return object(event["event"])["type"] === "goal_state";
  if (event["type"] !== "system") return false;
  return "qwen_code_version" in event || (event["subtype"] === "retry" && isObject(event["data"]));
}

/** Some versions list no denials in the result: only the tool result then shows the refusal. */
function countDenials(draft: Draft, event: Json): void {
  for (const block of objects(object(event["message"])["content"]))
    if (block["type"] === "tool_result" && block["is_error"] === true && declined.test(toolText(block)))
      draft.denials++;
}

const declined = /^\S.{0,40} requires permission to use\b.{0,200}\bdeclined\b/;

/** Qwen includes cached tokens in the input. */
const withoutCached = <T extends Draft["usage"]>(usage: T): T =>
  usage && { ...usage, inputUncached: Math.max(0, usage.inputUncached - usage.cacheRead) };
