import type { Task, TaskStatus } from "../../decide/tasks.js";
import { FieldReader } from "../../lib/json/field-reader.js";
import { wrong } from "../../lib/json/place.js";
import { statusOfWord } from "../../tasks/status-words.js";
import type { TaskSource } from "./situation.js";

/** Reads a nested object and collects its unknown fields. */
export type Inside = <T>(border: FieldReader, read: (border: FieldReader) => T) => T;

/** Where the task list comes from: inline, a file, missing, or not requested. */
export function readTaskSource(from: FieldReader, inside: Inside): TaskSource {
  if (!from.has("tasks")) return { is: "not-asked" };
  const tasks = from.inner("tasks");
  if (!tasks) return { is: "missing" };
  const markdown = tasks.text("markdown");
  if (markdown !== undefined) return { is: "markdown", markdown };
  const file = tasks.text("file");
  if (file !== undefined) return { is: "file", file };
  if (tasks.has("list"))
    return {
      is: "tasks",
      tasks: tasks
        .list("list")
        .map((entry, at) => inside(new FieldReader(entry, `tasks.list[${at}]`), (task) => readTask(task, at))),
    };
  throw wrong(from.raw("tasks"), "tasks", "an object with markdown, list or file, or null where the list is missing");
}

/** The most common words for the five states; any other word that trackers know is accepted too. */
const statusNames = [
  "todo",
  "open",
  "pending",
  "doing",
  "in_progress",
  "done",
  "closed",
  "completed",
  "passes",
  "blocked",
  "skipped",
  "cancelled",
];

function readTask(from: FieldReader, at: number): Task {
  const id = from.raw("id");
  const passes = from.flag("passes");
  const status = readStatus(from) ?? (passes ? "done" : "todo");
  return {
    id: typeof id === "string" || typeof id === "number" ? String(id) : String(at + 1),
    title: from.text("title") ?? "",
    status,
    optional: from.flag("optional") ?? false,
    line: null,
    dependsOn: from.texts("dependsOn"),
    acceptance: [],
    kind: from.text("kind") ?? null,
  };
}

function readStatus(from: FieldReader): TaskStatus | undefined {
  const value = from.raw("status");
  if (value === undefined || value === "todo" || value === "doing" || value === "done") return value;
  return (
    (typeof value === "string" ? statusOfWord(value) : undefined) ??
    statusOfWord(from.choice("status", statusNames) ?? "")
  );
}
