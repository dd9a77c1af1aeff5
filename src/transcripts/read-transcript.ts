import type { Format, ProcessEnd, Transcript } from "../core/transcript.js";
import { claudeJson, claudeStream } from "./claude.js";
import { cleanText } from "./clean.js";
import { codex } from "./codex.js";
import type { TranscriptReader } from "./reader.js";
import { settle } from "./settle.js";
import { plainText } from "./text.js";

/** Asked in this order; plain text recognises everything. */
const readers: readonly TranscriptReader[] = [codex, claudeStream, claudeJson, plainText];

export const formats: readonly Format[] = readers.map(({ format }) => format);

/** Reads an agent's output, whoever printed it, and what the process that ran it told us. */
export function readTranscript(
  output: string,
  { format, process }: { format?: Format | "auto"; process?: ProcessEnd } = {},
): Transcript {
  const text = cleanText(output);
  const chosen = format && format !== "auto" ? readers.find((reader) => reader.format === format) : undefined;
  const reader = chosen ?? readers.find((candidate) => candidate.recognises(text)) ?? plainText;
  const transcript = reader.read(text);
  return process ? settle(transcript, process) : transcript;
}
