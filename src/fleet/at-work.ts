import { StopRequest } from "../run.js";

/** What the slots of a worker are at, and how all of it is stopped. */
export class AtWork {
  readonly #stops = new Set<StopRequest>();
  #isLeaving = false;

  get size(): number {
    return this.#stops.size;
  }

  /** Work that begins while the worker leaves ends at once. */
  async run<T>(act: (stop: StopRequest) => Promise<T>): Promise<T> {
    const stop = new StopRequest();
    this.#stops.add(stop);
    if (this.#isLeaving) stop.raise(2);
    try {
      return await act(stop);
    } finally {
      this.#stops.delete(stop);
    }
  }

  /** Ends what is at work after its iteration, or at once. */
  leave(level: 1 | 2): void {
    this.#isLeaving = true;
    for (const stop of this.#stops) stop.raise(level);
  }
}
