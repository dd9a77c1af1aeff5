import { cleanText } from "../base/clean-text.js";
import type { Format, Transcript } from "../core/transcript.js";
import { byteText, countLines, decode } from "./bytes.js";
import { readJsonDocument } from "./choose.js";
import { claudeStream, cutOffResult, readClaudeEvent, resultStart } from "./claude.js";
import { finishDraft } from "./draft.js";
import { isObject, parseJson } from "./json.js";
import { JsonPieces } from "./json-pieces.js";
import { hasMark } from "./marks.js";

/** One entry of an array is held at a time; one in which nobody but a tool speaks is decoded only up to the second. */
const longestEntry = 8 * 1024 * 1024;
const longestBulk = 2 * 1024 * 1024;
/** As much of an object's members is held. */
const longestObject = 8 * 1024 * 1024;
/** After a document comes a warning or an exit code. Pages of text mean that it was none. */
const mostNoise = 64 * 1024;
const openBracket = 91;

/**
 * A JSON document too long to be held whole: the array of all messages is read entry by entry, as a stream would be; of
 * an object the members that are too long are left out.
 */
export class DocumentScan {
  readonly #format: Format | "auto";
  readonly #line: number;
  /** The beginning is that of Claude's result: should it end too soon, it is that all the same. */
  readonly #isClaude: boolean;
  readonly #pieces: JsonPieces;
  readonly #of = cutOffResult();
  readonly #members: string[] = [];
  #memberBytes = 0;
  #leftOut = 0;
  #isBroken = false;
  #isArray: boolean | undefined;
  /** Bytes before the document that are still to come, and those that came after it. */
  #before: number;
  #after = 0;

  /** By the first bytes of an output, or undefined where they begin no document. */
  static begin(head: Uint8Array, format: Format | "auto"): DocumentScan | undefined {
    if (format === "text") return undefined;
    const text = byteText(head).replace(/^\u00ef\u00bb\u00bf/, "   "); // A byte-order mark is as long.
    const claude = resultStart(text);
    const line = claude < 0 ? text.search(/^[ \t]*\{/m) : claude;
    if (line < 0) return undefined;
    const start = line + text.slice(line).search(/[[{]/);
    return new DocumentScan({ format, start, line: countLines(head.subarray(0, start)) + 1, isClaude: claude >= 0 });
  }

  private constructor(found: { format: Format | "auto"; start: number; line: number; isClaude: boolean }) {
    this.#format = found.format;
    this.#before = found.start;
    this.#line = found.line;
    this.#isClaude = found.isClaude;
    this.#pieces = new JsonPieces(longestEntry, (piece) => {
      if (piece && this.#isArray) this.#takeEntry(piece);
      else if (piece && this.#memberBytes + piece.length <= longestObject) this.#takeMember(piece);
      else this.#leftOut++;
    });
  }

  write(chunk: Uint8Array): void {
    const bytes = chunk.subarray(Math.min(this.#before, chunk.length));
    this.#before -= chunk.length - bytes.length;
    if (bytes.length === 0) return;
    this.#isArray ??= bytes[0] === openBracket;
    const own = this.#isBroken || this.#pieces.isClosed ? 0 : this.#pieces.write(bytes);
    this.#after += bytes.length - own;
  }

  /** The transcript, or undefined where the output is no document of an agent. */
  end(): Transcript | undefined {
    const isWhole = this.#pieces.isClosed && !this.#isBroken;
    if (this.#pieces.isClosed && this.#after > mostNoise) return undefined;
    if (!isWhole) return this.#isClaude ? finishDraft(cutOffResult()) : undefined;
    const transcript = this.#isArray ? finishDraft(this.#of) : this.#readObject();
    if (!transcript || this.#leftOut === 0) return transcript;
    const parts = this.#leftOut === 1 ? "part of the JSON document is" : "parts of the JSON document are";
    const note = `${this.#leftOut} ${parts} longer than can be held and ${this.#leftOut === 1 ? "was" : "were"} passed over`;
    return { ...transcript, notes: [...transcript.notes, note] };
  }

  #readObject(): Transcript | undefined {
    const text = `${"\n".repeat(this.#line - 1)}{${this.#members.join(",")}}`;
    return readJsonDocument(cleanText(text), this.#format);
  }

  #takeMember(piece: Uint8Array): void {
    this.#memberBytes += piece.length;
    this.#members.push(decode(piece));
  }

  #takeEntry(piece: Uint8Array): void {
    const head = byteText(piece.subarray(0, 256)).replaceAll(/\s+/g, "");
    if (claudeStream.isBulk(head) && (piece.length > longestBulk || !hasMark(piece))) return;
    const event = parseJson(decode(piece));
    if (isObject(event)) readClaudeEvent(this.#of, event, this.#line);
    this.#isBroken ||= event === undefined;
  }
}
