import { cleanText } from "../../base/clean-text.js";
import {
  type Ending,
  type Format,
  failed,
  type Message,
  type Overheard,
  type Transcript,
  type Usage,
} from "../../core/transcript.js";
import { mayCarrySignal } from "../../signals/marks.js";
import { decode } from "./bytes.js";

/** A transcript while it is being read. Bounded: drops what can no longer matter. */
export interface Draft {
  readonly format: Format;
  readonly messages: Message[];
  readonly overheard: Overheard[];
  readonly commands: string[];
  readonly notes: string[];
  ending: Ending;
  edits: number;
  denials: number;
  usage: Usage | null;
  costUsd: number | null;
  /** Tokens of each message so far, by message id, for turns that never report a total. */
  readonly steps: Map<string, Usage>;
  sessionId: string | null;
  /** Characters in `messages`. */
  held: number;
  /** Whether the last event was a fragment of a message that may continue. */
  inFragment: boolean;
}

export function draft(format: Format, ending: Ending): Draft {
  return {
    format,
    messages: [],
    overheard: [],
    commands: [],
    notes: [],
    ending,
    edits: 0,
    denials: 0,
    usage: null,
    costUsd: null,
    steps: new Map(),
    sessionId: null,
    held: 0,
    inFragment: false,
  };
}

const maxMessageBytes = 4_000_000;
const maxOverheard = 50;
const longestOverheard = 64_000;
const maxCommands = 1000;

/** Adds a message of the agent. Drops the oldest if there is too much text. */
export function addMessage(of: Draft, text: string, line: number): void {
  if (text.trim() === "") return;
  of.messages.push({ text, line });
  of.held += text.length;
  while (of.held > maxMessageBytes && of.messages.length > 1) of.held -= of.messages.shift()?.text.length ?? 0;
}

/** Appends to the last message: some agents print their messages in fragments. */
export function extendMessage(of: Draft, text: string, { line, isNew }: { line: number; isNew: boolean }): void {
  const last = of.messages.at(-1);
  if (isNew || !last) of.messages.push({ text, line });
  else of.messages[of.messages.length - 1] = { text: last.text + text, line: last.line };
  of.held += text.length;
}

/** Records text that is not the agent's own, but only if it contains a signal that we must report as ignored. */
export function overhear(of: Draft, source: Overheard["source"], { text, line }: Message): void {
  if (of.overheard.length >= maxOverheard || !mayCarrySignal.test(text)) return;
  of.overheard.push({ source, text: text.length > longestOverheard ? takeTail(text, longestOverheard) : text, line });
}

/** Copied, because a slice would keep the whole text in memory, and there may be fifty. */
const takeTail = (text: string, length: number): string => decode(new TextEncoder().encode(text.slice(-length)));

export function ran(of: Draft, command: string): void {
  if (command !== "" && of.commands.length < maxCommands) of.commands.push(command.slice(0, 2000));
}

/** Removes thinking from the messages. A turn that ended normally without any message counts as failed. */
export function finishDraft(of: Draft): Transcript {
  const messages = of.messages.map((message) => withoutThoughts(cleanMessage(message), of));
  const silent = !messages.some(({ text }) => text.trim() !== "");
  const ending: Ending = silent && of.ending.is !== "failed" ? failed("empty", "the agent said nothing") : of.ending;
  const { format, overheard, commands, notes, edits, denials, usage, costUsd, sessionId } = of;
  return { format, messages, overheard, ending, denials, commands, edits, usage, costUsd, sessionId, notes };
}

function cleanMessage(message: Message): Message {
  const text = cleanText(message.text);
  return text === message.text ? message : { ...message, text };
}

/**
 * Some models print their thinking in tags, which they do not always close. Blank lines replace it to preserve line
 * numbers.
 */
function withoutThoughts(message: Message, of: Draft): Message {
  if (!message.text.includes("<think")) return message;
  const { text } = message;
  let kept = "";
  let from = 0;
  for (const { index: open, 0: tag } of text.matchAll(/<think(?:ing)?>/g)) {
    if (open < from) continue;
    const closing = tag.replace("<", "</");
    const found = text.indexOf(closing, open);
    // Only thinking at the start of a message can be unclosed.
    if (found < 0 && text.slice(0, open).trim() !== "") break;
    const close = found < 0 ? text.length : found;
    const thought = text.slice(open, close);
    overhear(of, "thinking", { text: thought, line: message.line });
    kept += text.slice(from, open) + "\n".repeat(thought.split("\n").length - 1);
    from = close + closing.length;
  }
  return { ...message, text: kept + text.slice(from) };
}
