import { cutText, textWidth } from "../../lib/text/text-width.js";
import type { ViewScreen } from "../live-view/view-layout.js";
import type { FullPage } from "./full-lines.js";
import type { PaneRow } from "./pane.js";

/** The last row: what is typed, or the keys that work now. */
export function keyRow({ log, state, ui }: FullPage, { columns, keys, utf8 }: ViewScreen): string {
  const { mode } = ui;
  if (keys === "none") return "";
  switch (mode.is) {
    case "typing": {
      const whom = mode.what === "answer" ? "answer" : `tell ${mode.task === null ? "the agent" : log.name(mode.task)}`;
      return `${whom}> ${tail(mode.text, columns - textWidth(whom) - 6)}${utf8 ? "▏" : "_"}`;
    }
    case "budget":
      return "more: i 10 turns   t 30 minutes   c a quarter of the cost   k a quarter of the tokens   Esc no";
    case "help":
      return "? or Esc back";
    case "reading":
      return "up down space b  scroll   o output, prompt, evidence   d diff   Esc back";
    case "run":
      return fitKeys(
        [
          "t tell",
          "a answer",
          "d diff",
          "o output",
          "Enter task",
          "+ budget",
          `p ${state.step.is === "paused" ? "continue" : "pause"}`,
          "s stop",
          ...(keys === "watch" ? ["q leave"] : []),
          "f small",
          "? help",
        ],
        columns - 2,
      );
  }
}

/** The end of what is typed is where the person writes. */
function tail(text: string, width: number): string {
  let shown = text;
  while (textWidth(shown) > width) shown = shown.slice(String.fromCodePoint(shown.codePointAt(0) ?? 0).length);
  return shown;
}

/** Left out first where there is no room for all: the help names them. */
const leastNeeded = ["f small", "Enter task", "o output", "+ budget", "d diff"];

/** As far apart as there is room for. A key is there as a whole or not at all. */
function fitKeys(parts: readonly string[], width: number): string {
  for (const gap of ["   ", "  "]) {
    const line = parts.join(gap);
    if (textWidth(line) <= width) return line;
  }
  const out = leastNeeded.find((part) => parts.includes(part));
  return out === undefined
    ? cutText(parts.join(" "), width)
    : fitKeys(
        parts.filter((part) => part !== out),
        width,
      );
}

export const keyHelp = ({ keys }: ViewScreen): readonly PaneRow[] =>
  [
    "",
    "up, down, j, k  choose a task; Esc: the turn that goes on",
    "Enter           what became of the task, turn by turn",
    "d               its diff; without a task, of the last turn",
    "o               what the agent printed; again: the prompt, then what the checks printed",
    "t               tell the agent something, for the next prompt of this task",
    "a               answer what the agent asked",
    "+               more turns, time, cost or tokens for this run; never past the limit of the day",
    "p               pause after this turn; again: go on",
    keys === "watch" ? "s               stop after this turn" : "s               stop after this turn, like Ctrl-C",
    ...(keys === "watch" ? ["q               leave; the run goes on"] : []),
    "v               what the agent does stays in the scrollback, or not",
    "f               a few lines at the bottom instead of the whole screen, and back",
  ].map((text) => ({ text: `  ${text}` }));
