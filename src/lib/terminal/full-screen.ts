const maxHeld = 4_000_000;

/**
 * The whole terminal, on its second screen, as editors use it: the first one, with all that stays in the scrollback, comes
 * back unchanged. What is printed meanwhile is held back for it. Composes what to print, and prints nothing itself.
 */
export class FullScreen {
  #isOpen = false;
  #held: string[] = [];
  #size = 0;
  #hasDropped = false;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Draws all rows; opens the second screen where it is closed. */
  draw(rows: readonly string[]): string {
    const open = this.#isOpen ? "" : `${esc}[?1049h${esc}[?25l`;
    this.#isOpen = true;
    const text = rows.map((row) => `${row}${esc}[K`).join("\r\n");
    // In one frame, and without wrapping: a row that is too wide for this terminal moves no other.
    return `${open}${esc}[?2026h${esc}[?7l${esc}[H${text}${esc}[J${esc}[?7h${esc}[?2026l`;
  }

  /** For the first screen, once it is back. The newest stays where it gets too much. */
  hold(text: string): void {
    this.#held.push(text);
    this.#size += text.length;
    while (this.#size > maxHeld && this.#held.length > 1) {
      this.#size -= this.#held.shift()?.length ?? 0;
      this.#hasDropped = true;
    }
  }

  /** Gives the first screen back, with all that was held. */
  close(): string {
    if (!this.#isOpen) return "";
    const gap = this.#hasDropped ? "… (earlier lines: untildone logs, untildone report)\n" : "";
    const text = `${esc}[?25h${esc}[?1049l${gap}${this.#held.join("")}`;
    this.#isOpen = false;
    this.#held = [];
    this.#size = 0;
    this.#hasDropped = false;
    return text;
  }
}

const esc = "\u001b";
