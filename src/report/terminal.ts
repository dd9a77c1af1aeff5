import { printableLines } from "../base/printable.js";
import type { RunEvent } from "../loop/run-event.js";
import { formatEvent, type Line } from "./format-event.js";
import { paint } from "./paint.js";
import { cut, wrap } from "./wrap.js";

export interface Screen {
  readonly colour: boolean;
  /** Columns; infinite to disable wrapping. */
  readonly width: number;
  /** Overwrites the live line, on a terminal. */
  readonly live: ((text: string) => void) | null;
  print(text: string): void;
}

/** Prints a line or two per event, and on a terminal a live line with the current activity. */
export function terminalReporter(screen: Screen): (event: RunEvent) => void {
  const { dim } = paint(screen.colour);
  const activity = new Activity();
  let hasShownTask = false;
  const print = ({ text, hang }: Line): void => {
    screen.live?.("");
    screen.print(`${wrap(printableLines(text, { colour: screen.colour }), { width: screen.width, hang })}\n`);
  };
  return (event) => {
    const now = activity.describe(event);
    if (now !== null) screen.live?.(dim(cut(`  ${now}`, screen.width - 1)));
    if (event.type === "verdict-given") hasShownTask = event.record.decision.taskDone !== null;
    // The decision has already shown which task is done.
    if (event.type === "task-marked" && event.problem === null && hasShownTask) return;
    for (const line of formatEvent(event, screen.colour)) print(line);
  };
}

/** The run's current activity. */
class Activity {
  #printedBytes = 0;

  describe(event: RunEvent): string | null {
    switch (event.type) {
      case "agent-start":
        this.#printedBytes = 0;
        return `${event.agent} is working …`;
      case "agent-output":
        this.#printedBytes += event.bytes;
        return `the agent is working, ${formatSize(this.#printedBytes)} printed`;
      case "agent-activity":
        return `${event.agent} ${event.does} ${event.what}`;
      case "check-start":
        return `${event.name} …`;
      default:
        return null;
    }
  }
}

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
