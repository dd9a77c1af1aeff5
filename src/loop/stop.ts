/** A person's wish to stop: first after this iteration, then now. */
export interface Stop {
  readonly level: 0 | 1 | 2;
  /** Aborted at the first wish: waits end. */
  readonly soon: AbortSignal;
  /** Aborted at the second: the agent is stopped. */
  readonly now: AbortSignal;
}

/** The wish, and the way to raise it. Raising it a third time says that there is nothing left to wait for. */
export class StopRequest implements Stop {
  readonly #soon = new AbortController();
  readonly #now = new AbortController();
  #level: 0 | 1 | 2 = 0;

  get level(): 0 | 1 | 2 {
    return this.#level;
  }

  get soon(): AbortSignal {
    return this.#soon.signal;
  }

  get now(): AbortSignal {
    return this.#now.signal;
  }

  /** False where it was already at its highest. */
  raise(to: 1 | 2): boolean {
    if (this.#level >= 2) return false;
    this.#level = this.#level === 1 ? 2 : to;
    this.#soon.abort();
    if (this.#level === 2) this.#now.abort();
    return true;
  }
}
