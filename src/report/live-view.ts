import { printable } from "../base/printable.js";
import type { RunEvent } from "../loop/run-event.js";
import type { ViewScreen } from "./view-layout.js";
import { formatView } from "./view-lines.js";
import { applyEvent, startView, type ViewState } from "./view-state.js";

/** A terminal on which lines can be redrawn. */
export interface LiveTerminal {
  readonly columns: number;
  readonly rows: number;
  readonly utf8: boolean;
  /** Replaces the lines at the bottom. */
  draw(lines: readonly string[]): void;
  /** Leaves the lines where they are: others print below them. */
  leave(): void;
  /** Others have printed meanwhile: the next lines begin where the cursor is. */
  forget(): void;
  /** A background job does not draw: somebody types there. */
  isInForeground(): boolean;
  /** Returns a function that ends it. */
  onResize(redraw: () => void): () => void;
  /** Null if nobody can press a key. */
  readonly listen: ((listener: KeyListener) => () => void) | null;
}

export interface KeyListener {
  onKey(key: string): void;
  onSuspend(): void;
  onResume(isInForeground: boolean): void;
}

export interface LiveViewOptions {
  readonly terminal: LiveTerminal;
  readonly colour: boolean;
  readonly keys: "run" | "watch";
  now(): number;
  /** Hides secrets. */
  mask(text: string): string;
  /** Called with each key but `?`. */
  onKey(key: string): void;
}

/** A few redraws a second are enough for a person. */
const shortestGapMs = 200;
const tickMs = 1000;

/** Draws the state of a run at the bottom of a terminal, and listens to keys. */
export class LiveView {
  readonly #options: LiveViewOptions;
  readonly #ends: (() => void)[] = [];
  #state: ViewState;
  #shown = "";
  #drawnAt = 0;
  #pending: NodeJS.Timeout | undefined;
  #showsHelp = false;
  #isVisible: boolean;
  #hasKeys = false;

  constructor(options: LiveViewOptions) {
    this.#options = options;
    this.#state = startView(options.now());
    this.#isVisible = options.terminal.isInForeground();
  }

  /** Begins to draw. Until then a question may be on the screen. */
  open(): void {
    if (this.#ends.length > 0) return;
    const { terminal } = this.#options;
    const ticker = setInterval(() => this.#draw(), tickMs);
    ticker.unref();
    this.#ends.push(() => clearInterval(ticker));
    this.#ends.push(terminal.onResize(() => this.#redraw()));
    if (terminal.listen) this.#ends.push(this.#listen(terminal.listen));
    this.#draw();
  }

  apply(event: RunEvent, at = this.#options.now()): void {
    this.#state = applyEvent(this.#state, event, { at, clean: (text) => this.#clean(text) });
    this.#schedule();
  }

  /** Removes the view and gives the keys back. */
  close(): void {
    clearTimeout(this.#pending);
    for (const end of this.#ends.splice(0)) end();
    if (this.#isVisible) this.#options.terminal.draw([]);
    this.#isVisible = false;
  }

  #listen(listen: NonNullable<LiveTerminal["listen"]>): () => void {
    this.#hasKeys = true;
    return listen({
      onKey: (key) => this.#press(key),
      onSuspend: () => this.#hide(),
      onResume: (isInForeground) => this.#resume(isInForeground),
    });
  }

  #clean(text: string): string {
    return printable(this.#options.mask(text.slice(0, longestText))).trim();
  }

  #schedule(): void {
    if (this.#pending || this.#ends.length === 0) return;
    const wait = Math.max(0, this.#drawnAt + shortestGapMs - this.#options.now());
    this.#pending = setTimeout(() => this.#draw(), Math.min(wait, shortestGapMs));
    this.#pending.unref();
  }

  #draw(): void {
    clearTimeout(this.#pending);
    this.#pending = undefined;
    if (!this.#isVisible) return;
    this.#drawnAt = this.#options.now();
    const lines = formatView(this.#state, this.#screen());
    const text = lines.join("\n");
    if (text === this.#shown) return;
    this.#shown = text;
    this.#options.terminal.draw(lines);
  }

  #redraw(): void {
    this.#shown = "";
    this.#draw();
  }

  #screen(): ViewScreen {
    const { terminal, colour, keys, now } = this.#options;
    const { columns, rows, utf8 } = terminal;
    const usable = this.#hasKeys ? keys : "none";
    return { columns, rows, utf8, colour, now: now(), keys: usable, showsHelp: this.#showsHelp };
  }

  #press(key: string): void {
    if (key === "?") this.#showsHelp = !this.#showsHelp;
    else this.#options.onKey(key);
    this.#redraw();
  }

  #hide(): void {
    this.#options.terminal.leave();
    this.#isVisible = false;
  }

  #resume(isInForeground: boolean): void {
    this.#options.terminal.forget();
    this.#isVisible = isInForeground;
    this.#redraw();
  }
}

/** Masks in time: no row shows more. */
const longestText = 4000;
