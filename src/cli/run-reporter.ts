import { errorMessage } from "../lib/errors.js";
import { maskSecrets } from "../lib/secrets/secrets.js";
import { now } from "../lib/time/clock.js";
import type { ViewActions } from "../report/full-view/view-actions.js";
import { endForJob } from "../report/github/advise-in-job.js";
import { closeGroup, openGroup } from "../report/github/workflow-commands.js";
import { type LiveTerminal, LiveView } from "../report/live-view/live-view.js";
import { decisionReporter, lineReporter, type Screen } from "../report/terminal/terminal.js";
import type { RunEvent } from "../run/loop/run-event.js";
import type { Io } from "./command.js";

export interface PastEvent {
  readonly at: number;
  readonly event: RunEvent;
}

/** Shows the events of a run. */
export interface RunReporter {
  /** `at`: when it happened, if not now. */
  show(event: RunEvent, at?: number): void;
  /** Shows where a run stands that began before: the last event of each type, in order. */
  restore(events: readonly PastEvent[]): void;
  /** Gives the terminal back. */
  close(): void;
}

interface ReporterOptions {
  readonly json: boolean;
  /** For a watcher, the live view shows other keys. */
  readonly isWatcher?: boolean;
  onKey(key: string): void;
  /** What the full screen asks of the run; absent: there is none. */
  readonly actions?: ViewActions;
}

/** JSON, a live view on a terminal, or lines. */
export function createReporter(io: Io, options: ReporterOptions): RunReporter {
  const print = createPrinter(io);
  const screen: Screen = {
    colour: io.colour,
    get width() {
      return terminalWidth(io);
    },
    print,
  };
  if (options.json) return eventReporter((event) => print(`${JSON.stringify(event)}\n`), isForScripts);
  const { terminal } = io;
  if (terminal) return new ViewReporter(screen, terminal, options);
  const show = lineReporter(screen);
  return eventReporter(io.command ? inGroups(show, io.command) : show, isHeading);
}

/** Shows event by event. Of the past, only what `isShown`. */
const eventReporter = (show: (event: RunEvent) => void, isShown: (event: RunEvent) => boolean): RunReporter => ({
  show(event) {
    if (event.type !== "agent-output") show(event);
  },
  restore(events) {
    for (const { event } of events) if (isShown(event)) show(event);
  },
  close: () => undefined,
});

const isForScripts = (): boolean => true;

/** Where a run stands, in a few lines. */
const isHeading = ({ type }: RunEvent): boolean =>
  type === "run-start" || type === "iteration-start" || type === "decision-made";

/** In a job of GitHub Actions each turn is folded, and what was decided stays visible; several tasks at once cannot be. */
function inGroups(show: (event: RunEvent) => void, command: (line: string) => void): (event: RunEvent) => void {
  let isOpen = false;
  const close = (): void => {
    if (isOpen) command(closeGroup);
    isOpen = false;
  };
  return (event) => {
    const isTurn = event.type === "iteration-start" && event.unit === undefined;
    if (isTurn || event.type === "decision-made" || event.type === "run-end") close();
    if (isTurn) command(openGroup(`turn ${event.iteration}${event.task ? `  ${event.task.title}` : ""}`));
    isOpen ||= isTurn;
    show(event.type === "run-end" ? endForJob(event) : event);
  };
}

/** A live view with the decisions above it. */
class ViewReporter implements RunReporter {
  readonly #view: LiveView;
  readonly #print: (event: RunEvent) => void;
  #showsActivity = true;

  constructor(screen: Screen, terminal: LiveTerminal, { isWatcher = false, onKey, actions }: ReporterOptions) {
    const keys = isWatcher ? "watch" : "run";
    const press = (key: string): void => {
      if (key === "v") this.#showsActivity = !this.#showsActivity;
      else onKey(key);
    };
    this.#view = new LiveView({
      terminal,
      colour: screen.colour,
      keys,
      now,
      mask: maskSecrets,
      onKey: press,
      ...(actions ? { actions } : {}),
    });
    this.#print = decisionReporter(screen, () => this.#showsActivity);
  }

  show(event: RunEvent, at = now()): void {
    if (event.type === "run-end") this.#view.close();
    this.#print(event);
    this.#view.apply(event, at);
    if (event.type === "run-start") this.#view.open();
  }

  restore(events: readonly PastEvent[]): void {
    for (const { at, event } of events) {
      if (event.type === "run-start") this.#print(event);
      this.#view.apply(event, at, true);
    }
    this.#view.open();
  }

  close(): void {
    this.#view.close();
  }
}

/** Prints as long as it can: a run does not end because the disk of its log is full. */
function createPrinter(io: Io): (text: string) => void {
  let hasFailed = false;
  return (text) => {
    try {
      io.out(text);
    } catch (error) {
      if (!hasFailed) io.err(`warning  the output cannot be written: ${errorMessage(error)}\n`);
      hasFailed = true;
    }
  };
}

/** Wrap lines only on a terminal: a log is searched line by line. */
export const terminalWidth = (io: Io): number => (io.isTerminal ? Math.max(20, io.width) : Number.POSITIVE_INFINITY);
