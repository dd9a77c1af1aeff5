import { explicitFailure, type Failure, failed, type Usage } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { addCommand, addMessage, type Draft, extendMessage, newDraft, overhear } from "../transcripts/draft.js";
import { classifyError } from "../transcripts/failures.js";
import { type Json, number, object, objects, parseJson, text, wholeObject } from "../transcripts/json.js";
import type { DocumentReader, EventReader } from "../transcripts/reader.js";

/** `gemini -o stream-json`: the answer arrives in fragments that may split a status block anywhere. */
const stream: EventReader = {
  format: "gemini",
  recognises: (first) => first.some(isGeminiEvent),
  unclosed: failed("cut-off", "the stream ends without a result event"),
  isBulk: () => false, // Tool output also shows which tools were denied.
  read(draft, event, line) {
    const isFragment = event["type"] === "message" && event["role"] !== "user";
    if (isFragment) readFragment(draft, event, line);
    else readGeminiEvent(draft, event, line);
    draft.inFragment = isFragment; // Any other event ends the message.
  },
};

/** `gemini -o json`: one object over many lines. A failing turn prints its error to stderr instead. */
const json: DocumentReader = {
  format: "gemini-json",
  recognises: (source) => {
    if (!source.includes('"session_id"')) return false; // Cheaper than parsing a foreign document.
    const value = wholeObject(source)?.value ?? {};
    return "session_id" in value && !("type" in value) && ("response" in value || isError(value));
  },
  read(source) {
    const draft = newDraft("gemini-json", failed("cut-off", "the JSON result is missing or cut off"));
    const found = wholeObject(source);
    if (found) readDocument(draft, found.value, found.line);
    return draft;
  },
};

export const gemini: AgentCli = {
  name: "gemini",
  events: stream,
  document: json,
  // It exits with the HTTP status, of which a process keeps only the low eight bits.
  readStatus: (exitCode) => [400, 401, 403, 429, 500, 503].find((status) => status % 256 === exitCode),
};

/** Also of CLIs that began as a copy of it. */
export const geminiArgs: AgentStart["args"] = ({ resume, model, permissions, more }) => [
  ...["-o", "stream-json", ...permissions],
  ...option("--model", model),
  ...option("--resume", resume),
  ...more,
];

export const geminiStart: AgentStart = {
  name: "gemini",
  format: "gemini",
  args: geminiArgs,
  prompt: "stdin",
  permissions: {
    all: { flags: ["--approval-mode", "yolo"] },
    edit: { flags: ["--approval-mode", "auto_edit"], isTried: true },
    read: { flags: ["--approval-mode", "default"], isTried: true }, // Tools that need approval are not offered to the model then.
  },
  env: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
  reports: { cost: false, tokens: true, limits: "message", stopReasons: "exit-code" },
  setUp: {
    install: "npm install -g @google/gemini-cli",
    logIn: "gemini, and choose how to log in (or set GEMINI_API_KEY)",
  },
  logInSigns: {
    variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS"],
    files: [".gemini/oauth_creds.json"],
  },
  tried: "runs",
  readToolCalls: (event) =>
    event["type"] === "tool_use" ? [{ tool: text(event["tool_name"]), input: object(event["parameters"]) }] : [],
};

function isGeminiEvent(event: Json): boolean {
  if (event["type"] === "init") return "session_id" in event && "model" in event;
  if (event["type"] === "message") return "role" in event && typeof event["content"] === "string";
  return event["type"] === "result" && "status" in event && "stats" in event;
}

function readFragment(draft: Draft, event: Json, line: number): void {
  const words = text(event["content"]);
  if (event["delta"] === true) extendMessage(draft, words, { line, isNew: !draft.inFragment });
  else addMessage(draft, words, line);
}

function readGeminiEvent(draft: Draft, event: Json, line: number): void {
  switch (event["type"]) {
    case "init":
      draft.sessionId = text(event["session_id"]) || null;
      return;
    case "message":
      overhear(draft, "prompt", { text: text(event["content"]), line });
      return;
    case "tool_use":
      readToolUse(draft, event);
      return;
    case "tool_result":
      readToolResult(draft, event, line);
      return;
    case "error":
      // Not the end by itself. If the result event has no reason, this was it.
      if (event["severity"] === "error")
        draft.ending = { is: "failed", failure: classifyError(text(event["message"])) };
      return;
    case "result":
      readResult(draft, event);
  }
}

const editing = new Set(["write_file", "replace", "edit"]);
const isEditing = (tool: string): boolean => editing.has(tool);

function readToolUse(draft: Draft, event: Json): void {
  const tool = text(event["tool_name"]);
  if (tool === "run_shell_command") addCommand(draft, text(object(event["parameters"])["command"]));
  if (isEditing(tool)) draft.edits++;
}

/** A tool that every version has, but that is not registered, was withheld because it needs approval. */
const withheld = /"(?:write_file|replace|edit|run_shell_command)" not found/;

function readToolResult(draft: Draft, event: Json, line: number): void {
  const error = object(event["error"]);
  const isWithheld = error["type"] === "tool_not_registered" && withheld.test(text(error["message"]));
  if (isWithheld || error["type"] === "policy_violation") draft.denials++;
  overhear(draft, "tool-result", { text: text(event["output"]), line });
}

function readResult(draft: Draft, event: Json): void {
  draft.usage = readUsage(object(event["stats"])) ?? draft.usage;
  if (event["status"] === "success") {
    draft.ending = { is: "finished" };
    return;
  }
  const message = text(object(event["error"])["message"]);
  const before =
    draft.ending.is === "failed" && draft.ending.failure.kind !== "cut-off" ? draft.ending.failure : undefined;
  draft.ending = explicitFailure(message === "" && before ? before : classifyApiError(message || "the turn failed"));
}

/**
 * The message may contain the server's response as JSON. If the CLI rephrased it, only the exit code has the status.
 */
function classifyApiError(message: string): Failure {
  const body = /^\[API Error: (\{.*\})\]/s.exec(message)?.[1] ?? "";
  const error = object(object(parseJson(body))["error"]);
  return classifyError(text(error["message"]) || message, { status: number(error["code"]) });
}

/** `input_tokens` includes cached tokens; `input`, if present, does not. */
function readUsage(stats: Json): Draft["usage"] {
  const output = number(stats["output_tokens"]);
  if (output === undefined) return null;
  const cached = number(stats["cached"]) ?? 0;
  const uncached = number(stats["input"]) ?? (number(stats["input_tokens"]) ?? 0) - cached;
  return { inputUncached: Math.max(0, uncached), cacheRead: cached, cacheWrite: 0, output };
}

const isError = (value: Json): boolean => "message" in object(value["error"]);

function readDocument(draft: Draft, value: Json, line: number): void {
  draft.sessionId = text(value["session_id"]) || null;
  const stats = object(value["stats"]);
  draft.usage = sumUsage(object(stats["models"]));
  readTools(draft, object(stats["tools"]));
  addMessage(draft, text(value["response"]), line);
  const error = object(value["error"]);
  if (isError(value))
    draft.ending = explicitFailure(classifyError(text(error["message"]), { status: number(error["code"]) }));
  else if ("response" in value) draft.ending = { is: "finished" };
}

/** The document has no tool events, only their counts. */
function readTools(draft: Draft, tools: Json): void {
  draft.denials = number(object(tools["totalDecisions"])["reject"]) ?? 0;
  for (const [name, tool] of Object.entries(object(tools["byName"])))
    if (isEditing(name)) draft.edits += number(object(tool)["success"]) ?? 0;
}

/** One entry per model, including side calls. Thinking tokens count as output. */
function sumUsage(models: Json): Usage | null {
  const tokens = objects(Object.values(models)).map((model) => object(model["tokens"]));
  if (tokens.length === 0) return null;
  const sum = (key: string): number => tokens.reduce((total, each) => total + (number(each[key]) ?? 0), 0);
  const cached = sum("cached");
  return {
    inputUncached: Math.max(0, sum("prompt") - cached),
    cacheRead: cached,
    cacheWrite: 0,
    output: sum("candidates") + sum("thoughts"),
  };
}
