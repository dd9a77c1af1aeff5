/**
 * Lines at the bottom of a terminal that are redrawn in place. Composes what to print and remembers what is there. The
 * cursor rests at the start of the block: a window that becomes smaller cuts or wraps lines below the cursor, and never
 * pushes them into the scrollback, where nothing could remove them. Nothing stays switched off, so whoever ends the
 * process leaves a usable terminal.
 */
export class LiveBlock {
  #lines: readonly string[] = [];

  get isShown(): boolean {
    return this.#lines.length > 0;
  }

  /** Replaces the block; no lines remove it. */
  draw(lines: readonly string[]): string {
    const start = this.#start();
    this.#lines = lines;
    return inOneFrame(`${start}${print(lines)}${moveUp(lines.length)}`);
  }

  /** Prints text above the block. */
  printAbove(text: string): string {
    const whole = text.endsWith("\n") ? text : `${text}\n`;
    return inOneFrame(`${this.#start()}${eraseBelow}${whole}${print(this.#lines)}${moveUp(this.#lines.length)}`);
  }

  /** The block stays on the screen as it is, with the cursor below it: the next one begins there. */
  leave(): string {
    const lines = this.#lines;
    this.forget();
    return lines.length === 0 ? "" : inOneFrame(`\r${print(lines)}`);
  }

  /** Others have printed since: the next one begins where the cursor is. */
  forget(): void {
    this.#lines = [];
  }

  /** Whoever echoes what is typed has moved the cursor. */
  #start(): string {
    return this.isShown ? "\r" : "";
  }
}

const eraseBelow = "\u001b[J";

const moveUp = (rows: number): string => (rows === 0 ? "" : `\u001b[${rows}A`);

/** Lines that are never wrapped, whatever the terminal takes for the width of their characters. */
const print = (lines: readonly string[]): string =>
  `\u001b[?7l${lines.map((line) => `${line}\u001b[K\n`).join("")}${eraseBelow}\u001b[?7h`;

/** Terminals that know synchronized output show the change at once; others ignore it. */
const inOneFrame = (text: string): string => `\u001b[?2026h${text}\u001b[?2026l`;
