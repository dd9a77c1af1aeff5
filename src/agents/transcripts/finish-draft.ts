import { type Ending, failed, type Message, type Transcript } from "../../decide/transcript.js";
import { cleanText } from "../../lib/text/clean-text.js";
import { type Draft, overhear } from "./draft.js";
import { findClosingLimit } from "./spoken-failure.js";

/** Removes thinking from the messages. A turn that ended normally without an answer counts as failed. */
export function finishDraft(draft: Draft): Transcript {
  const messages = draft.messages.map((message) => withoutThoughts(cleanMessage(message), draft));
  const ending = draft.ending.is === "failed" ? draft.ending : (findHiddenFailure(messages) ?? draft.ending);
  const { format, overheard, commands, notes, edits, denials, usage, costUsd, sessionId } = draft;
  return { format, messages, overheard, ending, denials, commands, edits, usage, costUsd, sessionId, notes };
}

/** Nothing was said, or nothing but the CLI's own notice of a limit: some print it as the answer of a good turn. */
function findHiddenFailure(messages: readonly Message[]): Ending | undefined {
  const last = messages.findLast(({ text }) => text.trim() !== "")?.text.trim();
  if (last === undefined) return failed("empty", "the agent said nothing");
  const failure = last.includes("\n") ? undefined : findClosingLimit(last);
  return failure?.kind === "limit" ? { is: "failed", failure } : undefined;
}

function cleanMessage(message: Message): Message {
  const text = cleanText(message.text);
  return text === message.text ? message : { ...message, text };
}

/**
 * Some models print their thinking in tags, which they do not always close. Blank lines replace it to preserve line
 * numbers.
 */
function withoutThoughts(message: Message, draft: Draft): Message {
  if (!message.text.includes("<think")) return message;
  const { text } = message;
  let cleaned = "";
  let from = 0;
  for (const { index: open, 0: tag } of text.matchAll(/<think(?:ing)?>/g)) {
    if (open < from) continue;
    const closing = tag.replace("<", "</");
    const found = text.indexOf(closing, open);
    // Only thinking at the start of a message can be unclosed.
    if (found < 0 && text.slice(0, open).trim() !== "") break;
    const close = found < 0 ? text.length : found;
    const thought = text.slice(open, close);
    overhear(draft, "thinking", { text: thought, line: message.line });
    cleaned += text.slice(from, open) + "\n".repeat(thought.split("\n").length - 1);
    from = close + closing.length;
  }
  return { ...message, text: cleaned + text.slice(from) };
}
