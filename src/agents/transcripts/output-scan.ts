import type { Format, ProcessEnd, Transcript } from "../../decide/transcript.js";
import { cleanText } from "../../lib/text/clean-text.js";
import { byteText, decode, join } from "./bytes.js";
import { chooseEvents, readDocument, readJsonDocument } from "./choose.js";
import { closeStream } from "./close-stream.js";
import { Condenser } from "./condense.js";
import { DocumentScan } from "./document-scan.js";
import { type Draft, newDraft } from "./draft.js";
import { objectsOn, openStream } from "./json.js";
import { hasMark } from "./marks.js";
import type { EventReader } from "./reader.js";
import { settle } from "./settle.js";
import { readPlainText } from "./text.js";

/** Enough to recognise a stream, even after a header and a long first event. */
const sniffBytes = 256 * 1024;
/** Outputs up to this size stay in memory, and a JSON document is parsed at once. */
const wholeBytes = 8 * 1024 * 1024;
/** Longer plain text is reduced to what can matter. */
export const longText = 32 * 1024;
const longestLine = 16 * 1024 * 1024;
const maxPlainLines = 50;
const longestPlainLine = 2000;
const newline = 10;

/** Reads an output of any size from bytes, in constant memory. */
export class OutputScan {
  readonly #format: Format | "auto";
  #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  #stream: StreamScan | undefined;
  #condenser: Condenser | undefined;
  /** Runs beside the condenser: only the end shows whether a long output is a document. */
  #document: DocumentScan | undefined;

  constructor(format: Format | "auto" = "auto") {
    this.#format = format;
  }

  /** Copies what it keeps, because the caller may reuse the buffer. */
  write(input: Uint8Array): void {
    // A plain Uint8Array, because `slice` of a Buffer does not copy.
    const chunk = new Uint8Array(input.buffer, input.byteOffset, input.length);
    if (this.#stream) this.#stream.write(chunk);
    else if (this.#condenser) this.#writeLong(chunk);
    else this.#gather(chunk);
  }

  end(process?: ProcessEnd): Transcript {
    if (!this.#stream && !this.#condenser) this.#decide();
    const transcript = this.#stream?.end() ?? this.#endText();
    return process ? settle(transcript, process) : transcript;
  }

  #gather(chunk: Uint8Array): void {
    this.#chunks.push(chunk.slice());
    const before = this.#bufferedBytes;
    this.#bufferedBytes += chunk.length;
    if (before < sniffBytes && this.#bufferedBytes >= sniffBytes) this.#decide();
    else if (this.#bufferedBytes > wholeBytes) {
      this.#document = DocumentScan.begin(this.#head(), this.#format);
      this.#condense();
    }
  }

  #head(): Uint8Array {
    let bytes = 0;
    const end = this.#chunks.findIndex(({ length }) => {
      bytes += length;
      return bytes >= sniffBytes;
    });
    return join(end < 0 ? this.#chunks : this.#chunks.slice(0, end + 1)).subarray(0, sniffBytes);
  }

  /** Recognises a stream by its beginning; buffers anything else until it is known to be long. */
  #decide(): void {
    const head = this.#head();
    if (this.#format === "auto" && !beginsObject(head)) return; // Saves decoding most texts.
    const reader = chooseEvents(openStream(decode(head)), this.#format);
    if (!reader) return;
    const stream = new StreamScan(reader);
    this.#stream = stream;
    for (const chunk of this.#chunks.splice(0)) stream.write(chunk);
  }

  #condense(): void {
    this.#condenser = new Condenser();
    for (const chunk of this.#chunks.splice(0)) this.#writeLong(chunk);
  }

  #writeLong(chunk: Uint8Array): void {
    this.#condenser?.write(chunk);
    this.#document?.write(chunk);
  }

  /** Reads a JSON document as one; reduces any other long text to what can matter. */
  #endText(): Transcript {
    if (!this.#condenser && this.#bufferedBytes <= longText)
      return readDocument(decode(join(this.#chunks)), this.#format);
    const document = this.#condenser ? this.#document?.end() : this.#readJson();
    if (document) return document;
    if (!this.#condenser) this.#condense();
    return readPlainText(this.#condenser?.end() ?? { text: "", gaps: [] });
  }

  #readJson(): Transcript | undefined {
    const bytes = join(this.#chunks);
    const mayBeJson = this.#format !== "auto" || beginsObject(bytes.subarray(0, sniffBytes));
    return mayBeJson ? readJsonDocument(cleanText(decode(bytes)), this.#format) : undefined;
  }
}

const brace = 123;

/** Whether some line starts an object or an array of objects, after at most blanks, a byte-order mark or escapes. */
const beginsObject = (bytes: Uint8Array): boolean =>
  bytes.includes(brace) && /^[^\n!-Z\\-z|}~]*[[{]/m.test(byteText(bytes));

/** A stream of events, one line at a time. Skips bulk lines without decoding them unless they may carry a signal. */
class StreamScan {
  readonly #reader: EventReader;
  readonly #draft: Draft;
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #line = 1;
  /** The last lines that are not events. */
  readonly #plainLines: string[] = [];

  constructor(reader: EventReader) {
    this.#reader = reader;
    this.#draft = newDraft(reader.format, reader.unclosed);
  }

  write(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#take(chunk.subarray(from, end));
      from = end + 1;
      this.#line++;
    }
    this.#hold(chunk.subarray(from));
  }

  end(): Transcript {
    this.#take(new Uint8Array(0));
    return closeStream(this.#draft, this.#reader, () => this.#plainLines);
  }

  #hold(bytes: Uint8Array): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes <= longestLine) this.#rest.push(bytes.slice());
    else this.#rest = [];
  }

  #take(end: Uint8Array): void {
    const isLong = this.#restBytes + end.length > longestLine;
    const line = this.#rest.length === 0 ? end : join([...this.#rest, end]);
    this.#rest = [];
    this.#restBytes = 0;
    if (isLong) this.#draft.notes.push(`line ${this.#line} is longer than 16 MB and was passed over`);
    else if (line.length > 0) this.#read(line);
  }

  #read(line: Uint8Array): void {
    const head = byteText(line.subarray(0, 128));
    if (this.#reader.isBulk(head) && !hasMark(line)) return;
    const text = decode(line);
    const events = objectsOn(text);
    if (events.length === 0) this.#addPlainLine(text);
    for (const event of events) this.#reader.read(this.#draft, event, this.#line);
  }

  #addPlainLine(text: string): void {
    if (text.trim() === "" || text.length > longestPlainLine) return;
    this.#plainLines.push(text);
    if (this.#plainLines.length > maxPlainLines) this.#plainLines.shift();
  }
}
