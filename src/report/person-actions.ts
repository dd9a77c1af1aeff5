import type { RunRequest } from "../decide/run-request.js";
import { formatLimit } from "../run/loop/raised-limits.js";
import type {
  AcceptRecord,
  BreakerRecord,
  ControlRecord,
  Grade,
  GradeRecord,
  RaiseRecord,
  TellRecord,
} from "../store/person-records.js";
import type { JournalRecord } from "../store/record.js";

/** What a person did, as the journal has it. */
export type PersonRecord = ControlRecord | RaiseRecord | TellRecord | AcceptRecord | GradeRecord | BreakerRecord;

/** A breaker without a run was carried over from a journal that was lost. */
export function isByPerson(record: JournalRecord): record is PersonRecord {
  switch (record.kind) {
    case "control":
    case "raise":
    case "tell":
    case "accept":
    case "grade":
      return true;
    case "breaker":
      return record.run !== "";
    default:
      return false;
  }
}

/** In words that follow "a person". */
export function describeAction(record: PersonRecord): string {
  switch (record.kind) {
    case "control":
      return `${requests[record.action]}, ${describeWay(record)}`;
    case "raise":
      return `gave the run more: ${formatLimit(record.budget, record.to)}`;
    case "tell":
      return describeTold(record);
    case "accept":
      return describeAccepted(record);
    case "grade":
      return describeGrade(record);
    case "breaker":
      return `${record.breaker.state === "open" ? "opened" : "closed"} the circuit breaker: ${record.why}`;
  }
}

export function describeAccepted({ tasks, by, whole }: AcceptRecord): string {
  const names = tasks.length === 0 ? "" : `: ${tasks.join(", ")}`;
  return `accepted ${whole ? "the whole run" : "as done"}${by ? ` (${by})` : ""}${names}`;
}

/** "graded T2 wrong (jane): rounds down" */
export const describeGrade = ({ task, is, by, why }: Grade): string =>
  `graded ${task ?? "the run"} ${is} (${by})${why === null ? "" : `: ${why}`}`;

const requests: Readonly<Record<RunRequest["action"], string>> = {
  pause: "paused the run",
  continue: "continued the run",
  stop: "stopped the run",
  "stop-now": "stopped the run and its agent at once",
};

/** By which way. */
export function describeWay({ action, by }: RunRequest): string {
  switch (by) {
    case "command":
      return `with untildone ${action}`;
    case "key":
      return `with the key ${action === "stop" ? "s" : "p"}`;
    case "dashboard":
      return "in the dashboard";
    case "signal":
      return "with Ctrl-C or a signal";
  }
}

/** An agent can write the file, too. */
function describeTold({ words: { from, text, question, task } }: TellRecord): string {
  if (from === "file") return `left words for the agent in STEER.md: ${text}`;
  return from === "answer"
    ? `answered “${question?.text ?? ""}”: ${text}`
    : `told the agent${task === undefined ? "" : `, for ${task}`}: ${text}`;
}
