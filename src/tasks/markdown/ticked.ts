import type { TaskStatus } from "../../decide/tasks.js";
import type { BoxMarks } from "../status-words.js";
import { loneItem, readBox } from "./boxes.js";
import type { ListProblem } from "./found.js";
import { explainedBy } from "./legend.js";
import type { MarkdownListing } from "./read-markdown.js";

export interface ReadBefore {
  readonly text: string;
  readonly listing: MarkdownListing;
}

/**
 * The listing of a text that differs from one read before in ticked or reopened boxes alone. Undefined if it differs in
 * anything else, or where a box may change how other tasks read.
 */
export function readTicked({ text, listing }: ReadBefore, now: string, marks: BoxMarks): MarkdownListing | undefined {
  const places = differences(text, now);
  const arePlain = places?.every((place) => isPlainBox(text, place) && isPlainBox(now, place));
  if (!places || !arePlain || now.startsWith("\uFEFF")) return undefined;
  let ticked: MarkdownListing | undefined = listing;
  for (const place of places) ticked = ticked && tickOne(ticked, now, { place, marks });
  return ticked;
}

function tickOne(
  listing: MarkdownListing,
  now: string,
  { place, marks }: { readonly place: number; readonly marks: BoxMarks },
): MarkdownListing | undefined {
  const { line, column } = positionOf(now, place);
  const at = listing.places.findIndex((each) => each?.line === line && each.column === column && each.length === 1);
  const task = listing.tasks[at];
  if (!task) return undefined;
  const status = statusOfBox(listing, {
    at,
    box: now.slice(place - 1, place + 2),
    rest: restOfLine(now, place + 2),
    marks,
  });
  return status && { ...listing, tasks: listing.tasks.with(at, { ...task, status }) };
}

/** An open or ticked box without emphasis, with its mark at this place. */
const isPlainBox = (text: string, place: number): boolean => /^[ \t]\[[ xX]\]$/.test(text.slice(place - 2, place + 2));

interface BoxText {
  readonly at: number;
  /** The box itself, and what stands after it. */
  readonly box: string;
  readonly rest: string;
  readonly marks: BoxMarks;
}

/**
 * How the task at this position reads once its box is this one. Undefined if that may affect other tasks or what is
 * reported: a legend is recognised by its marks, a log of done work by having no open box.
 */
export function statusOfBox(listing: MarkdownListing, { at, box, rest, marks }: BoxText): TaskStatus | undefined {
  if (!isItemBox(listing, at) || listing.heldBack.has(at) || !isAnotherOpen(listing, at)) return undefined;
  const problems: ListProblem[] = [];
  const [read] = [box, "[ ]", "[x]"].map((each) => readBox({ ...loneItem, text: each + rest }, problems, marks));
  return read && problems.length === 0 && explainedBy(read.title) === undefined ? read.status : undefined;
}

/** Whether the mark is the box of an item, not of a heading. */
const isItemBox = ({ isItem, places }: MarkdownListing, at: number): boolean =>
  isItem[at] === true && places[at]?.form === "box";

const isAnotherOpen = (listing: MarkdownListing, at: number): boolean =>
  listing.tasks.some(({ status }, other) => status !== "done" && other !== at && isItemBox(listing, other));

export function restOfLine(text: string, from: number): string {
  let end = from;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return text.slice(from, end);
}

/** Line and column of an offset, from 0, for any kind of line end. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 0;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code !== newline && (code !== carriageReturn || text.charCodeAt(at + 1) === newline)) continue;
    line++;
    start = at + 1;
  }
  return { line, column: offset - start };
}

const [newline, carriageReturn] = [10, 13];
const isLineEnd = (code: number): boolean => code === newline || code === carriageReturn;

const maxDifferences = 50;
const chunk = 16_384;

/** Where two texts of the same length differ; undefined if in very many places. Compares in chunks, which is fast. */
function differences(a: string, b: string): readonly number[] | undefined {
  if (a.length !== b.length) return undefined;
  const found: number[] = [];
  for (let from = 0; from < a.length; from += chunk) {
    const to = Math.min(from + chunk, a.length);
    if (a.slice(from, to) === b.slice(from, to)) continue;
    for (let at = from; at < to; at++) if (a.charCodeAt(at) !== b.charCodeAt(at)) found.push(at);
    if (found.length > maxDifferences) return undefined;
  }
  return found;
}
