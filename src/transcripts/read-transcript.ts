import type { Format, ProcessEnd, Transcript } from "../core/transcript.js";
import { claudeJson, claudeStream } from "./claude.js";
import { cleanText } from "./clean.js";
import { codex } from "./codex.js";
import { draft, finishDraft } from "./draft.js";
import { firstEvents, objectsOn } from "./json.js";
import type { DocumentReader, EventReader } from "./reader.js";
import { settle } from "./settle.js";
import { plainText } from "./text.js";

/** Asked in this order; plain text recognises everything. */
export const eventReaders: readonly EventReader[] = [codex, claudeStream];
export const documentReaders: readonly DocumentReader[] = [claudeJson, plainText];

export const formats: readonly Format[] = [...eventReaders, ...documentReaders].map(({ format }) => format);

export interface ReadOptions {
  readonly format?: Format | "auto";
  readonly process?: ProcessEnd;
}

/** Reads an agent's output, whoever printed it, and what the process that ran it told us. */
export function readTranscript(output: string, { format = "auto", process }: ReadOptions = {}): Transcript {
  const events = chooseEvents(output, format);
  const transcript = events ? readStream(output, events) : chooseDocument(output, format);
  return process ? settle(transcript, process) : transcript;
}

/** The reader of the stream a text begins, or undefined where it is no stream we know. */
export function chooseEvents(head: string, format: Format | "auto"): EventReader | undefined {
  if (format !== "auto") return eventReaders.find((reader) => reader.format === format);
  const first = firstEvents(head);
  return first.length === 0 ? undefined : eventReaders.find((reader) => reader.recognises(first));
}

function readStream(output: string, reader: EventReader): Transcript {
  const of = draft(reader.format, reader.unclosed);
  for (const [at, line] of output.split("\n").entries())
    for (const event of objectsOn(line)) reader.read(of, event, at + 1);
  reader.close?.(of);
  return finishDraft(of);
}

/** An output that is one whole: a JSON document where it looks like one, else plain text. */
export function chooseDocument(output: string, format: Format | "auto"): Transcript {
  const text = cleanText(output);
  const asked = documentReaders.find((reader) => reader.format === format);
  const reader = asked ?? documentReaders.find((candidate) => candidate.recognises(text)) ?? plainText;
  return reader.read(text);
}
