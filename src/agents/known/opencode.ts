import { type Ending, type FailureKind, failed } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { ToolCall } from "../agent.js";
import type { AgentCli, AgentStart, PermissionFlags, StartRequest } from "../agent-cli.js";
import { apiFailure } from "../transcripts/api-error.js";
import { addCommand, addMessage, type Draft, overhear } from "../transcripts/draft.js";
import { short } from "../transcripts/failures.js";
import { type Json, number, object, text } from "../transcripts/json.js";
import { spend } from "../transcripts/spend.js";

const kinds = new Set(["step_start", "step_finish", "text", "tool_use", "reasoning", "error"]);
const unclosed = failed("cut-off", "the stream ends before a last step_finish");

export const opencode: AgentCli = {
  name: "opencode",
  /** `opencode run --format json`, and Kilo, which uses the same format: steps of a session, and no closing line. */
  events: {
    format: "opencode",
    recognises: (first) =>
      first.some(
        (event) => kinds.has(text(event["type"])) && "sessionID" in event && ("part" in event || "error" in event),
      ),
    unclosed,
    isBulk: (head) => head.startsWith('{"type":"reasoning"'),
    read: readOpencodeEvent,
  },
};

export const opencodeStart: AgentStart = {
  name: "opencode",
  format: "opencode",
  args: opencodeArgs,
  prompt: "stdin",
  listModels: ["models"],
  // Its plan mode gives way to the user's configuration; this variable does not.
  permissions: {
    all: { flags: ["--auto"] },
    edit: denying({ bash: "deny" }),
    read: denying({ bash: "deny", edit: "deny" }),
  },
  env: { OPENCODE_DISABLE_AUTOUPDATE: "1" },
  reports: { cost: true, tokens: true, limits: "reset", stopReasons: "event" },
  setUp: { install: "npm install -g opencode-ai", logIn: "opencode auth login" },
  logInSigns: {
    variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENCODE_API_KEY", "OPENROUTER_API_KEY"],
    files: [".local/share/opencode/auth.json"],
  },
  tried: "runs",
  readToolCalls: readOpencodeToolCalls,
};

function denying(rules: Readonly<Record<string, "deny">>): PermissionFlags {
  return { flags: ["--auto"], env: { OPENCODE_PERMISSION: JSON.stringify(rules) }, isTried: true };
}

export function opencodeArgs({ resume, model, permissions, more }: StartRequest): readonly string[] {
  return [
    ...["run", "--format", "json", ...permissions],
    ...option("--model", model),
    ...option("--session", resume),
    ...more,
  ];
}

export function readOpencodeToolCalls(event: Json): readonly ToolCall[] {
  if (event["type"] !== "tool_use") return [];
  const part = object(event["part"]);
  return [{ tool: text(part["tool"]), input: object(object(part["state"])["input"]) }];
}

function readOpencodeEvent(draft: Draft, event: Json, line: number): void {
  draft.sessionId ??= text(event["sessionID"]) || null;
  const part = object(event["part"]);
  switch (event["type"]) {
    case "step_start":
      if (draft.ending.is === "finished") draft.ending = unclosed;
      return;
    case "text":
      readText(draft, part, line);
      return;
    case "reasoning":
      overhear(draft, "thinking", { text: text(part["text"]), line });
      return;
    case "tool_use":
      readTool(draft, part, line);
      return;
    case "step_finish":
      readStep(draft, part);
      return;
    case "error":
      draft.ending = readEnding(object(event["error"]));
  }
}

function readText(draft: Draft, part: Json, line: number): void {
  const words = text(part["text"]);
  if (part["synthetic"] === true || part["ignored"] === true) overhear(draft, "synthetic", { text: words, line });
  else addMessage(draft, words, line);
}

const editing = new Set(["write", "edit", "multiedit", "patch", "apply_patch"]);
/** An unanswered `ask` is rejected in the user's name; a rule has its own message. */
const denied = /rejected permission to use|rule which prevents you/i;

function readTool(draft: Draft, part: Json, line: number): void {
  const state = object(part["state"]);
  addCommand(draft, text(object(state["input"])["command"]));
  if (state["status"] === "completed" && editing.has(text(part["tool"]))) draft.edits++;
  if (state["status"] === "error" && denied.test(text(state["error"]))) draft.denials++;
  overhear(draft, "tool-result", { text: text(state["output"]) || text(state["error"]), line });
}

function readStep(draft: Draft, part: Json): void {
  spend(draft, readUsage(object(part["tokens"])), number(part["cost"]));
  draft.ending = endings.get(text(part["reason"])) ?? { is: "finished" };
}

const endings = new Map<string, Ending>([
  ["tool-calls", unclosed],
  ["length", failed("cut-off", "the answer was cut at the token limit")],
  ["content-filter", failed("refused", "the vendor's content filter blocked the answer")],
  ["error", failed("api", "the step ended in an error")],
  // The AI SDK's finish reason for a stream that broke off before the vendor gave one.
  ["unknown", failed("cut-off", "the answer broke off")],
]);

/** Input excludes cached tokens, and output excludes reasoning, which is billed too. */
function readUsage(tokens: Json): Draft["usage"] {
  const output = number(tokens["output"]);
  if (output === undefined) return null;
  const cache = object(tokens["cache"]);
  return {
    inputUncached: number(tokens["input"]) ?? 0,
    cacheRead: number(cache["read"]) ?? 0,
    cacheWrite: number(cache["write"]) ?? 0,
    output: output + (number(tokens["reasoning"]) ?? 0),
  };
}

const named = new Map<string, FailureKind>([
  ["ContextOverflowError", "context"],
  ["ContentFilterError", "refused"],
  ["ProviderAuthError", "auth"],
  ["MessageOutputLengthError", "cut-off"],
  ["MessageAbortedError", "interrupted"],
]);

function readEnding(error: Json): Ending {
  const data = object(error["data"]);
  const name = text(error["name"]);
  const message = text(data["message"]) || text(error["message"]) || name;
  const kind = named.get(name);
  if (kind) return failed(kind, short(message));
  const failure = apiFailure({
    message,
    status: number(data["statusCode"]),
    body: text(data["responseBody"]),
    headers: object(data["responseHeaders"]),
  });
  return { is: "failed", failure };
}
