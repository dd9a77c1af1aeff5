import { doneFields, reasonFields, statusFields, type TaskRecord } from "./record-task.js";
import { statusOfWord } from "./status-words.js";
import type { MarkStatus } from "./tracker.js";

/** A field of a task's object to be set. One that is not there yet comes after `after`. */
export interface FieldChange {
  readonly name: string;
  readonly value: string | boolean;
  readonly isNew: boolean;
}

/**
 * What to set so that a task has a status, in the words of its own list: every field that tells a status is made to
 * agree. A new field is added only where no field could tell it.
 */
export function changesFor(
  record: TaskRecord,
  { status, reason, all }: { status: MarkStatus; reason: string | undefined; all: readonly TaskRecord[] },
): readonly FieldChange[] {
  const set = (name: string, value: string | boolean): FieldChange => ({
    name,
    value,
    isNew: !Object.hasOwn(record, name),
  });
  const changes = doneFields
    .filter((name) => typeof record[name] === "boolean" && record[name] !== (status === "done"))
    .map((name) => set(name, status === "done"));
  const named = statusFields.find((name) => typeof record[name] === "string");
  const hasFlag = doneFields.some((name) => typeof record[name] === "boolean");
  if (named) changes.push(set(named, ownWord(all, named, status)));
  else if (status === "doing" || (!hasFlag && status !== "blocked"))
    changes.push(set("status", ownWord(all, "status", status)));
  if (typeof record["blocked"] === "boolean") {
    if (record["blocked"] !== (status === "blocked")) changes.push(set("blocked", status === "blocked"));
  } else if (status === "blocked" && !named) changes.push(set("blocked", true));
  if (status === "blocked" && reason) {
    const field = reasonFields.find((name) => Object.hasOwn(record, name)) ?? "blocked_reason";
    changes.push(set(field, reason));
  }
  return changes;
}

const words: Readonly<Record<MarkStatus, string>> = {
  todo: "open",
  doing: "in_progress",
  done: "done",
  blocked: "blocked",
};

/** The word this list uses for a status, else the one that goes with those it uses. */
function ownWord(all: readonly TaskRecord[], field: string, status: MarkStatus): string {
  const used = new Set(all.map((record) => record[field]).filter((value) => typeof value === "string"));
  for (const word of used) if (statusOfWord(word) === status && !/^(?:retry|failed|deferred)$/i.test(word)) return word;
  if (status === "done" && used.has("pending")) return "completed";
  if (status === "done" && all.some((record) => Object.hasOwn(record, "issue_type"))) return "closed";
  if (status === "todo" && used.has("completed")) return "pending";
  return status === "todo" && used.has("doing") ? "todo" : words[status];
}
