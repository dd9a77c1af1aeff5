import { safeJson } from "../../lib/secrets/secrets.js";
import type { RunEvent } from "../loop/run-event.js";
import { endsUnit } from "../loop/unit-events.js";
import type { ServerLine, TimedEvent } from "./protocol.js";

/** Passes the events of a run on to whoever watches. With no watcher, nothing is serialised. */
export class EventFeed {
  readonly #now: () => number;
  readonly #watchers = new Set<(line: string) => void>();
  /** By type; where several tasks are worked on at once, by task and type. */
  readonly #last = new Map<string, PastEvent>();
  readonly #units = new Set<string>();

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

  /** The last event of each type and of each task at work, in the order they happened. */
  get events(): readonly TimedEvent[] {
    return [...new Set(this.#last.values())].map(toTimed);
  }

  /** Returns a function that ends it. */
  watch(send: (line: string) => void): () => void {
    this.#watchers.add(send);
    return () => void this.#watchers.delete(send);
  }

  /** Bytes printed by the agent say nothing later. */
  #remember(at: number, event: RunEvent): void {
    if (event.type === "agent-output") return;
    const { unit, type } = event;
    if (unit !== undefined && type === "worktree-entered") this.#units.add(unit);
    const past = { at, event };
    for (const slot of this.#slotsFor(event)) {
      this.#last.delete(slot);
      this.#last.set(slot, past);
    }
    if (unit !== undefined && endsUnit(event)) this.#forget(unit);
  }

  /** Decisions of the run count its tasks, those of a unit only what was used: the last of both is kept. */
  #slotsFor(event: RunEvent): readonly string[] {
    const { unit, type } = event;
    if (unit === undefined) return [type];
    const isOfRun = type === "decision-made" && event.record.about !== undefined;
    const own = this.#units.has(unit) ? [unitSlot(unit, isOfRun ? "result" : type)] : [];
    return type === "decision-made" ? [...own, isOfRun ? type : "decision-made of a unit"] : own;
  }

  #forget(unit: string): void {
    this.#units.delete(unit);
    for (const slot of this.#last.keys()) if (slot.startsWith(unitSlot(unit, ""))) this.#last.delete(slot);
  }
}

interface PastEvent {
  readonly at: number;
  readonly event: RunEvent;
}

/** No id has a line break in it. */
const unitSlot = (unit: string, type: string): string => `${unit}\n${type}`;

const toTimed = ({ at, event }: PastEvent): TimedEvent => ({
  at: new Date(at).toISOString(),
  event,
});

/** What watchers print has no secret of the run in it. */
export const formatLine = (line: ServerLine): string => safeJson(line);
