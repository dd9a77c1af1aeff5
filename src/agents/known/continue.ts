import { explicitFailure, failed } from "../../core/transcript.js";
import type { AgentCli } from "../agent-cli.js";
import { addMessage, type Draft, finishDraft, newDraft } from "../transcripts/draft.js";
import { classifyError } from "../transcripts/failures.js";
import { type Json, text, wholeObject } from "../transcripts/json.js";

/**
 * `cn -p --format json`: the answer wrapped in one object; failures go to stderr. An answer that is JSON itself is
 * printed as is, so an object without `response` is the agent's own message.
 */
export const continueCli: AgentCli = {
  name: "continue",
  document: {
    format: "continue",
    recognises: (source) => source.includes('"response"') && isWrapped(wholeObject(source)?.value ?? {}),
    read(source) {
      const draft = newDraft("continue", failed("cut-off", "the JSON result is missing or cut off"));
      const found = wholeObject(source);
      if (found) readDocument(draft, found.value, { source, line: found.line });
      return finishDraft(draft);
    },
  },
};

const isWrapped = (value: Json): boolean =>
  typeof value["response"] === "string" && value["status"] === "success" && typeof value["note"] === "string";

function readDocument(draft: Draft, value: Json, { source, line }: { source: string; line: number }): void {
  if (value["status"] === "error" && typeof value["message"] === "string") {
    draft.ending = explicitFailure(classifyError(value["message"]));
    return;
  }
  if (typeof value["response"] === "string") addMessage(draft, text(value["response"]), line);
  else addMessage(draft, source, 1);
  draft.ending = { is: "finished" };
}
