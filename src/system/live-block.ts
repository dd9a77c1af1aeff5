import { textWidth } from "../base/text-width.js";

/**
 * Lines at the bottom of a terminal that are redrawn in place. Composes what to print and remembers what is there. The
 * cursor always rests below the block and nothing stays switched off, so whoever ends the process leaves a usable
 * terminal.
 */
export class LiveBlock {
  #lines: readonly string[] = [];

  get isShown(): boolean {
    return this.#lines.length > 0;
  }

  /** Replaces the block; no lines remove it. */
  draw(lines: readonly string[], columns: number): string {
    const up = this.#moveUp(columns);
    this.#lines = lines;
    return inOneFrame(`${up}${print(lines)}`);
  }

  /** Prints text above the block. */
  printAbove(text: string, columns: number): string {
    const up = this.#moveUp(columns);
    const whole = text.endsWith("\n") ? text : `${text}\n`;
    return inOneFrame(`${up}${eraseBelow}${whole}${print(this.#lines)}`);
  }

  /** The block stays on the screen as it is: the next one begins where the cursor is. */
  forget(): void {
    this.#lines = [];
  }

  /** Terminals wrap lines again when they become narrower. */
  #moveUp(columns: number): string {
    const rows = this.#lines.reduce((sum, line) => sum + countRows(line, columns), 0);
    return rows === 0 ? "" : `\r\u001b[${rows}A`;
  }
}

const eraseBelow = "\u001b[J";

/** Lines that are never wrapped, whatever the terminal takes for the width of their characters. */
const print = (lines: readonly string[]): string =>
  `\u001b[?7l${lines.map((line) => `${line}\u001b[K\n`).join("")}${eraseBelow}\u001b[?7h`;

/** Terminals that know synchronized output show the change at once; others ignore it. */
const inOneFrame = (text: string): string => `\u001b[?2026h${text}\u001b[?2026l`;

const countRows = (line: string, columns: number): number =>
  Math.max(1, Math.ceil(textWidth(line.replaceAll(/\u001b\[[\d;]*m/g, "")) / Math.max(1, columns)));
