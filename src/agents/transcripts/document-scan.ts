import type { Format, Transcript } from "../../decide/transcript.js";
import { cleanText } from "../../lib/text/clean-text.js";
import { byteText, countLines, decode } from "./bytes.js";
import { chooseArray, readJsonDocument } from "./choose.js";
import type { Draft } from "./draft.js";
import { finishDraft } from "./finish-draft.js";
import { isObject, parseJson } from "./json.js";
import { JsonPieces } from "./json-pieces.js";
import { hasMark } from "./marks.js";
import type { ArrayReader } from "./reader.js";

/** We buffer one array entry at a time. Entries with tool output only are decoded only up to the second limit. */
const longestEntry = 8 * 1024 * 1024;
const longestBulk = 2 * 1024 * 1024;
/** How much of an object's members we buffer. */
const longestObject = 8 * 1024 * 1024;
/** A document may be followed by a warning or an exit code. Much more text means that it was not a document. */
const maxNoise = 64 * 1024;
const openBracket = 91;

/**
 * A JSON document too long to buffer: reads the array of all messages entry by entry, like a stream; of an object,
 * omits the members that are too long.
 */
export class DocumentScan {
  readonly #format: Format | "auto";
  readonly #line: number;
  /** Set if the beginning is an agent's array or result. It then counts as one even if it is cut off. */
  readonly #reader: ArrayReader | undefined;
  readonly #pieces: JsonPieces;
  readonly #draft: Draft | undefined;
  readonly #members: string[] = [];
  #memberBytes = 0;
  #leftOut = 0;
  #isBroken = false;
  #isArray: boolean | undefined;
  /** Bytes left before the document starts, and bytes seen after its end. */
  #before: number;
  #after = 0;

  /** Starts a scan from the first bytes of an output, or returns undefined if they do not start a document. */
  static begin(head: Uint8Array, format: Format | "auto"): DocumentScan | undefined {
    if (format === "text") return undefined;
    const text = byteText(head).replace(/^\u00ef\u00bb\u00bf/, "   "); // Three blanks, as long as the byte-order mark.
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
    this.#draft = found.reader?.open();
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

  /** The transcript, or undefined if the output is not an agent's document. */
  end(): Transcript | undefined {
    const isWhole = this.#pieces.isClosed && !this.#isBroken;
    if (this.#pieces.isClosed && this.#after > maxNoise) return undefined;
    if (!isWhole) return this.#reader && finishDraft(this.#reader.open());
    const transcript = this.#isArray && this.#draft ? finishDraft(this.#draft) : this.#readObject();
    if (!transcript || this.#leftOut === 0) return transcript;
    const parts = this.#leftOut === 1 ? "part of the JSON document was" : "parts of the JSON document were";
    const note = `${this.#leftOut} ${parts} too long to read and skipped`;
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
    if (isObject(event) && this.#draft) this.#reader?.entries.read(this.#draft, event, this.#line);
    this.#isBroken ||= event === undefined;
  }
}
