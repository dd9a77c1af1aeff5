import type { Task, TaskStatus } from "../core/tasks.js";

export interface ListProblem {
  readonly line: number;
  readonly message: string;
}

export interface TaskListing {
  readonly tasks: readonly Task[];
  readonly problems: readonly ListProblem[];
}

const marks = new Map<string, TaskStatus>([
  [" ", "todo"],
  ["x", "done"],
  ["X", "done"],
  ["/", "doing"],
  ["~", "doing"],
  ["-", "blocked"],
  ["!", "blocked"],
]);

/** One mark in brackets after a list marker, never before `(`: that is a link. */
const box = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+\[(.)\](?!\()\s*(.*)$/u;

/**
 * The boxes of a Markdown list, outside fences, comments and quotations. What it cannot read it says; it never
 * guesses "done".
 */
export function readMarkdownTasks(markdown: string, optionalSections: readonly string[]): TaskListing {
  const scan: Scan = {
    fence: null,
    comment: false,
    sections: [],
    names: optionalSections.map(plainTitle),
    listOpen: false,
  };
  const tasks: Task[] = [];
  const problems: ListProblem[] = [];
  for (const [at, line] of markdown
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (isHidden(line, scan)) continue;
    noteHeading(line, scan);
    const match = box.exec(line);
    if (!match) {
      if (line.trim() !== "" && !/^\s/.test(line)) scan.listOpen = /^(?:[-*+]|\d{1,9}[.)])\s/.test(line);
      continue;
    }
    const [, indent = "", mark = "", title = ""] = match;
    if (!scan.listOpen && indentation(indent) >= 4) continue; // An indented code block.
    scan.listOpen = true;
    const status = marks.get(mark);
    if (!status) problems.push({ line: at + 1, message: `the mark [${mark}] is not known, read as not done` });
    tasks.push(boxTask({ title, status: status ?? "todo", line: at + 1, optional: isOptional(scan) }, tasks));
  }
  return { tasks, problems };
}

interface Scan {
  fence: string | null;
  comment: boolean;
  sections: { level: number; optional: boolean }[];
  readonly names: readonly string[];
  listOpen: boolean;
}

function isHidden(line: string, scan: Scan): boolean {
  if (scan.comment) {
    scan.comment = !line.includes("-->");
    return true;
  }
  const marker = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
  if (scan.fence !== null) {
    if (marker?.startsWith(scan.fence)) scan.fence = null;
    return true;
  }
  if (marker) scan.fence = marker;
  const opens = line.lastIndexOf("<!--");
  scan.comment = opens >= 0 && !line.slice(opens).includes("-->");
  return marker !== undefined || /^\s{0,3}(?:>|<!--)/.test(line);
}

function noteHeading(line: string, scan: Scan): void {
  const match = /^ {0,3}(#{1,6})\s+(.*)$/.exec(line);
  if (!match) return;
  const level = match[1]?.length ?? 1;
  while ((scan.sections.at(-1)?.level ?? 0) >= level) scan.sections.pop();
  const title = plainTitle(match[2] ?? "");
  const optional = scan.names.some(
    (name) =>
      title === name || title.startsWith(`${name} `) || title.endsWith(`: ${name}`) || title.includes(`(${name})`),
  );
  scan.sections.push({ level, optional });
}

const isOptional = (scan: Scan): boolean => scan.sections.some(({ optional }) => optional);
const plainTitle = (title: string): string =>
  title
    .replaceAll(/[*_`#]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
const indentation = (indent: string): number => indent.replaceAll("\t", "    ").length;

interface Box {
  readonly title: string;
  readonly status: TaskStatus;
  readonly line: number;
  readonly optional: boolean;
}

/** By its own id if it has one that nobody else has, else by its position. */
function boxTask({ title, status, line, optional }: Box, before: readonly Task[]): Task {
  const plain = title.replaceAll(/\*\*|__|~~|`/g, "").trim();
  const named = explicitId.exec(plain)?.[1];
  const position = String(before.length + 1);
  const id = named !== undefined && !before.some((task) => task.id === named) ? named : position;
  return { id, title: plain, status, optional, line, dependsOn: [], acceptance: [], kind: null };
}

/** T1, US-012, 2.3, 01-02-PLAN.md, or any word with a number before a colon; "OAuth2 login" has none. */
const explicitId =
  /^\[?([A-Z]{1,3}\d+(?:\.\d+)*|[A-Z]{1,12}-\d+(?:[.-]\d+)*|\d+(?:[.-]\d+)+(?:-PLAN\.md)?|[A-Za-z]{1,12}-?\d+(?=\]?:))\b/;
