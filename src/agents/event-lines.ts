import { decode, join } from "./transcripts/bytes.js";
import { type Json, objectsOn } from "./transcripts/json.js";

/** Longer lines are skipped: they hold whole files. */
const longestLine = 1024 * 1024;
const newline = 10;

/** Hands on the events of an output as they arrive, one JSON object per line. */
export class EventLines {
  readonly #onEvent: (event: Json) => void;
  readonly #onSkipped: () => void;
  #rest: Uint8Array[] = [];
  #restBytes = 0;

  constructor(onEvent: (event: Json) => void, onSkipped: () => void = () => undefined) {
    this.#onEvent = onEvent;
    this.#onSkipped = onSkipped;
  }

  write(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#hold(chunk.subarray(from, end));
      this.#read();
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  #hold(bytes: Uint8Array): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > longestLine) this.#rest = [];
    else if (bytes.length > 0) this.#rest.push(bytes.slice());
  }

  #read(): void {
    if (this.#restBytes > longestLine) this.#onSkipped();
    const line = decode(join(this.#rest));
    this.#rest = [];
    this.#restBytes = 0;
    for (const event of objectsOn(line)) this.#onEvent(event);
  }
}
