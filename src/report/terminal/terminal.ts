import { printableLines } from "../../lib/text/printable.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import { formatEvent } from "../format-event.js";
import { byTitle } from "../name-task.js";
import type { ScreenLine } from "../screen-line.js";
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
  const titles = new Map<string, string>();
  const name = byTitle(titles);
  return (event) => {
    if (event.type === "iteration-start" && event.task) titles.set(event.task.id, event.task.title);
    if (event.type === "decision-made") hasShownTask = event.record.decision.taskDone !== null;
    // The decision has already shown which task is done.
    if (event.type === "task-marked" && event.problem === null && hasShownTask) return;
    printLines(screen, formatEvent(event, screen.colour, name));
  };
}

/**
 * Prints what stays above a live view: decisions, what went wrong and, unless a person switched that off, what the agent
 * does and says. The view shows the rest.
 */
export function decisionReporter(screen: Screen, showsActivity: () => boolean): Reporter {
  const report = lineReporter(screen);
  return (event) => {
    const isActivity = event.type === "agent-activity" || event.type === "agent-message";
    if (isActivity ? showsActivity() : !isPassing(event)) report(event);
  };
}

/** What only the live view shows. */
function isPassing(event: RunEvent): boolean {
  switch (event.type) {
    case "phase-start":
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
function printLines({ colour, width, print }: Screen, lines: readonly ScreenLine[]): void {
  const texts = lines.map(({ text, hang }) => `${wrap(printableLines(text, { colour }), { width, hang })}\n`);
  if (texts.length > 0) print(texts.join(""));
}
