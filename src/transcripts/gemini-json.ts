import { explicitFailure, failed, type Usage } from "../core/transcript.js";
import { addMessage, type Draft, draft, finishDraft } from "./draft.js";
import { classifyError } from "./failures.js";
import { isEditing } from "./gemini.js";
import { type Json, number, object, objects, text, wholeObject } from "./json.js";
import type { DocumentReader } from "./reader.js";

/** `gemini -o json`: one object over many lines. A turn that fails prints its error to standard error instead. */
export const geminiJson: DocumentReader = {
  format: "gemini-json",
  recognises: (source) => {
    if (!source.includes('"session_id"')) return false; // Cheaper than to parse what is not ours.
    const value = wholeObject(source)?.value ?? {};
    return "session_id" in value && !("type" in value) && ("response" in value || isError(value));
  },
  read(source) {
    const of = draft("gemini-json", failed("cut-off", "the JSON result is missing or cut off"));
    const found = wholeObject(source);
    if (found) readDocument(of, found.value, found.line);
    return finishDraft(of);
  },
};

const isError = (value: Json): boolean => "message" in object(value["error"]);

function readDocument(of: Draft, value: Json, line: number): void {
  of.sessionId = text(value["session_id"]) || null;
  const stats = object(value["stats"]);
  of.usage = sumUsage(object(stats["models"]));
  readTools(of, object(stats["tools"]));
  addMessage(of, text(value["response"]), line);
  const error = object(value["error"]);
  if (isError(value))
    of.ending = explicitFailure(classifyError(text(error["message"]), { status: number(error["code"]) }));
  else if ("response" in value) of.ending = { is: "finished" };
}

/** The document has no tool events, only their counts. */
function readTools(of: Draft, tools: Json): void {
  of.denials = number(object(tools["totalDecisions"])["reject"]) ?? 0;
  for (const [name, tool] of Object.entries(object(tools["byName"])))
    if (isEditing(name)) of.edits += number(object(tool)["success"]) ?? 0;
}

/** One entry a model: those it asks on the side count too, and so do its thoughts. */
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
