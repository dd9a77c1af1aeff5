import type { RunEvent } from "../loop/run-event.js";
import { safeJson } from "../system/secrets.js";
import type { ServerLine, TimedEvent } from "./protocol.js";

/** Passes the events of a run on to whoever watches. With no watcher, nothing is serialised. */
export class EventFeed {
  readonly #now: () => number;
  readonly #watchers = new Set<(line: string) => void>();
  readonly #last = new Map<RunEvent["type"], { readonly at: number; readonly event: RunEvent }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  emit(event: RunEvent): void {
    const at = this.#now();
    this.#remember(at, event);
    if (this.#watchers.size === 0) return;
    const line = formatLine({ is: "event", ...toTimed({ at, event }) });
    for (const send of this.#watchers) send(line);
  }

  /** The last event of each type, in the order they happened. */
  get events(): readonly TimedEvent[] {
    return [...this.#last.values()].map(toTimed);
  }

  /** Returns a function that ends it. */
  watch(send: (line: string) => void): () => void {
    this.#watchers.add(send);
    return () => void this.#watchers.delete(send);
  }

  /** Bytes printed by the agent say nothing later. */
  #remember(at: number, event: RunEvent): void {
    if (event.type === "agent-output") return;
    this.#last.delete(event.type);
    this.#last.set(event.type, { at, event });
  }
}

const toTimed = ({ at, event }: { readonly at: number; readonly event: RunEvent }): TimedEvent => ({
  at: new Date(at).toISOString(),
  event,
});

/** What watchers print has no secret of the run in it. */
export const formatLine = (line: ServerLine): string => safeJson(line);
