import { errorMessage } from "../base/errors.js";
import { maxWords, type NewWords, type Question, type Words } from "../core/words.js";
import type { RunEvent } from "./run-event.js";
import type { StopRequest } from "./stop.js";

/** Who asks: `untildone pause` in another terminal, or a key of the live view. */
export type RequestedBy = "command" | "key";

/** What will happen, in words. Not `ok`: nothing will. */
export interface ControlReply {
  readonly ok: boolean;
  readonly message: string;
}

/** What a run does for its control. */
export interface ControlledRun {
  emit(event: RunEvent): void;
  /** Writes words to the journal: once this returns, a resumed run knows them. */
  save(words: NewWords): Words;
}

const maxWaiting = 20;
const resume = "resume with: untildone run --resume";

const accept = (message: string): ControlReply => ({ ok: true, message });
const refuse = (message: string): ControlReply => ({ ok: false, message });

/** What a person asks of a running run, by a key or from another terminal. The loop consults it between two turns. */
export class RunControl {
  readonly #stop: StopRequest;
  #emit: (event: RunEvent) => void;
  #save: ControlledRun["save"] | null = null;
  #pausing: "no" | "asked" | "paused" = "no";
  #wake = new AbortController();
  #words: readonly Words[] = [];
  #question: Question | null = null;

  constructor(stop: StopRequest, emit: (event: RunEvent) => void = () => undefined) {
    this.#stop = stop;
    this.#emit = emit;
  }

  /** Called by the run before another terminal can ask for something. */
  attach({ emit, save }: ControlledRun): void {
    this.#emit = emit;
    this.#save = save;
  }

  get state(): "running" | "pausing" | "paused" | "stopping" {
    if (this.#stop.level > 0) return "stopping";
    return this.#pausing === "no" ? "running" : this.#pausing === "asked" ? "pausing" : "paused";
  }

  /** Words that no prompt has had yet. */
  get waitingWords(): readonly Words[] {
    return this.#words;
  }

  /** What the agent asked last, unless it was answered. */
  get question(): Question | null {
    return this.#question;
  }

  pause(by: RequestedBy): ControlReply {
    switch (this.state) {
      case "stopping":
        return refuse("the run is stopping already: it will not pause");
      case "paused":
        return accept("the run is paused already; continue with: untildone continue");
      case "pausing":
        return accept("the run pauses after this iteration already");
      case "running":
        this.#pausing = "asked";
        this.#emit({ type: "pause-requested", by });
        return accept("the run pauses after this iteration; continue with: untildone continue");
    }
  }

  continue(by: RequestedBy): ControlReply {
    const { state } = this;
    if (state === "stopping") return refuse(`the run is stopping; ${resume}`);
    if (state === "running") return accept("the run is not paused");
    this.#pausing = "no";
    this.#wake.abort();
    this.#wake = new AbortController();
    if (state === "pausing") this.#emit({ type: "pause-cancelled", by });
    return accept(state === "paused" ? "the run continues" : "the run does not pause");
  }

  /** A signal: first after this iteration, then now. False if neither is left to ask for. */
  interrupt(to: 1 | 2): boolean {
    if (!this.#stop.raise(to)) return false;
    this.#emit({ type: "interrupt-received", level: this.#stop.level === 1 ? 1 : 2 });
    return true;
  }

  /** Like the first Ctrl-C. Asked twice, it still lets the agent finish. */
  stop(): ControlReply {
    const { state } = this;
    if (state === "stopping") return accept("the run is stopping already");
    this.#stop.raise(1);
    this.#emit({ type: "interrupt-received", level: 1 });
    return accept(state === "paused" ? `the run stops; ${resume}` : `the run stops after this iteration; ${resume}`);
  }

  tell(text: string, from: "tell" | "file" = "tell"): ControlReply {
    return this.#take({ from, text });
  }

  answer(text: string): ControlReply {
    const question = this.#question;
    if (!question) return refuse("the agent has not asked anything; tell it something with: untildone tell");
    const reply = this.#take({ from: "answer", text, question });
    if (reply.ok) this.#question = null;
    return reply;
  }

  /** What a resumed run knows from its journal. */
  restore(words: readonly Words[], question: Question | null): void {
    this.#words = words;
    this.#question = question;
  }

  noteQuestion(question: Question | null): void {
    this.#question = question;
  }

  /** A prompt had these words and its turn did not fail. */
  markUsed(words: readonly Words[]): void {
    const used = new Set(words.map(({ id }) => id));
    this.#words = this.#words.filter(({ id }) => !used.has(id));
  }

  /**
   * Waits as long as the run is paused; a stop request ends the pause, too. True if it waited. Several loops may wait at
   * once: the pause begins with the first.
   */
  async waitWhilePaused(sleep: (seconds: number, signal: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.#stop.level > 0 || this.#pausing === "no") return false;
    const isFirst = this.#pausing === "asked";
    this.#pausing = "paused";
    if (isFirst) this.#emit({ type: "pause-start" });
    const until = AbortSignal.any([this.#wake.signal, this.#stop.soon]);
    while (!until.aborted) await sleep(86_400, until);
    if (isFirst) this.#emit({ type: "pause-end", by: this.#stop.level > 0 ? "stop" : "continue" });
    return true;
  }

  #take({ text, ...words }: NewWords): ControlReply {
    const said = text.trim();
    if (said === "") return refuse("there are no words to give to the agent");
    if (said.length > maxWords)
      return refuse(`that is too long: ${said.length} characters of at most ${maxWords}; name a file instead`);
    if (this.#words.length >= maxWaiting)
      return refuse(`${maxWaiting} messages are waiting for the next prompt already`);
    const saved = this.#trySave({ ...words, text: said });
    if (typeof saved === "string") return refuse(`it cannot be written down: ${saved}`);
    this.#words = [...this.#words, saved];
    this.#emit({ type: "words-received", words: saved });
    return accept(describeTaken(saved, this.state));
  }

  /** The run goes on if its disk is full. */
  #trySave(words: NewWords): Words | string {
    try {
      return this.#save?.(words) ?? "the run has not started yet";
    } catch (error) {
      return errorMessage(error);
    }
  }
}

function describeTaken({ from, question }: Words, state: RunControl["state"]): string {
  const what = from === "answer" ? `the answer to "${question?.text}"` : "this";
  return state === "stopping"
    ? `the run is stopping: its first prompt after untildone run --resume will have ${what}`
    : `the next prompt will have ${what}`;
}
