import { fstatSync, writeSync } from "node:fs";
import { maskSecrets } from "../secrets/secrets.js";
import { printableLines } from "../text/printable.js";
import { hold } from "../time/hold.js";
import { FullScreen } from "./full-screen.js";
import { LiveBlock } from "./live-block.js";

/** The reader exited, the terminal was closed, or the descriptor was never open. */
const readerGone = new Set(["EPIPE", "EIO", "ENXIO", "EBADF", "ECONNRESET"]);

/**
 * What may be printed of a text: whatever it quotes gives the terminal no commands, hides nothing and shows no secret.
 * Only our own colours stay, and only on a terminal.
 */
export const safeToPrint = (text: string, colour: boolean): string => maskSecrets(printableLines(text, { colour }));

const block = new LiveBlock();
const full = new FullScreen();

/** Prints text of ours and all it quotes, above a live block. Returns whether there is still a reader. */
export function print(to: 1 | 2, text: string, colour = false): "printed" | "reader-gone" {
  const safe = safeToPrint(text, colour);
  if (full.isOpen && (to === 1 || process.stderr.isTTY)) {
    full.hold(safe.endsWith("\n") ? safe : `${safe}\n`);
    return "printed";
  }
  if (!block.isShown || (to === 2 && !process.stderr.isTTY)) return printRaw(to, safe);
  return printRaw(1, block.printAbove(safe));
}

/** Redraws the lines at the bottom of the terminal; none remove them. */
export function printBlock(lines: readonly string[], colour: boolean): void {
  const safe = lines.map((line) => safeToPrint(line, colour).replaceAll("\n", " "));
  if (safe.length > 0 || block.isShown) printRaw(1, block.draw(safe));
}

/** Draws the whole terminal, row by row, instead of the lines at its bottom. */
export function printFull(rows: readonly string[], colour: boolean): void {
  if (!full.isOpen) process.once("exit", leaveFull); // Also where a fault of ours ends the process.
  if (block.isShown) printRaw(1, block.draw([]));
  printRaw(1, full.draw(rows.map((row) => safeToPrint(row, colour).replaceAll("\n", " "))));
}

/** Gives the terminal back as it was, with all that was printed meanwhile. Called at every end of the process. */
export function leaveFull(): void {
  if (full.isOpen) printRaw(1, full.close());
  process.off("exit", leaveFull);
}

/** Leaves the lines where they are: others print below them. */
export const leaveBlock = (): void => void printRaw(1, block.leave());

/** The lines are somewhere above, as others have printed meanwhile. */
export const forgetBlock = (): void => block.forget();

/** Replaces the current line of a terminal. */
export const printLive = (to: 1 | 2, text: string, colour: boolean): void =>
  void printRaw(to, `\r\u001b[K${safeToPrint(text, colour)}`);

/** Rings the bell of a terminal, or has it show a notification (OSC 9). Neither moves the cursor. */
export function printAlert(kind: "bell" | "osc9", text: string): void {
  const shown = safeToPrint(text, false).replaceAll(/\s+/g, " ").slice(0, 300);
  printRaw(1, kind === "bell" ? "\u0007" : `\u001b]9;${shown}\u0007`);
}

/**
 * Prints bytes as they are: the output of an agent. Works without `process.stdout`: creating that stream loads Node's
 * network code, which takes longer than most of our commands.
 */
export function printRaw(to: 1 | 2, text: string): "printed" | "reader-gone" {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(to, bytes, from);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (readerGone.has(String(code))) return "reader-gone";
      if (code !== "EAGAIN") throw error;
      hold(2); // A full non-blocking pipe: give the reader a moment.
    }
  }
  return "printed";
}

/** Whether a person may be watching. Checks the descriptor first: a file or a pipe is not a terminal. */
export function mayBeTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false; // Closed.
  }
}
