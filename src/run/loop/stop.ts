/** A person's request to stop: first after this iteration, then now. */
export interface Stop {
  readonly level: 0 | 1 | 2;
  /** Aborted at the first request: waits end. */
  readonly soon: AbortSignal;
  /** Aborted at the second request: the agent is stopped. */
  readonly now: AbortSignal;
}

/** A stop request that can be raised. */
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

  /** False if it was already at the highest level. */
  raise(to: 1 | 2): boolean {
    if (this.#level >= 2) return false;
    this.#level = this.#level === 1 ? 2 : to;
    this.#soon.abort();
    if (this.#level === 2) this.#now.abort();
    return true;
  }
}
