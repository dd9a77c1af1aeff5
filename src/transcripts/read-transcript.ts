import type { Format, ProcessEnd, Transcript } from "../core/transcript.js";
import { chooseEvents, readDocument } from "./choose.js";
import { draft, finishDraft } from "./draft.js";
import { objectsOn } from "./json.js";
import { longText, OutputScan } from "./output-scan.js";
import type { EventReader } from "./reader.js";
import { settle } from "./settle.js";

export interface ReadOptions {
  readonly format?: Format | "auto";
  readonly process?: ProcessEnd;
}

/** Reads an agent's output, whoever printed it, and what the process that ran it told us. */
export function readTranscript(output: string, { format = "auto", process }: ReadOptions = {}): Transcript {
  const transcript = output.length > longText ? readLong(output, format) : readShort(output, format);
  return process ? settle(transcript, process) : transcript;
}

/** As a file of that length would be read, so that both give the same answer. */
function readLong(output: string, format: Format | "auto"): Transcript {
  const scan = new OutputScan(format);
  scan.write(new TextEncoder().encode(output));
  return scan.end();
}

function readShort(output: string, format: Format | "auto"): Transcript {
  const events = chooseEvents(output, format);
  return events ? readStream(output, events) : readDocument(output, format);
}

function readStream(output: string, reader: EventReader): Transcript {
  const of = draft(reader.format, reader.unclosed);
  for (const [at, line] of output.split("\n").entries())
    for (const event of objectsOn(line)) reader.read(of, event, at + 1);
  reader.close?.(of);
  return finishDraft(of);
}
