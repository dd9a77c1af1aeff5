import { type Stop, StopRequest } from "../loop/stop.js";

/** A person's request to stop, or the run's own: it ends all units when one of them has ended the run. */
export class LinkedStop implements Stop {
  readonly #person: Stop;
  readonly #own = new StopRequest();
  readonly soon: AbortSignal;
  readonly now: AbortSignal;

  constructor(person: Stop) {
    this.#person = person;
    this.soon = AbortSignal.any([person.soon, this.#own.soon]);
    this.now = AbortSignal.any([person.now, this.#own.now]);
  }

  get level(): 0 | 1 | 2 {
    return this.#person.level > this.#own.level ? this.#person.level : this.#own.level;
  }

  raise(to: 1 | 2): void {
    if (this.#own.level < to) this.#own.raise(to);
  }
}
