import { describeToolCall } from "../../agents/tool-activity.js";
import { readAnyToolCalls } from "../../agents/tool-call-feed.js";
import { OutputFeed } from "../../agents/transcripts/read-output.js";
import { finalMessage, type Transcript } from "../../decide/transcript.js";
import { feedFile } from "../../lib/files/feed-file.js";
import { readText } from "../../lib/files/files.js";
import { namesIn } from "../../lib/files/folder.js";
import { readLimits } from "../../lib/files/open-file.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { maskSecrets } from "../../lib/secrets/secrets.js";
import { clipLine, clipText } from "./clip-text.js";

const maxWords = 4000;
const limits = { entries: 120, entry: 400, toolLine: 200_000 };

/** What is on disk of a turn. */
export interface TurnLog {
  /** The agent's last message. */
  readonly words: string;
  /** What it said and did, in order: a tool call is one line. */
  readonly transcript: readonly TranscriptEntry[];
  readonly prompt: string | null;
  /** The path of its output, where all of it is. */
  readonly file: string;
}

export interface TranscriptEntry {
  readonly is: "said" | "tool";
  readonly text: string;
}

/** An output that cannot be read is one without words: the report is about the rest. */
export function readTurnLog(path: string, iteration: number, room: number): TurnLog {
  const prompt = readPrompt(path.slice(0, path.lastIndexOf("/")), iteration, room);
  try {
    const feed = new TurnFeed(path);
    feedFile(path, "/", feed);
    const transcript = feed.end();
    const words = clipText(finalMessage(transcript)?.text ?? "", maxWords);
    return { words, transcript: cutEntries(listEntries(transcript, feed.tools), room), prompt, file: path };
  } catch {
    return { words: "", transcript: [], prompt, file: path };
  }
}

/** Reads messages and, line by line, tool calls. */
class TurnFeed {
  readonly tools: { readonly line: number; readonly text: string }[] = [];
  readonly #output: OutputFeed;
  readonly #decoder = new TextDecoder();
  #rest = "";
  #line = 0;

  constructor(path: string) {
    this.#output = new OutputFeed(path);
  }

  write(chunk: Uint8Array): void {
    this.#output.write(chunk);
    const [...lines] = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = (lines.pop() ?? "").slice(0, limits.toolLine);
    for (const line of lines) this.#readLine(line);
  }

  end(): Transcript {
    this.#readLine(this.#rest);
    return this.#output.end();
  }

  #readLine(text: string): void {
    this.#line++;
    if (!text.startsWith("{") || text.length > limits.toolLine) return;
    const event = tryParseJson(text);
    if (!isRecord(event)) return;
    const place = { cwd: "/", mask: maskSecrets };
    for (const { does, what } of readAnyToolCalls(event).flatMap((call) => describeToolCall(call, place)))
      this.tools.push({ line: this.#line, text: clipLine(`${does} ${what}`, limits.entry) });
  }
}

/** In the order of the output. Some agents print the same call twice. */
function listEntries({ messages }: Transcript, tools: TurnFeed["tools"]): readonly TranscriptEntry[] {
  const said = messages.map(({ line, text }) => ({ line, is: "said" as const, text: clipText(text, limits.entry) }));
  const all = [...said, ...tools.map((tool) => ({ ...tool, is: "tool" as const }))];
  const sorted = all.toSorted((a, b) => a.line - b.line).filter(({ text }) => text !== "");
  return sorted
    .filter(({ text, is }, at) => is !== sorted[at - 1]?.is || text !== sorted[at - 1]?.text)
    .map(({ is, text }) => ({ is, text }));
}

/** The end says more than the beginning. */
function cutEntries(entries: readonly TranscriptEntry[], room: number): readonly TranscriptEntry[] {
  const kept: TranscriptEntry[] = [];
  let left = room;
  for (const entry of entries.toReversed()) {
    left -= entry.text.length;
    if (left < 0 || kept.length >= limits.entries) break;
    kept.unshift(entry);
  }
  const cut = entries.length - kept.length;
  return cut > 0 ? [{ is: "tool", text: `… ${cut} earlier entries are in the log` }, ...kept] : kept;
}

function readPrompt(folder: string, iteration: number, room: number): string | null {
  const start = `${String(iteration).padStart(4, "0")}-`;
  const name = namesIn(folder).find((each) => each.startsWith(start) && /prompt.*\.md$/.test(each));
  if (name === undefined) return null;
  try {
    return clipText(maskSecrets(readText(`${folder}/${name}`, "/", readLimits.prompt)), room);
  } catch {
    return null;
  }
}
