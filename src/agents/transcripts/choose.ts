import type { Format, Transcript } from "../../decide/transcript.js";
import { cleanText } from "../../lib/text/clean-text.js";
import { knownAgents } from "../known-agents.js";
import { withAsides } from "./asides.js";
import { finishDraft } from "./finish-draft.js";
import type { Opening } from "./json.js";
import type { ArrayReader, DocumentReader, EventReader } from "./reader.js";
import { readReceipt } from "./receipt.js";
import { readPlainText, textFormat } from "./text.js";

const streams = knownAgents.flatMap(({ events }) => events ?? []);
const eventReaders: readonly EventReader[] = [
  ...streams.filter(({ isImitated }) => !isImitated),
  ...streams.filter(({ isImitated }) => isImitated),
];
const jsonReaders: readonly DocumentReader[] = knownAgents.flatMap(({ document }) => document ?? []);
const arrayReaders: readonly ArrayReader[] = jsonReaders.flatMap(({ array }) => array ?? []);

export const formats: readonly Format[] = [
  ...[...eventReaders, ...jsonReaders].map(({ format }) => format),
  textFormat,
];

/** The reader for a stream with these first events, or undefined if none recognises it. */
export function chooseEvents({ events }: Opening, format: Format | "auto"): EventReader | undefined {
  if (format !== "auto") return eventReaders.find((reader) => reader.format === format);
  return events.length === 0 ? undefined : eventReaders.find((reader) => reader.recognises(events));
}

/** The transcript of an agent's JSON document, or undefined if the text is not one. */
export function readJsonDocument(text: string, format: Format | "auto"): Transcript | undefined {
  if (format === "text") return undefined;
  const named = format === "auto" ? undefined : jsonReaders.find((one) => one.format === format);
  if (!named && !text.includes("{")) return undefined;
  const reader = named ?? jsonReaders.find((one) => one.recognises(text));
  return reader ? withAsides(finishDraft(reader.read(text)), text) : readReceipt(text);
}

/** Reads a complete output: as a JSON document if it looks like one, otherwise as plain text. */
export function readDocument(output: string, format: Format | "auto"): Transcript {
  const text = cleanText(output);
  return readJsonDocument(text, format) ?? readPlainText({ text, gaps: [] });
}

/** The reader of the array at the start of an output, and its offset. */
export function chooseArray(head: string): { readonly reader: ArrayReader; readonly start: number } | undefined {
  for (const reader of arrayReaders) {
    const start = reader.begins(head);
    if (start >= 0) return { reader, start };
  }
  return undefined;
}
