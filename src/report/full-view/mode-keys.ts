import type { FullMode, Readable } from "./full-mode.js";

type Typing = Extract<FullMode, { is: "typing" }>;
type Reading = Extract<FullMode, { is: "reading" }>;

/** What a key changes of a line that is typed. */
export function typeKey(mode: Typing, key: string): FullMode {
  if (key === "escape") return { is: "run" };
  if (key === "backspace") return { ...mode, text: [...mode.text].slice(0, -1).join("") };
  return [...key].length === 1 && key >= " " ? { ...mode, text: mode.text + key } : mode;
}

/** The text, further up or down; null for a key that does not scroll. */
export function scrollKey(mode: Reading, key: string, height: number): Reading | null {
  const steps: Readonly<Record<string, number>> = {
    ...{ up: -1, k: -1, down: 1, j: 1, " ": height, "page-down": height, b: -height, "page-up": -height },
    ...{ home: -mode.lines.length, g: -mode.lines.length, end: mode.lines.length, G: mode.lines.length },
  };
  const by = steps[key];
  if (by === undefined) return null;
  return { ...mode, top: Math.max(0, Math.min(mode.top + by, mode.lines.length - height)) };
}

const inTurn: readonly Readable[] = ["output", "prompt", "evidence"];

/** What `o` shows after this. */
export const nextReadable = (what: Readable | "task"): Readable =>
  inTurn[(inTurn.indexOf(what as Readable) + 1) % inTurn.length] ?? "output";
