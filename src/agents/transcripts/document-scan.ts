import { cleanText } from "../../base/clean-text.js";
import type { Format, Transcript } from "../../core/transcript.js";
import { byteText, countLines, decode } from "./bytes.js";
import { chooseArray, readJsonDocument } from "./choose.js";
import { type Draft, finishDraft } from "./draft.js";
import { isObject, parseJson } from "./json.js";
import { JsonPieces } from "./json-pieces.js";
import { hasMark } from "./marks.js";
import type { ArrayReader } from "./reader.js";

/** One entry of an array is held at a time; one in which nobody but a tool speaks is decoded only up to the second. */
const longestEntry = 8 * 1024 * 1024;
const longestBulk = 2 * 1024 * 1024;
/** As much of an object's members is held. */
const longestObject = 8 * 1024 * 1024;
/** After a document comes a warning or an exit code. Pages of text mean that it was none. */
const maxNoise = 64 * 1024;
const openBracket = 91;

/**
 * A JSON document too long to be held whole: the array of all messages is read entry by entry, as a stream would be; of
 * an object the members that are too long are left out.
 */
export class DocumentScan {
  readonly #format: Format | "auto";
  readonly #line: number;
  /** The beginning is that of an agent's array or result: should it end too soon, it is that all the same. */
  readonly #reader: ArrayReader | undefined;
  readonly #pieces: JsonPieces;
  readonly #of: Draft | undefined;
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
    const array = chooseArray(text);
    const line = array ? array.start : text.search(/^[ \t]*\{/m);
    if (line < 0) return undefined;
    const start = line + text.slice(line).search(/[[{]/);
    return new DocumentScan({ format, start, line: countLines(head.subarray(0, start)) + 1, reader: array?.reader });
  }

  private constructor(found: {
    format: Format | "auto";
    start: number;
    line: number;
    reader: ArrayReader | undefined;
  }) {
    this.#format = found.format;
    this.#before = found.start;
    this.#line = found.line;
    this.#reader = found.reader;
    this.#of = found.reader?.open();
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
    if (this.#pieces.isClosed && this.#after > maxNoise) return undefined;
    if (!isWhole) return this.#reader && finishDraft(this.#reader.open());
    const transcript = this.#isArray && this.#of ? finishDraft(this.#of) : this.#readObject();
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
    if (this.#reader?.entries.isBulk(head) && (piece.length > longestBulk || !hasMark(piece))) return;
    const event = parseJson(decode(piece));
    if (isObject(event) && this.#of) this.#reader?.entries.read(this.#of, event, this.#line);
    this.#isBroken ||= event === undefined;
  }
}
