import type { EventStream } from "../../lib/net/local-server.js";

/** A person sees no more of it. */
const shortestGapMs = 200;

/** Sends the state to every open page when it changed, a few times a second at most. */
export class Broadcast {
  readonly #read: () => string;
  readonly #streams = new Set<EventStream>();
  #sent = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(read: () => string) {
    this.#read = read;
  }

  get hasStreams(): boolean {
    return this.#streams.size > 0;
  }

  add(stream: EventStream): void {
    this.#streams.add(stream);
    stream.send(this.#read());
  }

  remove(stream: EventStream): void {
    this.#streams.delete(stream);
  }

  /** Something may have changed. */
  schedule(): void {
    if (this.#streams.size > 0) this.#timer ??= setTimeout(() => this.#flush(), shortestGapMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#streams.clear();
  }

  #flush(): void {
    this.#timer = undefined;
    const json = this.#read();
    if (json === this.#sent) return;
    this.#sent = json;
    for (const stream of this.#streams) stream.send(json);
  }
}
