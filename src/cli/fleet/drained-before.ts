import type { WorkerEvent } from "../../fleet/worker-terms.js";

type About = Readonly<Record<string, unknown>>;

/**
 * Why this worker took no more tasks the last time. A service manager starts it again at once: that reason is told until
 * a task ended here, since nothing else shows that its cause is over.
 */
export class DrainedBefore {
  #why: string | null;

  constructor(earlier: About | undefined) {
    const why = earlier?.["drained"] ?? earlier?.["drainedBefore"];
    this.#why = typeof why === "string" ? why : null;
  }

  note({ type }: WorkerEvent): void {
    if (type === "task-over") this.#why = null;
  }

  get about(): About {
    return this.#why === null ? {} : { drainedBefore: this.#why };
  }
}
