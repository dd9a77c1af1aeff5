const newline = 10;
const longestHeld = 64 * 1024;

/**
 * Passes chunks on up to their last line break, so that two streams can be read as one without a line of the one being
 * torn by a line of the other. A line too long to hold is passed on in pieces.
 */
export class WholeLines {
  readonly #pass: (chunk: Uint8Array) => void;
  #held: Uint8Array[] = [];
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
    this.#held.push(Uint8Array.from(rest));
    this.#heldBytes += rest.length;
    if (this.#heldBytes > longestHeld) this.flush();
  }

  /** Passes on what is held, whole or not. */
  flush(): void {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const piece of held) this.#pass(piece);
  }
}
