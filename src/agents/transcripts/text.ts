import type { Gap, Message, Transcript } from "../../core/transcript.js";
import { knownAgents } from "../known-agents.js";
import type { Condensed } from "./condense.js";
import { documentBecause, hasMoreLines } from "./document.js";
import { addMessage, draft, finishDraft, overhear } from "./draft.js";
import { classifyError } from "./failures.js";
import type { DocumentReader } from "./reader.js";
import { splitRoles } from "./roles.js";

/** Plain text: the whole of it is the agent's message, unless it is a log with roles or nobody's words at all. */
export const plainText: DocumentReader = {
  format: "text",
  recognises: () => true,
  read: (text) => readPlainText({ text, gaps: [] }),
};

export function readPlainText({ text, gaps }: Condensed): Transcript {
  const of = draft("text", { is: "untold" });
  const roles = splitRoles(text);
  if (roles) {
    for (const message of roles.messages) addMessage(of, message.text, numbered(message, gaps));
    for (const { source, ...message } of roles.overheard) overhear(of, source, message);
    return finishDraft(of);
  }
  const because = documentBecause(text);
  if (because) {
    overhear(of, "document", { text, line: 1 });
    of.notes.push(`nobody speaks: the text is ${because}`);
    return { ...finishDraft(of), ending: { is: "untold" } };
  }
  of.messages.push({ text, line: 1, gaps });
  if (isVendorError(text)) of.ending = { is: "failed", failure: classifyError(text) };
  return finishDraft(of);
}

/** A message's first line as it is numbered in the whole output. */
function numbered({ line }: Message, gaps: readonly Gap[]): number {
  const gap = gaps.findLast(({ at }) => at < line);
  return gap ? line - gap.at + gap.line : line;
}

/** A CLI in text mode prints its failure as if the agent had said it: alone or as the last line, in the vendor's own words. */
function isVendorError(source: string): boolean {
  const text = source.trim();
  const last = text.slice(text.lastIndexOf("\n") + 1);
  const printed = knownAgents.flatMap(({ printedFailure }) => printedFailure ?? []);
  if (printed.some(({ lastLine }) => lastLine.test(last))) return true;
  if (text.length > 600 || hasMoreLines(text, 3)) return false;
  return apiError.test(text) || printed.some(({ alone }) => alone.test(text));
}

const apiError = /^error: (?:not logged in|rate limit|429|401|5\d\d)/i;
