import type { TaskStatus } from "../../decide/tasks.js";
import type { Edit } from "../edits.js";
import type { ListOptions } from "../list-options.js";
import { type BoxMarks, resolveMarks, statusOfWord } from "../status-words.js";
import { signOf, signs } from "../status-words-table.js";
import type { ReadText } from "../text-tracker.js";
import type { MarkStatus } from "../tracker.js";
import type { MarkPlace } from "./found.js";
import { type MarkdownListing, readMarkdown } from "./read-markdown.js";
import { restOfLine, statusOfBox } from "./ticked.js";

/** Parses Markdown into a task list whose marks can be changed. */
export const markdownList =
  (options: ListOptions): ReadText =>
  async (text) => {
    const listing = readMarkdown(text, options);
    const meanings = resolveMarks(options.taskMarks);
    return {
      is: "tasks",
      format: "markdown",
      tasks: listing.tasks,
      problems: listing.problems,
      sections: listing.sections,
      shared: listing.shared,
      markdown: text,
      edits: (at, status) => {
        const places = placesToMark(listing, at, status);
        const id = listing.tasks[at]?.id;
        if (places.length === 0)
          return `task ${id} has no mark of its own to change: its place in the list determines its status`;
        const marks = new Marks(text, listing, meanings);
        return places.map((place) => marks.change(place, status));
      },
      statusAfter: (at, [edit, ...more]) =>
        edit && more.length === 0 ? boxStatusAfter(text, listing, { at, edit, meanings }) : undefined,
    };
  };

/**
 * The marks to change for a task: its own, and open criteria, since a task with boxed criteria is done when they are
 * ticked. A missing mark is only inserted if nothing else would show the status.
 */
function placesToMark({ places, openCriteria }: MarkdownListing, at: number, status: MarkStatus): readonly MarkPlace[] {
  const place = places[at];
  const criteria = openCriteria.get(at);
  if (!place) return [];
  if (status !== "done" || criteria === undefined) return [place];
  return place.length > 0 ? [place, ...criteria] : criteria;
}

/** The status of a box after changing its mark, where it is certain that no other task is affected. */
function boxStatusAfter(
  text: string,
  listing: MarkdownListing,
  { at, edit, meanings }: { readonly at: number; readonly edit: Edit; readonly meanings: BoxMarks },
): TaskStatus | undefined {
  if (!isPlainBox(text, edit)) return undefined;
  return statusOfBox(listing, { at, box: `[${edit.text}]`, rest: restOfLine(text, edit.end + 1), marks: meanings });
}

/** A known mark that becomes open or done, in a box without emphasis. */
const isPlainBox = (text: string, { start, end, text: mark }: Edit): boolean =>
  /^[ xX]$/.test(mark) && /^[ \t]\[[ xX/~!-]\]$/.test(text.slice(start - 2, end + 1));

const usualBoxes: Readonly<Record<MarkStatus, string>> = { todo: " ", doing: "/", done: "x", blocked: "-" };

/** The usual mark for a status, unless the configuration gives it another meaning. */
function boxFor(status: MarkStatus, meanings: BoxMarks): string {
  if (meanings.get(usualBoxes[status]) === status) return usualBoxes[status];
  return [...meanings].find(([, means]) => means === status)?.[0] ?? usualBoxes[status];
}

const usualWords: Readonly<Record<MarkStatus, string>> = {
  todo: "todo",
  doing: "in progress",
  done: "done",
  blocked: "blocked",
};

/** The marks in the text of a list. */
class Marks {
  readonly #text: string;
  readonly #listing: MarkdownListing;
  readonly #starts: readonly number[];

  readonly #meanings: BoxMarks;

  constructor(text: string, listing: MarkdownListing, meanings: BoxMarks) {
    this.#text = text;
    this.#listing = listing;
    this.#meanings = meanings;
    this.#starts = lineStarts(text);
  }

  /** The edit that gives this mark the status. */
  change(place: MarkPlace, status: MarkStatus): Edit {
    const { start, text: old } = this.#at(place);
    const end = start + place.length;
    const own = this.#usualFor(status, place.form);
    if (place.form === "box") return { start, end, text: own ?? boxFor(status, this.#meanings) };
    if (place.form === "word") return { start, end, text: matchCase(old, own ?? usualWords[status]) };
    return { start, end, text: `${place.length === 0 ? " " : ""}${own ?? signOf[status]}` };
  }

  #at({ line, column, length }: MarkPlace): { readonly start: number; readonly text: string } {
    const start = (this.#starts[line] ?? 0) + column;
    return { start, text: this.#text.slice(start, start + length) };
  }

  /** The mark this list already uses for a status, so that we follow its conventions. */
  #usualFor(status: MarkStatus, form: MarkPlace["form"]): string | undefined {
    const { tasks, places } = this.#listing;
    for (const [at, task] of tasks.entries()) {
      const place = places[at];
      if (task.status !== status || place?.form !== form) continue;
      const { text } = this.#at(place);
      if (this.#meaning(text, form) === status) return text;
    }
    return undefined;
  }

  /** The status of a mark alone, without the words beside it. */
  #meaning(mark: string, form: MarkPlace["form"]): TaskStatus | undefined {
    if (form === "word") return statusOfWord(mark);
    return (form === "box" ? this.#meanings.get(mark) : undefined) ?? signs.get(mark.replace(/\uFE0F$/u, ""));
  }
}

function matchCase(old: string, word: string): string {
  if (old === old.toUpperCase()) return word.toUpperCase();
  const first = old[0] ?? "";
  return first === first.toUpperCase() ? word[0]?.toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase();
}

/** The offset of each line, for any kind of line end. Hand-written because a list may have a hundred thousand lines. */
function lineStarts(text: string): readonly number[] {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === newline || (code === carriageReturn && text.charCodeAt(at + 1) !== newline)) starts.push(at + 1);
  }
  return starts;
}

const newline = 10;
const carriageReturn = 13;
