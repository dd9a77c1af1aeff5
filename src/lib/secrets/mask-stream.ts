/** The longest secret that may come in two pieces. */
const longest = 4096;
const maxHeld = 64 * 1024;
const maxBlock = 32 * 1024;

/** Applies a function to a text that comes in pieces: never in the middle of a line, nor of a private key. */
export class MaskStream {
  readonly #apply: (text: string) => string;
  #held = "";

  constructor(apply: (text: string) => string) {
    this.#apply = apply;
  }

  /** What can be passed on of the text so far. */
  write(text: string): string {
    const all = this.#held + text;
    const end = safeEnd(all);
    this.#held = all.slice(end);
    return end === 0 ? "" : this.#apply(all.slice(0, end));
  }

  end(): string {
    const rest = this.#held;
    this.#held = "";
    return this.#apply(rest);
  }
}

function safeEnd(text: string): number {
  const line = text.lastIndexOf("\n") + 1;
  const end = text.length - line > maxHeld ? endInLine(text) : line;
  const block = text.lastIndexOf("-----BEGIN ", end - 1);
  const isOpen = block >= 0 && block >= text.length - maxBlock && !text.slice(block, end).includes("-----END ");
  return isOpen ? text.lastIndexOf("\n", block) + 1 : end;
}

/** A line without an end is cut between two fields, or anywhere. */
function endInLine(text: string): number {
  const room = text.length - longest;
  const near = text.slice(Math.max(0, room - longest), room);
  const at = Math.max(...[",", ";", "{", "}", "\n"].map((mark) => near.lastIndexOf(mark)));
  return at < 0 ? room : room - near.length + at + 1;
}
