import { toUtf8 } from "../text/decode.js";
import { MaskStream } from "./mask-stream.js";
import { safeText } from "./secrets.js";

/** Turns output in any encoding, as it arrives, into text that people may print: no controls, no secrets. */
export class SafeLog {
  readonly #put: (bytes: Buffer) => void;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #text = new MaskStream(safeText);
  #utf8: ((bytes: Uint8Array) => Uint8Array) | undefined;

  constructor(put: (bytes: Buffer) => void) {
    this.#put = put;
  }

  write(chunk: Uint8Array): void {
    this.#utf8 ??= toUtf8(chunk);
    this.#pass(this.#text.write(this.#decoder.decode(this.#utf8(chunk), { stream: true })));
  }

  /** Passes on what was held back. More may follow. */
  end(): void {
    this.#pass(this.#text.write(this.#decoder.decode()) + this.#text.end());
  }

  #pass(text: string): void {
    if (text !== "") this.#put(Buffer.from(text));
  }
}
