import type { Ending, Format, Message, Overheard, Usage } from "../../decide/transcript.js";
import { mayCarrySignal } from "../signals/marks.js";
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
  messageLength: number;
  /** Whether the last event was a fragment of a message that may continue. */
  inFragment: boolean;
}

export function newDraft(format: Format, ending: Ending): Draft {
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
    messageLength: 0,
    inFragment: false,
  };
}

/** A draft for the agent's own messages alone: it overhears nothing, which saves scanning the results of tools. */
export const newMessageDraft = (format: Format, ending: Ending): Draft => ({
  ...newDraft(format, ending),
  overheard: Array.from({ length: maxOverheard }, () => ({ source: "aside", text: "", line: 0 })),
});

const maxMessageBytes = 4_000_000;
const maxOverheard = 50;
const longestOverheard = 64_000;
const maxCommands = 1000;

/** Adds a message of the agent. Drops the oldest if there is too much text. */
export function addMessage(draft: Draft, text: string, line: number): void {
  if (text.trim() === "") return;
  draft.messages.push({ text, line });
  draft.messageLength += text.length;
  while (draft.messageLength > maxMessageBytes && draft.messages.length > 1)
    draft.messageLength -= draft.messages.shift()?.text.length ?? 0;
}

/** Appends to the last message: some agents print their messages in fragments. */
export function extendMessage(draft: Draft, text: string, { line, isNew }: { line: number; isNew: boolean }): void {
  const last = draft.messages.at(-1);
  if (isNew || !last) draft.messages.push({ text, line });
  else draft.messages[draft.messages.length - 1] = { text: last.text + text, line: last.line };
  draft.messageLength += text.length;
}

/** Records text that is not the agent's own, but only if it contains a signal that we must report as ignored. */
export function overhear(draft: Draft, source: Overheard["source"], { text, line }: Message): void {
  if (draft.overheard.length >= maxOverheard || !mayCarrySignal.test(text)) return;
  draft.overheard.push({
    source,
    text: text.length > longestOverheard ? takeTail(text, longestOverheard) : text,
    line,
  });
}

/** Copied, because a slice would keep the whole text in memory, and there may be fifty. */
const takeTail = (text: string, length: number): string => decode(new TextEncoder().encode(text.slice(-length)));

export function addCommand(draft: Draft, command: string): void {
  if (command !== "" && draft.commands.length < maxCommands) draft.commands.push(command.slice(0, 2000));
}
