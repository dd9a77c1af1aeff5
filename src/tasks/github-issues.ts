import type { Task, TaskStatus } from "../decide/tasks.js";
import { isRecord } from "../lib/json/is-record.js";
import type { GithubSpec } from "./github-spec.js";
import { readChecklist } from "./markdown/read-markdown.js";
import { readKind } from "./markdown/titles.js";
import type { TaskRecord } from "./record-task.js";
import { statusOfWord } from "./status-words.js";

/** The issues of a page as tasks; pull requests come in the same list and are none. */
export function readIssues(page: unknown, spec: GithubSpec): readonly Task[] {
  if (!Array.isArray(page)) return [];
  return page
    .filter((issue) => isRecord(issue) && !isRecord(issue["pull_request"]))
    .map((issue) => readIssue(issue, spec));
}

function readIssue(issue: TaskRecord, spec: GithubSpec): Task {
  const labels = readLabels(issue);
  const body = typeof issue["body"] === "string" ? issue["body"] : "";
  const title = String(issue["title"] ?? "");
  return {
    id: String(issue["number"]),
    title,
    status: readStatus(issue, labels, spec),
    optional: labels.some((label) => /^(?:optional|nice to have)$/i.test(label)),
    line: null,
    dependsOn: waitsIn(body),
    acceptance: readChecklist(body),
    kind: labels.map((label) => readKind(`[${label.toLowerCase()}]`)).find((kind) => kind !== null) ?? readKind(title),
    priority: readPriority(labels),
    parent: readParent(issue),
  };
}

function readLabels(issue: TaskRecord): readonly string[] {
  const labels: readonly unknown[] = Array.isArray(issue["labels"]) ? issue["labels"] : [];
  return labels.flatMap((label) =>
    typeof label === "string" ? label : isRecord(label) ? String(label["name"] ?? "") : [],
  );
}

/** Closed is done, unless it was closed as not planned. Of an open one its labels may say more. */
function readStatus(
  issue: TaskRecord,
  labels: readonly string[],
  { blockedLabel, doingLabel }: GithubSpec,
): TaskStatus {
  if (issue["state"] === "closed")
    return issue["state_reason"] === "not_planned" || issue["state_reason"] === "duplicate" ? "skipped" : "done";
  const found = labels.map((label) => {
    if (label.toLowerCase() === blockedLabel.toLowerCase()) return "blocked";
    if (label.toLowerCase() === doingLabel.toLowerCase()) return "doing";
    return statusOfWord(label.replace(/^(?:status|state)\s*[:/]\s*/i, ""));
  });
  if (found.includes("blocked")) return "blocked";
  return found.includes("doing") ? "doing" : "todo";
}

/** "Depends on #12", "Blocked by #3 and #4": issues of the same repository. */
function waitsIn(body: string): readonly string[] {
  const found = new Set<string>();
  for (const line of body.split(/\r?\n/)) {
    const told = /\b(?:depends on|blocked by|requires)\b:?([^\n]*)/i.exec(line)?.[1];
    for (const [, number = ""] of (told ?? "").matchAll(/(?:^|[\s,(])#(\d{1,10})\b/g)) found.add(number);
  }
  return [...found];
}

const levels: Readonly<Record<string, number>> = { critical: 0, urgent: 0, high: 1, medium: 2, normal: 2, low: 3 };

function readPriority(labels: readonly string[]): number | null {
  for (const label of labels) {
    const found =
      /^(?:priority\s*[:/-]?\s*)?(?:p([0-4])|(critical|urgent|high|medium|normal|low))(?:\s*priority)?$/i.exec(
        label.trim(),
      );
    if (found?.[1] !== undefined) return Number(found[1]);
    if (found?.[2] !== undefined && /priority/i.test(label)) return levels[found[2].toLowerCase()] ?? null;
  }
  return null;
}

function readParent(issue: TaskRecord): string | null {
  const url = issue["parent_issue_url"];
  return typeof url === "string" ? (/\/issues\/(\d{1,10})$/.exec(url)?.[1] ?? null) : null;
}
