import { explicitFailure, failed } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { ToolCall } from "../agent.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { splitLog } from "../transcripts/codex-log.js";
import { addCommand, addMessage, type Draft, overhear } from "../transcripts/draft.js";
import { classifyError, short } from "../transcripts/failures.js";
import { type Json, number, object, objects, parseJson, text } from "../transcripts/json.js";

const unclosed = failed("cut-off", "the stream ends without turn.completed");

export const codex: AgentCli = {
  name: "codex",
  /** `codex exec --json`: thread, turn and item events, one per line. */
  events: {
    format: "codex",
    recognises: (first) => first.some((event) => /^(?:thread|turn|item)\./.test(text(event["type"]))),
    unclosed,
    isBulk: (head) => head.startsWith('{"type":"item.started"') || head.startsWith('{"type":"item.updated"'),
    read: readCodexEvent,
  },
  log: { sign: "OpenAI Codex v", split: splitLog },
};

export const codexStart: AgentStart = {
  name: "codex",
  format: "codex",
  args: ({ resume, model, permissions, more }) => [
    ...["exec", "--json", "--skip-git-repo-check", ...permissions],
    ...option("--model", model),
    ...more,
    ...option("resume", resume),
    "-",
  ],
  prompt: "stdin",
  permissions: {
    all: { flags: ["--dangerously-bypass-approvals-and-sandbox"] },
    edit: {
      flags: ["--sandbox", "workspace-write"],
      may: "edit files of the project and run commands in Codex's own sandbox, without network",
    },
    read: {
      flags: ["--sandbox", "read-only"],
      may: "read files and run commands in Codex's own sandbox, and change nothing",
    },
  },
  reports: { cost: false, tokens: true, limits: "message", stopReasons: "event" },
  setUp: { install: "npm install -g @openai/codex", logIn: "codex login" },
  logInSigns: { variables: ["OPENAI_API_KEY", "CODEX_API_KEY"], files: [".codex/auth.json"] },
  tried: "runs",
  readToolCalls,
};

function readToolCalls(event: Json): readonly ToolCall[] {
  const item = object(event["item"]);
  if (event["type"] !== "item.started") return [];
  switch (item["type"]) {
    case "command_execution":
      return [{ tool: "shell", input: item }];
    case "web_search":
      return [{ tool: "web_search", input: item }];
    case "file_change":
      return objects(item["changes"]).map((input) => ({ tool: input["kind"] === "delete" ? "delete" : "edit", input }));
    default:
      return [];
  }
}

function readCodexEvent(draft: Draft, event: Json, line: number): void {
  switch (event["type"]) {
    case "thread.started":
      draft.sessionId = text(event["thread_id"]) || null;
      return;
    case "item.completed":
      readItem(draft, object(event["item"]), line);
      return;
    case "turn.started":
      draft.ending = unclosed;
      return;
    case "turn.completed":
      draft.ending = { is: "finished" };
      draft.usage = readUsage(object(event["usage"])) ?? draft.usage;
      return;
    case "turn.failed":
      draft.ending = explicitFailure(classifyError(readMessage(object(event["error"]))));
      return;
    case "error":
      if (isOpen(draft)) draft.ending = retrying(readMessage(event));
  }
}

const isOpen = (draft: Draft): boolean =>
  draft.ending.is === "failed" && !draft.ending.explicit && draft.ending.failure.kind === "cut-off";

/**
 * A bare `error` is a reconnection or a notice, never the end. If the stream stops here, it names what Codex was
 * waiting for.
 */
const retrying = (message: string): Draft["ending"] =>
  failed("cut-off", short(`the stream ends after: ${message}`), classifyError(message).limit);

function readItem(draft: Draft, item: Json, line: number): void {
  if (item["type"] !== "error" && isOpen(draft)) draft.ending = unclosed;
  switch (item["type"]) {
    case "agent_message":
      addMessage(draft, text(item["text"]), line);
      return;
    case "reasoning":
      overhear(draft, "thinking", { text: text(item["text"]), line });
      return;
    case "command_execution":
      addCommand(draft, text(item["command"]));
      overhear(draft, "tool-result", { text: text(item["aggregated_output"]), line });
      return;
    case "file_change":
      draft.edits += objects(item["changes"]).length;
  }
}

/** The message may be a JSON string inside a string. */
function readMessage(error: Json): string {
  const message = text(error["message"]);
  const inner = object(parseJson(message));
  return text(object(inner["error"])["message"]) || text(inner["message"]) || message || "the turn failed";
}

/** Codex includes cached tokens in the input. */
function readUsage(usage: Json): Draft["usage"] {
  const output = number(usage["output_tokens"]);
  if (output === undefined) return null;
  const cached = number(usage["cached_input_tokens"]) ?? 0;
  return {
    inputUncached: Math.max(0, (number(usage["input_tokens"]) ?? 0) - cached),
    cacheRead: cached,
    cacheWrite: 0,
    output,
  };
}
