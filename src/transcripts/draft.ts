import {
  type Ending,
  type Format,
  failed,
  type Message,
  type Overheard,
  type Transcript,
  type Usage,
} from "../core/transcript.js";

/** A transcript while it is being read. */
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
  sessionId: string | null;
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
    sessionId: null,
  };
}

/** Thoughts are taken out of the words; a turn that ended well but in which the agent said nothing is a failed one. */
export function finishDraft(of: Draft): Transcript {
  const messages = of.messages.map((message) => withoutThoughts(message, of.overheard));
  const silent = !messages.some(({ text }) => text.trim() !== "");
  const ending: Ending = silent && of.ending.is !== "failed" ? failed("empty", "the agent said nothing") : of.ending;
  return { ...of, messages, ending };
}

/** Some models print their thoughts in tags; blank lines in their place keep the line numbers right. */
function withoutThoughts(message: Message, overheard: Overheard[]): Message {
  if (!message.text.includes("<think")) return message;
  const text = message.text.replaceAll(/<(think|thinking)>([\s\S]*?)<\/\1>/g, (_, __, thought: string) => {
    overheard.push({ source: "thinking", text: thought, line: message.line });
    return "\n".repeat(thought.split("\n").length - 1);
  });
  return { ...message, text };
}
