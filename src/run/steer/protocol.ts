import { type Budget, budgets, type RequestWay } from "../../decide/run-request.js";
import { maxWords, type Question } from "../../decide/words.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import type { ControlReply } from "../loop/control-reply.js";
import type { RunControl } from "../loop/run-control.js";
import type { RunEvent } from "../loop/run-event.js";

/** One line of JSON from a client. */
export type ControlRequest =
  | { readonly request: "pause" | "continue" | "stop"; readonly by?: RequestWay }
  | { readonly request: "subscribe" }
  | { readonly request: "raise"; readonly budget: Budget; readonly by?: RequestWay }
  /** `task`: only for that one. */
  | { readonly request: "tell" | "answer"; readonly text: string; readonly task?: string };

/** Room for the longest words, escaped. */
export const maxRequestLine = 6 * maxWords + 1000;

/** An event and when it happened. */
export interface TimedEvent {
  readonly at: string;
  readonly event: RunEvent;
}

/** Where the run stands when somebody begins to watch. */
export interface RunSnapshot {
  readonly run: string;
  readonly project: string;
  /** When this process began with it. */
  readonly startedAt: string;
  readonly state: RunControl["state"];
  /** How many messages wait for the next prompt. */
  readonly waitingWords: number;
  readonly question: Question | null;
  /** Every open question, the last one included. */
  readonly questions: readonly Question[];
  /** The last event of each type, in the order they happened. */
  readonly events: readonly TimedEvent[];
}

/** One line of JSON from the run. */
export type ServerLine =
  | ({ readonly is: "reply" } & ControlReply)
  | { readonly is: "snapshot"; readonly snapshot: RunSnapshot }
  | ({ readonly is: "event" } & TimedEvent);

/** Reads a request. Anything else gets a reply that says what is wrong. */
export function readRequest(line: string): ControlRequest | ControlReply {
  const value = tryParseJson(line);
  if (!isRecord(value)) return refuse("a request is one JSON object per line");
  const { request, text, by, task } = value;
  switch (request) {
    case "pause":
    case "continue":
    case "stop":
      return { request, by: by === "key" || by === "dashboard" ? by : "command" };
    case "subscribe":
      return { request };
    case "raise": {
      const budget = budgets.find((each) => each === value["budget"]);
      return budget ? { request, budget, by: by === "key" ? by : "command" } : refuse("raise needs a budget");
    }
    case "tell":
    case "answer":
      if (typeof text !== "string") return refuse(`${request} needs a text`);
      return typeof task === "string" ? { request, text, task } : { request, text };
    default:
      return refuse("unknown request; known: pause, continue, stop, tell, answer, raise, subscribe");
  }
}

const refuse = (message: string): ControlReply => ({ ok: false, message });

/** Reads a line of a run; null if it is none that we know. */
export function readServerLine(line: string): ServerLine | null {
  const value = tryParseJson(line);
  if (!isRecord(value)) return null;
  const { is, ok, message, snapshot, at, event } = value;
  const isKnown =
    (is === "reply" && typeof ok === "boolean" && typeof message === "string") ||
    (is === "snapshot" && isSnapshot(snapshot)) ||
    (is === "event" && isTimedEvent({ at, event }));
  return isKnown ? (value as unknown as ServerLine) : null;
}

const isSnapshot = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value["run"] === "string" &&
  typeof value["startedAt"] === "string" &&
  Array.isArray(value["events"]) &&
  value["events"].every(isTimedEvent);

const isTimedEvent = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value["at"] === "string" &&
  isRecord(value["event"]) &&
  typeof value["event"]["type"] === "string";
