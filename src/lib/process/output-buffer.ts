/** How many bytes of an output to keep from its start and its end. */
export interface KeepLimits {
  readonly head: number;
  readonly tail: number;
}

/** Keeps the start and the end of an output of any length, in constant memory. */
export class OutputBuffer {
  readonly #limits: KeepLimits;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  /** Twice the size of the tail, so that we move its end to the front only occasionally and not on every write. */
  #tail = Buffer.alloc(0);
  #tailBytes = 0;
  #bytes = 0;

  constructor(limits: KeepLimits) {
    this.#limits = limits;
  }

  /** All bytes written, including those dropped. */
  get bytes(): number {
    return this.#bytes;
  }

  get isCut(): boolean {
    return this.#bytes > this.#headBytes + Math.min(this.#tailBytes, this.#limits.tail);
  }

  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    const room = this.#limits.head - this.#headBytes;
    const start = room > 0 ? chunk.subarray(0, room) : undefined;
    if (start) {
      this.#head.push(Buffer.from(start)); // Copy it: the chunk may be a view of a far larger buffer.
      this.#headBytes += start.length;
    }
    if (!start || start.length < chunk.length) this.#writeTail(chunk.subarray(start?.length ?? 0));
  }

  /** The buffered text, with a line that says how much was omitted. */
  text(): string {
    return Buffer.concat([this.head(), Buffer.from(this.#gap()), this.tail()]).toString("utf8");
  }

  head(): Buffer {
    return Buffer.concat(this.#head);
  }

  tail(): Buffer {
    return this.#tail.subarray(Math.max(0, this.#tailBytes - this.#limits.tail), this.#tailBytes);
  }

  #gap(): string {
    if (!this.isCut) return "";
    return `\n[… ${this.#bytes - this.#headBytes - Math.min(this.#tailBytes, this.#limits.tail)} bytes left out …]\n`;
  }

  #writeTail(chunk: Uint8Array): void {
    const part = chunk.length > this.#limits.tail ? chunk.subarray(chunk.length - this.#limits.tail) : chunk;
    if (part.length === 0) return;
    this.#makeRoom(part.length);
    this.#tail.set(part, this.#tailBytes);
    this.#tailBytes += part.length;
  }

  #makeRoom(needed: number): void {
    const { tail } = this.#limits;
    if (this.#tailBytes + needed <= this.#tail.length) return;
    if (this.#tail.length < tail * 2) {
      const grown = Buffer.alloc(Math.min(tail * 2, Math.max(8192, (this.#tailBytes + needed) * 2)));
      this.#tail.copy(grown, 0, 0, this.#tailBytes);
      this.#tail = grown;
    }
    if (this.#tailBytes + needed <= this.#tail.length) return;
    const from = Math.max(0, this.#tailBytes - tail);
    this.#tail.copyWithin(0, from, this.#tailBytes);
    this.#tailBytes -= from;
  }
}
