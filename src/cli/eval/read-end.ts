import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import type { ToolEnd } from "./play-run.js";
import type { Tool } from "./tools.js";

/** What a tool says of a run in the end. */
export interface SeenEnd {
  readonly completed: boolean;
  readonly outcome: string | null;
  readonly why: string;
  /** Tasks that it calls verified; "*" for a run that calls itself so. */
  readonly verified: readonly string[];
  readonly refused: readonly string[];
  /** What it says against its own outcome. */
  readonly told: readonly string[];
}

export function readEnd(end: ToolEnd, tool: Tool): SeenEnd {
  const none = { verified: [], refused: [], told: [] };
  if (tool.start !== null) {
    const completed = isCompleted(end, tool);
    return { ...none, completed, outcome: completed ? "completed" : null, why: `status ${end.status}` };
  }
  const events = end.out.split("\n").flatMap((line) => {
    const event = tryParseJson(line);
    return isRecord(event) ? [event] : [];
  });
  const last = events.findLast(({ type }) => type === "run-end");
  const decision = fieldsOf(fieldsOf(last?.["record"])["decision"]);
  const summary = fieldsOf(last?.["summary"]);
  const outcome = textOf(decision["outcome"]);
  const said = end.err.trim().split("\n").at(-1) ?? "";
  return {
    // The status alone counts, too: a script that asks for nothing else would believe it.
    completed: end.status === 0 || outcome === "completed",
    outcome,
    why: last ? `${textOf(decision["rule"])}: ${textOf(decision["reason"])}` : `status ${end.status}: ${said}`,
    verified: listVerified(decision, summary),
    refused: listOf(summary["refused"]).map((each) => `${textOf(each["task"])}: ${textOf(each["reason"])}`),
    told: listTold(events, summary),
  };
}

const isCompleted = ({ status, out, err }: ToolEnd, { completed }: Tool): boolean =>
  (completed.status === null || status === completed.status) &&
  (completed.prints === null || new RegExp(completed.prints, "m").test(out + err));

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

function listVerified(
  decision: Readonly<Record<string, unknown>>,
  summary: Readonly<Record<string, unknown>>,
): readonly string[] {
  const tasks = Array.isArray(summary["verified"]) ? summary["verified"].map(String) : [];
  return tasks.length === 0 && decision["verified"] === true ? ["*"] : tasks;
}

/** Parts of the summary that say something against the outcome. */
const against = ["notProven", "changedTests", "signs", "setAside", "owed", "unmarked", "unmet", "checkout"];

function listTold(
  events: readonly Readonly<Record<string, unknown>>[],
  summary: Readonly<Record<string, unknown>>,
): readonly string[] {
  const parts = against.filter((name) => !isEmpty(summary[name])).map((name) => `${name}: ${shorten(summary[name])}`);
  const warnings = events.filter(({ type }) => type === "warning").map(({ text }) => `warning: ${shorten(text)}`);
  const restored = events
    .filter(({ type }) => type === "file-restored")
    .map(({ file }) => `restored: ${shorten(file)}`);
  return [...parts, ...restored, ...warnings];
}

const shorten = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 300);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === "object" && Object.keys(value).length === 0);
