import { printableLines } from "../base/printable.js";
import type { RunEvent } from "../loop/run-event.js";
import { formatEvent, type Line } from "./format-event.js";
import { wrap } from "./wrap.js";

export interface Screen {
  readonly colour: boolean;
  /** Columns; infinite to disable wrapping. */
  readonly width: number;
  print(text: string): void;
}

type Reporter = (event: RunEvent) => void;

/** Prints a line or two per event. */
export function lineReporter(screen: Screen): Reporter {
  let hasShownTask = false;
  return (event) => {
    if (event.type === "verdict-given") hasShownTask = event.record.decision.taskDone !== null;
    // The decision has already shown which task is done.
    if (event.type === "task-marked" && event.problem === null && hasShownTask) return;
    printLines(screen, formatEvent(event, screen.colour));
  };
}

/** Prints what stays above a live view: decisions and what went wrong. The view shows the rest. */
export function decisionReporter(screen: Screen): Reporter {
  const report = lineReporter(screen);
  return (event) => {
    if (!isPassing(event)) report(event);
  };
}

/** What only the live view shows. */
function isPassing(event: RunEvent): boolean {
  switch (event.type) {
    case "phase-start":
    case "agent-activity":
    case "agent-message":
    case "wait-start":
    case "pause-requested":
    case "pause-cancelled":
    case "pause-start":
    case "pause-end":
    case "interrupt-received":
      return true;
    case "agent-end":
      return event.leftBehind === 0;
    case "check-end":
      return event.evidence?.state === "holds";
    default:
      return false;
  }
}

/** In one piece: a live view below is redrawn once. */
function printLines({ colour, width, print }: Screen, lines: readonly Line[]): void {
  const texts = lines.map(({ text, hang }) => `${wrap(printableLines(text, { colour }), { width, hang })}\n`);
  if (texts.length > 0) print(texts.join(""));
}
