import { printable } from "../../lib/text/printable.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import { FullScreenView } from "../full-view/full-screen-view.js";
import type { ViewActions } from "../full-view/view-actions.js";
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
  /** Draws the whole terminal instead, row by row. */
  drawFull(rows: readonly string[]): void;
  /** Gives the terminal back as it was before, with all that was printed meanwhile. */
  leaveFull(): void;
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
  /** Absent where nobody can ask the run for more than keys do. */
  readonly actions?: ViewActions;
  /** Called with each key that the view does not use itself. */
  onKey(key: string): void;
}

/** Above `large` the whole terminal is used; below `small` nobody could read two panes. */
const full = { large: { columns: 100, rows: 30 }, small: { columns: 60, rows: 14 } };

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
  readonly #full: FullScreenView | null;
  /** What the person chose with f; null: as the size of the terminal says. */
  #wantsFull: boolean | null = null;
  #isFull = false;

  constructor(options: LiveViewOptions) {
    this.#options = options;
    this.#state = startView(options.now());
    this.#isVisible = options.terminal.isInForeground();
    const { actions, mask } = options;
    this.#full = actions
      ? new FullScreenView({ actions, mask, screen: () => this.#screen(), redraw: () => this.#redraw() })
      : null;
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

  /** `isPast`: it happened before this view began to look. */
  apply(event: RunEvent, at = this.#options.now(), isPast = false): void {
    const context = { at, clean: (text: string) => this.#clean(text) };
    this.#state = applyEvent(this.#state, event, context);
    this.#full?.apply(event, context, isPast);
    this.#schedule();
  }

  /** Removes the view and gives the keys back. */
  close(): void {
    clearTimeout(this.#pending);
    for (const end of this.#ends.splice(0)) end();
    this.#leaveFull();
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
    if (this.#full && this.#shouldBeFull()) {
      this.#isFull = true;
      this.#show(this.#full.lines(this.#state), (rows) => this.#options.terminal.drawFull(rows));
      return;
    }
    this.#leaveFull();
    this.#show(formatView(this.#state, this.#screen()), (lines) => this.#options.terminal.draw(lines));
  }

  #show(lines: readonly string[], draw: (lines: readonly string[]) => void): void {
    const text = lines.join("\n");
    if (text === this.#shown) return;
    this.#shown = text;
    draw(lines);
  }

  /** On a terminal that is large enough, unless the person chose otherwise. */
  #shouldBeFull(): boolean {
    const { columns, rows } = this.#options.terminal;
    const isPossible = columns >= full.small.columns && rows >= full.small.rows;
    return isPossible && (this.#wantsFull ?? (this.#hasKeys && columns > full.large.columns && rows > full.large.rows));
  }

  #leaveFull(): void {
    if (!this.#isFull) return;
    [this.#isFull, this.#shown] = [false, ""];
    this.#options.terminal.leaveFull();
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
    if (this.#isFull && this.#full?.press(key)) return;
    if (key === "f" && this.#full) this.#wantsFull = !this.#isFull;
    else if (key === "?") this.#showsHelp = !this.#showsHelp;
    else this.#options.onKey(key);
    this.#redraw();
  }

  #hide(): void {
    this.#leaveFull();
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
