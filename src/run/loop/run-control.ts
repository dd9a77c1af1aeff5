import type { Budget, RequestWay, RunAction, RunRequest } from "../../decide/run-request.js";
import type { NewWords, Words } from "../../decide/words.js";
import { errorMessage } from "../../lib/errors.js";
import { accept, type ControlReply, refuse } from "./control-reply.js";
import { PersonWords } from "./person-words.js";
import { RaisedLimits } from "./raised-limits.js";
import type { RunEvent } from "./run-event.js";
import type { Stop, StopRequest } from "./stop.js";

/** What a run does for its control. */
export interface ControlledRun {
  emit(event: RunEvent): void;
  /** The time, in milliseconds. */
  now(): number;
  /** Writes words to the journal: once this returns, a resumed run knows them. */
  save(words: NewWords): Words;
  /** Writes to the journal what a person asked for. */
  note(request: RunRequest): void;
}

const resume = "resume with: untildone run --resume";

/** What a person asks of a running run, by a key or from another terminal. The loop consults it between two turns. */
export class RunControl {
  /** What a person says to the tasks. */
  readonly words: PersonWords;
  /** What a person adds to its limits. */
  readonly limits = new RaisedLimits();
  readonly #stop: StopRequest;
  #emit: (event: RunEvent) => void;
  #save: ControlledRun["save"] | null = null;
  #note: ControlledRun["note"] | null = null;
  #pausing: "no" | "asked" | "paused" = "no";
  #wake = new AbortController();
  /** The tasks at work, where each has a loop of its own; none with one loop for all. */
  #loops: readonly string[] = [];
  #waiting = 0;
  #now: () => number = () => 0;
  /** When the pause began, as long as it lasts. */
  #pausedAt: number | null = null;
  #pausedMs = 0;

  constructor(stop: StopRequest, emit: (event: RunEvent) => void = () => undefined) {
    this.#stop = stop;
    this.#emit = emit;
    const isOver = (): string | null => (this.state === "stopping" ? "the run is stopping" : null);
    this.words = new PersonWords({
      emit: (event) => this.#emit(event),
      save: (words) => this.#save?.(words) ?? null,
      get over() {
        return isOver();
      },
    });
  }

  /** Called by the run before another terminal can ask for something. */
  attach({ emit, save, note, now }: ControlledRun): void {
    this.#emit = emit;
    this.#now = now;
    this.#save = save;
    this.#note = note;
  }

  /** The run has ended: its journal is no longer written. */
  detach(): void {
    this.#save = null;
    this.#note = null;
  }

  get state(): "running" | "pausing" | "paused" | "stopping" {
    if (this.#stop.level > 0) return "stopping";
    return this.#pausing === "no" ? "running" : this.#pausing === "asked" ? "pausing" : "paused";
  }

  /** How long the run was paused. */
  get pausedSeconds(): number {
    const lasts = this.#pausedAt === null ? 0 : this.#now() - this.#pausedAt;
    return (this.#pausedMs + lasts) / 1000;
  }

  /** The tasks that are worked on at once, each by its own loop, change. */
  setLoops(loops: readonly string[]): void {
    this.#loops = loops;
    this.words.setAtWork(loops);
    this.#pauseIfAllWait();
  }

  /** Gives the run more of a budget. */
  raise(budget: Budget, by: RequestWay): ControlReply {
    return this.state === "stopping" ? refuse(`the run is stopping; ${resume}`) : this.limits.raise(budget, by);
  }

  pause(by: RequestWay): ControlReply {
    switch (this.state) {
      case "stopping":
        return refuse("the run is stopping already: it will not pause");
      case "paused":
        return accept("the run is paused already; continue with: untildone continue");
      case "pausing":
        return accept("the run pauses after this iteration already");
      case "running":
        this.#pausing = "asked";
        this.#tryNote("pause", by);
        this.#emit({ type: "pause-requested", by });
        return accept("the run pauses after this iteration; continue with: untildone continue");
    }
  }

  continue(by: RequestWay): ControlReply {
    const { state } = this;
    if (state === "stopping") return refuse(`the run is stopping; ${resume}`);
    if (state === "running") return accept("the run is not paused");
    this.#pausing = "no";
    this.#tryNote("continue", by);
    this.#wake.abort();
    this.#wake = new AbortController();
    if (state === "pausing") this.#emit({ type: "pause-cancelled", by });
    return accept(state === "paused" ? "the run continues" : "the run does not pause");
  }

  /** A signal: first after this iteration, then now. False if neither is left to ask for. */
  interrupt(to: 1 | 2): boolean {
    if (!this.#stop.raise(to)) return false;
    this.#tryNote(this.#stop.level === 1 ? "stop" : "stop-now", "signal");
    this.#emit({ type: "interrupt-received", level: this.#stop.level === 1 ? 1 : 2 });
    return true;
  }

  /** Like the first Ctrl-C. Asked twice, it still lets the agent finish. */
  stop(by: RequestWay): ControlReply {
    const { state } = this;
    if (state === "stopping") return accept("the run is stopping already");
    this.#stop.raise(1);
    this.#tryNote("stop", by);
    this.#emit({ type: "interrupt-received", level: 1 });
    return accept(state === "paused" ? `the run stops; ${resume}` : `the run stops after this iteration; ${resume}`);
  }

  /**
   * Waits as long as the run is paused; a stop request ends the pause, too. True if it waited. Several loops finish their
   * iterations first: the pause begins with the last.
   */
  async waitWhilePaused(
    sleep: (seconds: number, signal: AbortSignal) => Promise<void>,
    stop: Stop = this.#stop,
  ): Promise<boolean> {
    if (stop.level > 0 || this.#pausing === "no") return false;
    const until = AbortSignal.any([this.#wake.signal, stop.soon]);
    this.#waiting++;
    this.#pauseIfAllWait();
    while (!until.aborted) await sleep(86_400, until);
    this.#waiting--;
    this.#endPause();
    return true;
  }

  #pauseIfAllWait(): void {
    if (this.#pausing !== "asked" || this.#waiting === 0 || this.#waiting < this.#loops.length) return;
    this.#pausing = "paused";
    this.#pausedAt = this.#now();
    this.#emit({ type: "pause-start" });
  }

  /** Once, by the first loop that goes on. */
  #endPause(): void {
    if (this.#pausedAt === null) return;
    this.#pausedMs += this.#now() - this.#pausedAt;
    this.#pausedAt = null;
    this.#emit({ type: "pause-end", by: this.#stop.level > 0 ? "stop" : "continue" });
  }

  /** A person's request counts, whether it can be written down or not. */
  #tryNote(action: RunAction, by: RequestWay): void {
    try {
      this.#note?.({ action, by });
    } catch (error) {
      this.#emit({
        type: "warning",
        text: `the journal does not say that you asked to ${action}: ${errorMessage(error)}`,
      });
    }
  }
}
