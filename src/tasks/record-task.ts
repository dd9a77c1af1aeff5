import type { Task, TaskStatus } from "../decide/tasks.js";
import { isRecord } from "../lib/json/is-record.js";
import { statusOfWord } from "./status-words.js";

export type TaskRecord = Readonly<Record<string, unknown>>;

/** The names trackers give to the same things, the first that is there counts. */
const names = {
  id: ["id", "key", "taskId", "task_id", "storyId", "story_id", "number", "identifier"],
  title: ["title", "name", "summary", "task", "content", "description", "text", "feature", "story"],
  dependsOn: ["dependsOn", "depends_on", "dependencies", "blockedBy", "blocked_by", "deps", "requires"],
  acceptance: ["acceptanceCriteria", "acceptance_criteria", "acceptance", "criteria", "doneWhen", "done_when"],
  parent: ["parent", "parentId", "parent_id", "epic"],
  kind: ["issue_type", "issueType", "kind", "type", "category"],
} as const;

/** Fields that tell a status. */
export const statusFields = ["status", "state"] as const;
export const doneFields = [
  "passes",
  "passed",
  "completed",
  "complete",
  "done",
  "isDone",
  "is_done",
  "checked",
  "finished",
] as const;
export const reasonFields = ["blocked_reason", "blockedReason", "reason"] as const;

export const hasStatus = (record: TaskRecord): boolean =>
  statusFields.some((name) => typeof record[name] === "string") ||
  doneFields.some((name) => typeof record[name] === "boolean") ||
  typeof record["blocked"] === "boolean";

export interface ReadRecord {
  readonly task: Task;
  readonly problems: readonly string[];
}

/** The id an object has of its own. */
export const recordId = (record: TaskRecord): string | undefined => word(first(record, names.id));

/** One task out of an object as JSON, YAML or a program gives it. */
export function readRecord(
  record: TaskRecord,
  { id, line, key }: { id: string; line: number | null; key?: string | undefined },
): ReadRecord {
  const { status, problems } = readStatus(record);
  return {
    problems,
    task: {
      id,
      title: word(first(record, names.title)) ?? key ?? "",
      status,
      optional: record["optional"] === true,
      line,
      dependsOn: idsIn(first(record, names.dependsOn)),
      acceptance: textsIn(first(record, names.acceptance)),
      kind: word(first(record, names.kind)) ?? null,
      priority: readPriority(record["priority"]),
      parent: word(first(record, names.parent)) ?? parentIn(record["dependencies"]),
      reason: status === "blocked" ? reasonIn(record) : null,
    },
  };
}

function reasonIn(record: TaskRecord): string | null {
  const reason = reasonFields.map((name) => record[name]).find((value) => typeof value === "string" && value !== "");
  return typeof reason === "string" ? reason : null;
}

function first(record: TaskRecord, among: readonly string[]): unknown {
  for (const name of among) {
    const value = record[name];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

const word = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

const nothing: readonly never[] = [];

function statusTold(record: TaskRecord): string | undefined {
  for (const name of statusFields) {
    const value = record[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** Where the fields disagree the worse one counts: done only if every field that speaks says so. */
function readStatus(record: TaskRecord): { status: TaskStatus; problems: readonly string[] } {
  const told = statusTold(record);
  const named = told === undefined ? undefined : statusOfWord(told);
  let saysDone = false;
  let saysNotDone = false;
  for (const name of doneFields) {
    const flag = record[name];
    if (flag === true) saysDone = true;
    else if (flag === false) saysNotDone = true;
  }
  const problems =
    told !== undefined && !named ? [`the status ${JSON.stringify(told)} is not known, read as not done`] : nothing;
  if (record["blocked"] === true && named !== "done" && !saysDone) return { status: "blocked", problems };
  if (told === undefined) return { status: saysDone && !saysNotDone ? "done" : "todo", problems };
  if (named === "done" && saysNotDone)
    return { status: "todo", problems: ["the status says done and another field does not, read as not done"] };
  if (named !== undefined && named !== "done" && named !== "skipped" && saysDone)
    return { status: named, problems: [`a field says done and the status says ${told}, read as not done`] };
  return { status: named ?? "todo", problems };
}

/** Ids as texts or numbers, alone or in a list; of objects, those that hold a task back. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === "string")
    return value.split(/[,\s]+/).filter((id) => id !== "" && !/^(?:none|null|-)$/i.test(id));
  if (!Array.isArray(value)) return word(value) === undefined ? nothing : [String(value)];
  return [...new Set(value.flatMap((entry) => (isRecord(entry) ? linkIn(entry) : (word(entry) ?? []))))];
}

function linkIn(link: TaskRecord): string | readonly string[] {
  const kind = link["type"] ?? link["dependency_type"];
  if (typeof kind === "string" && kind !== "blocks" && kind !== "depends_on") return [];
  return word(link["depends_on_id"] ?? link["dependsOnId"] ?? link["id"]) ?? [];
}

function parentIn(links: unknown): string | null {
  if (!Array.isArray(links)) return null;
  const link = links.find((entry) => isRecord(entry) && entry["type"] === "parent-child");
  return isRecord(link) ? (word(link["depends_on_id"] ?? link["id"]) ?? null) : null;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string")
    return value
      .split("\n")
      .map((text) => text.replace(/^\s*(?:[-*+]\s+)?(?:\[.\]\s*)?/, "").trim())
      .filter(Boolean);
  if (!Array.isArray(value)) return nothing;
  const texts: string[] = [];
  for (const entry of value) {
    const text = word(isRecord(entry) ? first(entry, names.title) : entry);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

const levels: Readonly<Record<string, number>> = {
  critical: 0,
  urgent: 0,
  highest: 0,
  high: 1,
  medium: 2,
  normal: 2,
  low: 3,
  lowest: 4,
  backlog: 4,
};

function readPriority(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const digits = /^p?(\d{1,9})$/i.exec(value.trim())?.[1];
  if (digits !== undefined) return Number(digits);
  const name = value.trim().toLowerCase();
  return Object.hasOwn(levels, name) ? (levels[name] ?? null) : null;
}
