import type { TaskStatus } from "../../decide/tasks.js";
import type { BoxMarks } from "../status-words.js";
import { boxMarks, signs } from "../status-words-table.js";
import type { Item } from "./block.js";
import type { FoundTask, ListProblem } from "./found.js";
import { readTag } from "./tags.js";

/** A mark in brackets, but not before `(`, which is a link. May be wrapped in emphasis, but not in code. */
const box = /^(\*\*|__|~~)?\[([^\]]{0,4})\](?!\()\1?\s*/u;

/** The box at the start of an item, or null. An unknown mark is reported and read as not done. */
export function readBox(item: Item, problems: ListProblem[], marks: BoxMarks = boxMarks): FoundTask | null {
  const match = plainBox(item.text) ?? (item.text.includes("[") ? box.exec(item.text) : null);
  if (!match) return null;
  const [whole = "", wrap = "", inner = ""] = match;
  const read = plainMarks[inner] ?? readStatus(inner, marks);
  if (!read) return null;
  const line = item.line + 1;
  const title = item.text.slice(whole.length);
  const refined = refine(read.status, title, wrap === "~~");
  for (const message of [read.problem, refined.problem, item.tooDeep ? tooDeep : undefined])
    if (message !== undefined && !item.quoted) problems.push({ line, message });
  const place = { line: item.line, column: item.column + wrap.length + 1, length: inner.length, form: "box" } as const;
  return { title, status: refined.status, line, place, at: item };
}

/** A placeholder for text that is not an item. */
export const loneItem: Item = {
  is: "item",
  parent: null,
  list: 0,
  ordered: false,
  quoted: false,
  tooDeep: false,
  text: "",
  line: 0,
  column: 0,
  task: -1,
};

const plainBoxes: Readonly<Record<string, readonly string[]>> = {
  "[ ] ": ["[ ] ", "", " "],
  "[x] ": ["[x] ", "", "x"],
};

/** A fast path for the usual boxes, equivalent to the expression. */
const plainBox = (text: string): readonly string[] | undefined =>
  text.charCodeAt(4) === blank ? undefined : plainBoxes[text.slice(0, 4)];

const blank = 32;

const tooDeep = "the box is indented further than Markdown allows, counted all the same";

interface Read {
  readonly status: TaskStatus;
  readonly problem?: string;
}

const plainMarks: Readonly<Record<string, Read>> = { " ": { status: "todo" }, x: { status: "done" } };
const asTold: Readonly<Record<TaskStatus, Read>> = {
  todo: { status: "todo" },
  doing: { status: "doing" },
  done: { status: "done" },
  blocked: { status: "blocked" },
  skipped: { status: "skipped" },
};

function readStatus(inner: string, marks: BoxMarks): Read | null {
  const mark = inner.replace(/\uFE0F$/u, "");
  const known = marks.get(mark) ?? signs.get(mark);
  if (known) return asTold[known];
  if (mark.trim() === "")
    return { status: "todo", problem: `the box [${inner}] does not hold one mark, read as not done` };
  if ([...mark].length > 1 || /^\d$/u.test(mark)) return null; // A tag, a date, a citation.
  return { status: "todo", problem: `the mark [${mark}] is not known, read as not done` };
}

/** Words beside an open box can make it blocked or in progress, never done. */
function refine(status: TaskStatus, rest: string, struck: boolean): Read {
  if (status !== "todo") return asTold[status];
  if (struck || /^~~[^~]+~~\s*$/u.test(rest)) return asTold.skipped;
  const tag = readTag(rest);
  if (tag?.status === "blocked" || tag?.status === "doing") return asTold[tag.status];
  if (tag?.status === "done") return { status, problem: "the words say done and the box does not, read as not done" };
  return asTold[status];
}
