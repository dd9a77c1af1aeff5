import { maskSecrets } from "../../lib/secrets/secrets.js";
import { printable } from "../../lib/text/printable.js";
import { now } from "../../lib/time/clock.js";
import { pause } from "../../lib/time/pause.js";
import type { LiveRunState } from "../../report/dashboard-state.js";
import { formatEvent } from "../../report/format-event.js";
import { applyEvent, startView, type ViewState } from "../../report/live-view/view-state.js";
import type { RunAddress } from "../../run/steer/address.js";
import { subscribe } from "../../run/steer/client.js";
import type { RunSnapshot, TimedEvent } from "../../run/steer/protocol.js";

const patienceMs = 1_000;
const limits = { lines: 80, characters: 300 };

/** What an agent says can be long, and can hold anything. */
function clean(text: string): string {
  const line = printable(maskSecrets(text.slice(0, 4 * limits.characters)));
  return line.length > limits.characters ? `${line.slice(0, limits.characters)} …` : line;
}

/** A run that is going on, kept up to date through its socket. */
export class FollowedRun {
  readonly address: RunAddress;
  readonly #onChange: () => void;
  #view: ViewState = startView(now());
  #state: LiveRunState["state"] = "running";
  #lines: LiveRunState["lines"] = [];
  #count = 0;
  #stop: (() => void) | null = null;
  #hasEnded = false;
  #show: () => void = () => undefined;

  constructor(address: RunAddress, onChange: () => void) {
    this.address = address;
    this.#onChange = onChange;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get state(): LiveRunState {
    return { run: this.address.run, state: this.#state, view: this.#view, lines: this.#lines };
  }

  /** Resolves when it is known where the run stands, or soon after: a run may be suspended. False if it ended meanwhile. */
  async start(): Promise<boolean> {
    const isKnown = new Promise<void>((resolve) => {
      this.#show = resolve;
    });
    this.#stop = await subscribe(this.address, {
      onSnapshot: (snapshot) => this.#restore(snapshot),
      onEvent: (event) => this.#take(event),
      onEnd: () => this.#end(),
    });
    if (this.#stop === null) this.#hasEnded = true;
    else await Promise.race([isKnown, pause(patienceMs)]);
    return this.#stop !== null;
  }

  leave(): void {
    this.#hasEnded = true;
    this.#stop?.();
  }

  #restore({ state, events }: RunSnapshot): void {
    for (const event of events) this.#apply(event);
    this.#state = state;
    this.#show();
    this.#onChange();
  }

  #take(timed: TimedEvent): void {
    this.#apply(timed);
    this.#onChange();
  }

  #apply({ at, event }: TimedEvent): void {
    this.#view = applyEvent(this.#view, event, { at: Date.parse(at), clean });
    this.#state = stateOf(this.#view);
    // The summary at the end is what the report says.
    if (event.type !== "run-end") this.#addLines(formatEvent(event, false).map(({ text }) => text));
  }

  #addLines(texts: readonly string[]): void {
    const added = texts.filter((text) => text.trim() !== "").map((text) => ({ n: ++this.#count, text: clean(text) }));
    if (added.length > 0) this.#lines = [...this.#lines, ...added].slice(-limits.lines);
  }

  #end(): void {
    this.#hasEnded = true;
    this.#show();
    this.#onChange();
  }
}

function stateOf({ step, request }: ViewState): LiveRunState["state"] {
  if (request === "stop" || request === "stop-now") return "stopping";
  if (step.is === "paused") return "paused";
  return request === "pause" ? "pausing" : "running";
}
