import { cleanText } from "../base/clean-text.js";
import type { Format, Transcript } from "../core/transcript.js";
import { claudeJson, claudeStream } from "./claude.js";
import { cline } from "./cline.js";
import { codex } from "./codex.js";
import { continueCli } from "./continue.js";
import { copilot } from "./copilot.js";
import { droid } from "./droid.js";
import { gemini } from "./gemini.js";
import { geminiJson } from "./gemini-json.js";
import type { Opening } from "./json.js";
import { opencode } from "./opencode.js";
import { pi } from "./pi.js";
import { qwen } from "./qwen.js";
import type { DocumentReader, EventReader } from "./reader.js";
import { plainText } from "./text.js";

/** Asked in this order: those that speak Claude's language before Claude; plain text recognises everything. */
const eventReaders: readonly EventReader[] = [codex, gemini, opencode, pi, copilot, cline, droid, qwen, claudeStream];
const jsonReaders: readonly DocumentReader[] = [claudeJson, geminiJson, continueCli];

export const formats: readonly Format[] = [...eventReaders, ...jsonReaders, plainText].map(({ format }) => format);

/** The reader of the stream that begins so, or undefined where it is no stream we know. */
export function chooseEvents({ events }: Opening, format: Format | "auto"): EventReader | undefined {
  if (format !== "auto") return eventReaders.find((reader) => reader.format === format);
  return events.length === 0 ? undefined : eventReaders.find((reader) => reader.recognises(events));
}

/** The transcript of a JSON document of an agent, or undefined where a text is none. */
export function readJsonDocument(text: string, format: Format | "auto"): Transcript | undefined {
  if (format === "text") return undefined;
  const named = format === "auto" ? undefined : jsonReaders.find((one) => one.format === format);
  if (!named && !text.includes("{")) return undefined;
  return (named ?? jsonReaders.find((one) => one.recognises(text)))?.read(text);
}

/** An output that is one whole: a JSON document where it looks like one, else plain text. */
export function readDocument(output: string, format: Format | "auto"): Transcript {
  const text = cleanText(output);
  return readJsonDocument(text, format) ?? plainText.read(text);
}
