import { explicitFailure, failed } from "../../decide/transcript.js";
import { option } from "../../lib/process/option.js";
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { addMessage, type Draft, newDraft } from "../transcripts/draft.js";
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
      return draft;
    },
  },
};

export const continueStart: AgentStart = {
  name: "continue",
  program: "cn",
  format: "continue",
  args: ({ model, permissions, more }) => [
    ...["-p", "--format", "json", ...permissions],
    ...option("--model", model),
    ...more,
  ],
  prompt: "last-argument",
  permissions: { all: { flags: ["--auto"] }, read: { flags: ["--readonly"] } },
  hasResume: false, // It can continue the last session, but names none.
  reports: { cost: false, tokens: false, limits: "message", stopReasons: "exit-code" },
  setUp: { install: "npm install -g @continuedev/cli", logIn: "cn login" },
  logInSigns: { variables: ["CONTINUE_API_KEY"], files: [".continue/auth.json", ".continue/config.yaml"] },
  tried: "output",
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
