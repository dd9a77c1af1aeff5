import type { TaskStatus } from "../../decide/tasks.js";
import type { BoxMarks } from "../status-words.js";
import { signs } from "../status-words-table.js";
import type { Heading } from "./block.js";
import { loneItem, readBox } from "./boxes.js";
import { type ListProblem, type MarkPlace, placeAfter } from "./found.js";
import { readTag, type Tag } from "./tags.js";

/** A status in the line of a heading. */
export interface HeadingMark {
  readonly status: TaskStatus;
  /** The title without the box. */
  readonly title: string;
  readonly place: MarkPlace;
  readonly problems: readonly ListProblem[];
  /** false for a box with an unknown mark, which may be something else in brackets. */
  readonly isKnown: boolean;
}

/** A number or a numbered name at the start of a heading: "2. ", "Task 3: ", "US-001 — ". */
const label = /^(?:\p{L}{1,20}[\s-]{1,3}){0,2}#?\d{1,9}(?:[.-]\d{1,9}){0,4}\s?[.):：–—-]?\s+/u;

/**
 * A box at the start of a heading, after its number or at its end; a sign or word that `readTag` knows; or a title that
 * is struck through, which is skipped like a struck item.
 */
export const readHeadingMark = (heading: Heading, marks: BoxMarks): HeadingMark | undefined =>
  readHeadingBox(heading, marks) ?? readHeadingTag(heading);

/** "[ ] Story", "Task 3: [x] Parser" or "US-001: Login [x]". */
export function readHeadingBox(heading: Heading, marks: BoxMarks): HeadingMark | undefined {
  if (!heading.text.includes("[")) return undefined;
  return boxFrom(heading, 0, marks) ?? boxFrom(heading, labelLength(heading), marks) ?? lastBox(heading, marks);
}

const labelLength = ({ text }: Heading): number => label.exec(text)?.[0].length ?? 0;

function boxFrom({ text, line, column }: Heading, from: number, marks: BoxMarks): HeadingMark | undefined {
  const problems: ListProblem[] = [];
  const box = readBox({ ...loneItem, text: text.slice(from), line, column: column + from }, problems, marks);
  if (!box?.place) return undefined;
  const at = box.place.column - column;
  const mark = text.slice(at, at + box.place.length).replace(/\uFE0F$/u, "");
  const isKnown = marks.has(mark) || signs.has(mark) || mark.trim() === "";
  return { status: box.status, title: text.slice(0, from) + box.title, place: box.place, problems, isKnown };
}

const atEnd = /\s\[([^\]])\][\s*_]*$/u;

/** Only known marks: brackets at the end are often something else. */
function lastBox({ text, line, column }: Heading, marks: BoxMarks): HeadingMark | undefined {
  const from = Math.max(0, text.length - 12);
  const match = atEnd.exec(text.slice(from));
  const status = match?.[1] === undefined ? undefined : marks.get(match[1]);
  if (!match || !status) return undefined;
  const at = from + match.index;
  const place: MarkPlace = { line, column: column + at + 2, length: 1, form: "box" };
  return { status, title: text.slice(0, at), place, problems: [], isKnown: true };
}

function readHeadingTag(heading: Heading): HeadingMark | undefined {
  const { text, line, column } = heading;
  const from = labelLength(heading);
  const tag = tagFrom(text, from) ?? (from > 0 ? tagFrom(text, 0) : undefined);
  if (tag) {
    const place = { line, column: column + tag.start, length: tag.length, form: tag.form };
    return { status: tag.status, title: text, place, problems: [], isKnown: true };
  }
  if (!/^~~[^~]+~~\s*$/u.test(text)) return undefined;
  return { status: "skipped", title: text, place: placeAfter(heading), problems: [], isKnown: true };
}

function tagFrom(text: string, from: number): Tag | undefined {
  const tag = readTag(text.slice(from));
  return tag && { ...tag, start: tag.start + from };
}
