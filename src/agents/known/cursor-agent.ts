import { option } from "../../lib/process/option.js";
import type { ToolCall } from "../agent.js";
import type { AgentStart } from "../agent-cli.js";
import { type Json, object } from "../transcripts/json.js";

/** `cursor-agent -p --output-format stream-json`: Claude's events, with tool calls of its own kind. */
export const cursorAgentStart: AgentStart = {
  name: "cursor-agent",
  format: "claude-stream",
  args: ({ resume, model, permissions, more }) => [
    ...["-p", "--output-format", "stream-json", ...permissions],
    ...option("--model", model),
    ...option("--resume", resume),
    ...more,
  ],
  prompt: "last-argument",
  permissions: {
    all: { flags: ["--force"] },
    read: { flags: [], may: "read files and propose changes, which are not made" },
  },
  reports: { cost: false, tokens: false, limits: "message", stopReasons: "event" },
  setUp: { install: "curl https://cursor.com/install -fsS | bash", logIn: "cursor-agent login" },
  logInSigns: { variables: ["CURSOR_API_KEY"], files: [".cursor/cli-config.json", ".config/cursor/auth.json"] },
  tried: "nothing",
  readToolCalls,
};

/** The name of the tool is a key: `{ "writeToolCall": { "args": { "path": … } } }`. */
function readToolCalls(event: Json): readonly ToolCall[] {
  if (event["type"] !== "tool_call" || event["subtype"] !== "started") return [];
  return Object.entries(object(event["tool_call"])).map(([key, call]) => ({
    tool: key.replace(/ToolCall$/, ""),
    input: object(object(call)["args"]),
  }));
}
