import type { Failure, Gap, Message, Transcript } from "../../decide/transcript.js";
import type { Condensed } from "./condense.js";
import { documentBecause, hasMoreLines } from "./document.js";
import { addMessage, newDraft, overhear } from "./draft.js";
import { classifyError } from "./failures.js";
import { finishDraft } from "./finish-draft.js";
import { splitRoles } from "./roles.js";
import { findClosingLimit, findSpokenFailure, namesReset } from "./spoken-failure.js";

/** Plain text: all of it is the agent's message, unless it is a log with roles or not an agent's text at all. */
export const textFormat = "text";

export function readPlainText({ text, gaps }: Condensed): Transcript {
  const draft = newDraft(textFormat, { is: "untold" });
  const roles = splitRoles(text);
  if (roles) {
    for (const message of roles.messages) addMessage(draft, message.text, numbered(message, gaps));
    for (const { source, ...message } of roles.overheard) overhear(draft, source, message);
    return finishDraft(draft);
  }
  const failure = findVendorError(text);
  const because = failure ? undefined : documentBecause(text);
  if (because) {
    overhear(draft, "document", { text, line: 1 });
    draft.notes.push(`nobody speaks: the text is ${because}`);
    return { ...finishDraft(draft), ending: { is: "untold" } };
  }
  draft.messages.push({ text, line: 1, gaps });
  if (failure) draft.ending = { is: "failed", failure };
  return finishDraft(draft);
}

/** The line number of a message's first line in the whole output. */
function numbered({ line }: Message, gaps: readonly Gap[]): number {
  const gap = gaps.findLast(({ at }) => at < line);
  return gap ? line - gap.at + gap.line : line;
}

/**
 * A CLI in text mode prints its failure like a message of the agent: alone or as the last line, in the vendor's words.
 */
function findVendorError(source: string): Failure | undefined {
  const text = source.trim();
  const last = text.slice(text.lastIndexOf("\n") + 1);
  if (/^API Error(?::| \()/.test(last)) return classifyError(text.length > 600 ? last : text);
  const limit = findClosingLimit(last);
  if (limit || namesReset.test(last)) return limit;
  if (text.length > 600 || hasMoreLines(text, 3) || !mayNameFailure.test(text)) return undefined;
  if (/^(?:api error\b|execution error$|error: 5\d\d\b)/i.test(text)) return classifyError(text);
  return findSpokenFailure(text);
}

/** A cheap test first: most short texts have none of these words. */
const mayNameFailure =
  /limit|quota|usage|balance|funds|demand|requests|logged in|login|log in|sign(?:ed|ing)?[ -]in|auth|api|key|credit|billing|payment|overload|capacity|unavailable|throttl|too (?:many|long)|again|retry|model|disabled|subscription|trial|plan|exhausted|max|context|error|\b(?:40[123]|429|503|529)\b/i;
