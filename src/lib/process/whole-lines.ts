const newline = 10;
const longestHeld = 64 * 1024;

/**
 * Forwards chunks up to their last line break, so that two streams can be merged without splitting lines. Lines that
 * are too long to buffer are forwarded in pieces.
 */
export class WholeLines {
  readonly #pass: (chunk: Uint8Array) => void;
  #buffered: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(pass: (chunk: Uint8Array) => void) {
    this.#pass = pass;
  }

  write(chunk: Uint8Array): void {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > 0) {
      this.flush();
      this.#pass(chunk.subarray(0, end));
    }
    const rest = chunk.subarray(end);
    if (rest.length === 0) return;
    this.#buffered.push(Uint8Array.from(rest));
    this.#heldBytes += rest.length;
    if (this.#heldBytes > longestHeld) this.flush();
  }

  /** Forwards the buffered rest, complete or not. */
  flush(): void {
    const buffered = this.#buffered;
    this.#buffered = [];
    this.#heldBytes = 0;
    for (const piece of buffered) this.#pass(piece);
  }
}
