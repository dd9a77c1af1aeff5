import type { Transcript } from "../../decide/transcript.js";
import { addMessage, newDraft } from "./draft.js";
import { finishDraft } from "./finish-draft.js";
import { number, text, wholeObject } from "./json.js";
import { settle } from "./settle.js";

/** Fields in which runners and hooks store the agent's final message. */
const finalWords = [
  "last_assistant_message",
  "lastAssistantMessage",
  "last_agent_message",
  "lastAgentMessage",
  "final_message",
  "finalMessage",
  "last_message",
  "lastMessage",
  "final_response",
  "finalResponse",
  "final_output",
  "finalOutput",
  "final_text",
  "finalText",
];
const exitCodes = ["exit_code", "exitCode", "return_code", "returncode"];
const mayBeReceipt = new RegExp(`"(?:${finalWords.join("|")})"\\s*:`);

/** A receipt that a runner or hook wrote about a turn, with the agent's final message in one of its fields. */
export function readReceipt(source: string): Transcript | undefined {
  if (!mayBeReceipt.test(source)) return undefined;
  const found = wholeObject(source);
  const name = found && finalWords.find((one) => text(found.value[one]) !== "");
  if (!found || name === undefined) return undefined;
  const draft = newDraft("text", { is: "untold" });
  addMessage(draft, text(found.value[name]), found.line);
  const code = exitCodes.map((one) => number(found.value[one])).find((one) => one !== undefined);
  return settle(finishDraft(draft), code === undefined ? {} : { exitCode: code });
}
