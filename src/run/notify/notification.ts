import type { NotifyMoment } from "../../config/notify-settings.js";
import type { Decision } from "../../decide/decision.js";
import { errorMessage } from "../../lib/errors.js";
import { duration } from "../../lib/text/duration.js";
import { printable } from "../../lib/text/printable.js";
import type { DecisionRecord } from "../../store/record.js";
import type { RunEvent } from "../loop/run-event.js";
import type { RunSummary } from "../loop/run-summary.js";
import { isNothingProven, titleRun } from "../loop/run-title.js";

/** What a command, a webhook or a phone is told. */
export interface Notification {
  readonly version: 1;
  /** end: the run ended; person: the agent asks or a task is left for you; wait: a long wait began. */
  readonly event: NotifyMoment;
  readonly at: string;
  readonly run: string;
  readonly project: string;
  /** One line each, to show. */
  readonly title: string;
  readonly message: string;
  readonly outcome: Decision["outcome"];
  readonly exitCode: number | null;
  readonly task: string | null;
  readonly question: string | null;
  /** When a wait ends, if that is known. */
  readonly until: string | null;
  /** The command to type next. */
  readonly next: string | null;
}

/** What there is to say; the rest is the same for all. */
export type Told = Pick<Notification, "event" | "title" | "message"> & Partial<Notification>;

const maxMessage = 500;

export const makeNotification = (told: Told, place: Pick<Notification, "at" | "run" | "project">): Notification => ({
  version: 1,
  ...place,
  ...{ outcome: null, exitCode: null, task: null, question: null, until: null, next: null },
  ...told,
});

export const describeError = (error: unknown): Told => ({
  event: "end",
  title: "untildone: ended by an error",
  message: oneShortLine(errorMessage(error)),
  outcome: "aborted",
  exitCode: 2,
});

/** Says in words what happened, if it is worth a notification. Agents wrote parts of it. */
export function describeForPerson(event: RunEvent, longWait: number): Told | null {
  switch (event.type) {
    case "run-end":
      return describeEnd(event);
    case "decision-made":
      return describeNeed(event.record);
    case "wait-start":
      return event.seconds >= longWait ? describeWait(event) : null;
    default:
      return null;
  }
}

function describeEnd({ record, summary }: Extract<RunEvent, { type: "run-end" }>): Told {
  const { outcome, exitCode, reason } = record.decision;
  const title = titleRun({ decision: record.decision, nothingProven: isNothingProven(summary) });
  return {
    event: "end",
    title: `untildone: ${title ?? outcome ?? "ended"}`,
    message: oneShortLine([reason, ...tellNotProven(summary)].join("; ")),
    ...{ outcome, exitCode },
    question: record.question?.text ?? null,
    next: summary.next,
  };
}

/** Nobody should have to open the report to learn that something is not proven. */
function tellNotProven({ verified, provedBy, notProven, forced }: RunSummary): readonly string[] {
  const ids = [...notProven.map(({ task }) => task ?? "the run"), ...forced];
  if (ids.length > 0) return [`not proven: ${ids.join(", ")}`];
  return verified.length + provedBy.length > 0 ? ["not proven: nothing"] : [];
}

/** A run that ends tells so by itself. */
function describeNeed({ decision, question }: DecisionRecord): Told | null {
  if (decision.decision === "EXIT") return null;
  const { setAside } = decision;
  if (question)
    return {
      event: "person",
      title: "untildone: the agent asks",
      message: oneShortLine(question.text),
      task: question.task,
      question: question.text,
      next: 'untildone answer "…"',
    };
  if (!setAside) return null;
  return {
    event: "person",
    title: `untildone: task ${oneShortLine(setAside.task)} is left for you`,
    message: oneShortLine(setAside.reason),
    task: setAside.task,
    outcome: setAside.outcome,
  };
}

function describeWait({ seconds, until, why }: Extract<RunEvent, { type: "wait-start" }>): Told {
  return {
    event: "wait",
    title: `untildone: waiting ${duration(seconds)}`,
    message: oneShortLine(why),
    until,
  };
}

/** Nothing in it can give a terminal or a phone commands. */
function oneShortLine(text: string): string {
  const line = printable(text).trim();
  return line.length > maxMessage ? `${line.slice(0, maxMessage - 1)}…` : line;
}
