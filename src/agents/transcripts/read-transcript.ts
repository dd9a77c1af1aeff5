import type { Format, ProcessEnd, Transcript } from "../../decide/transcript.js";
import { chooseEvents, readDocument } from "./choose.js";
import { closeStream } from "./close-stream.js";
import { newDraft } from "./draft.js";
import { type Opening, objectsOn, openStream } from "./json.js";
import { longText, OutputScan } from "./output-scan.js";
import type { EventReader } from "./reader.js";
import { settle } from "./settle.js";

export interface ReadOptions {
  readonly format?: Format | "auto";
  readonly process?: ProcessEnd;
}

/** Reads the output of any agent, together with how its process ended. */
export function readTranscript(output: string, { format = "auto", process }: ReadOptions = {}): Transcript {
  const transcript = output.length > longText ? readLong(output, format) : readShort(output, format);
  return process ? settle(transcript, process) : transcript;
}

/** Reads it like a file of that length, so that both give the same result. */
function readLong(output: string, format: Format | "auto"): Transcript {
  const scan = new OutputScan(format);
  scan.write(new TextEncoder().encode(output));
  return scan.end();
}

function readShort(output: string, format: Format | "auto"): Transcript {
  const opening = openStream(output);
  const events = chooseEvents(opening, format);
  return events ? readStream(output, opening, events) : readDocument(output, format);
}

/** Does not read the lines again that were used to recognise the stream. */
function readStream(output: string, { events, lines, read, rest }: Opening, reader: EventReader): Transcript {
  const draft = newDraft(reader.format, reader.unclosed);
  for (const [at, event] of events.entries()) reader.read(draft, event, lines[at] ?? 0);
  let line = read;
  if (rest < output.length)
    for (const text of output.slice(rest).split("\n")) {
      line++;
      for (const event of objectsOn(text)) reader.read(draft, event, line);
    }
  return closeStream(draft, reader, () => plainLines(output));
}

const plainLines = (output: string): readonly string[] =>
  output.split("\n").filter((text) => text !== "" && !isObject(text) && objectsOn(text).length === 0);

const isObject = (text: string): boolean => text.startsWith("{") && text.endsWith("}");
