import { type MarkdownListing, readMarkdown } from "./markdown.js";
import type { MarkPlace } from "./markdown-found.js";
import { signOf, statusOfWord } from "./status-words.js";
import type { ReadText } from "./text-tracker.js";
import type { MarkStatus } from "./tracker.js";

/** Reads Markdown as a list whose marks can be changed. */
export const markdownList =
  (optionalSections: readonly string[]): ReadText =>
  async (text) => {
    const listing = readMarkdown(text, optionalSections);
    return {
      is: "tasks",
      format: "markdown",
      tasks: listing.tasks,
      problems: listing.problems,
      markdown: text,
      edits: (at, status) => {
        const place = listing.places[at];
        const id = listing.tasks[at]?.id;
        if (!place) return `task ${id} has no mark of its own to change: its place in the list tells its status`;
        const start = offsetOf(text, place);
        const old = text.slice(start, start + place.length);
        return [
          {
            start,
            end: start + place.length,
            text: newMark(status, place, old, ownMark(text, listing, place, status)),
          },
        ];
      },
    };
  };

const boxOf: Readonly<Record<MarkStatus, string>> = { todo: " ", doing: "/", done: "x", blocked: "-" };
const wordOf: Readonly<Record<MarkStatus, string>> = {
  todo: "todo",
  doing: "in progress",
  done: "done",
  blocked: "blocked",
};

function newMark(status: MarkStatus, { form }: MarkPlace, old: string, own: string | undefined): string {
  if (form === "box") return own ?? boxOf[status];
  if (form === "sign") return own ?? signOf[status];
  return inCaseOf(old, own ?? wordOf[status]);
}

/** The mark the document itself uses for a status, so that a list keeps to its own habits. */
function ownMark(
  text: string,
  { tasks, places }: MarkdownListing,
  { form }: MarkPlace,
  status: MarkStatus,
): string | undefined {
  const starts = lineStarts(text);
  for (const [at, task] of tasks.entries()) {
    const place = places[at];
    if (task.status !== status || place?.form !== form) continue;
    const start = (starts[place.line] ?? 0) + place.column;
    const mark = text.slice(start, start + place.length);
    if (form !== "word" && mark !== "") return mark;
    if (form === "word" && statusOfWord(mark) === status) return mark;
  }
  return undefined;
}

function inCaseOf(old: string, word: string): string {
  if (old === old.toUpperCase()) return word.toUpperCase();
  const first = old[0] ?? "";
  return first === first.toUpperCase() ? word[0]?.toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase();
}

const offsetOf = (text: string, { line, column }: MarkPlace): number => (lineStarts(text)[line] ?? 0) + column;

/** Where each line starts, whatever its line end. */
function lineStarts(text: string): readonly number[] {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}
