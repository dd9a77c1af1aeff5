import type { BoxMarks } from "../status-words.js";
import type { Block, Item } from "./block.js";
import type { FoundTask, ListProblem } from "./found.js";
import { type Section, taggedHeadings } from "./headings.js";
import { itemsOfSections, statusesBySection, taggedItems } from "./items.js";
import { plainItems, workLists } from "./plain-lists.js";
import { tableTasks } from "./tables.js";

/** Ordered by how clearly each kind shows a status; the first kind that is present wins. */
export function readWithoutBoxes(
  blocks: readonly Block[],
  items: readonly Item[],
  { sections, headings, marks, plainLists }: WithoutBoxes,
): ListReading {
  const bySection = statusesBySection(blocks);
  const sectionStatus = (item: Item) => bySection.get(item) ?? null;
  const work = workLists(blocks);
  const readings: readonly (() => ListReading)[] = [
    () => (headings.length > 0 ? namedHeadings(headings, tableTasks(blocks, marks)) : of([])),
    () => of(taggedHeadings(sections, marks)),
    () => of(taggedItems(items, { sectionStatus, work })),
    () => tableTasks(blocks, marks),
    () => of(itemsOfSections(blocks)),
    () => readPlain(plainLists ? plainItems(items, work) : []),
  ];
  for (const read of readings) {
    const reading = read();
    if (reading.found.length > 0) return reading;
  }
  return of([]);
}

interface WithoutBoxes extends Style {
  readonly sections: readonly Section[];
  /** Named as tasks, without a status. */
  readonly headings: readonly FoundTask[];
}

/** Headings that name tasks without a status, unless a table has a status for at least as many. */
const namedHeadings = (headings: readonly FoundTask[], table: ListReading): ListReading =>
  table.found.length >= headings.length ? table : of(headings);

export function noteOnPlain([first]: readonly FoundTask[]): readonly ListProblem[] {
  const message = "this list has no boxes: each of its items is read as a task that is not done";
  return first ? [{ line: first.line, message }] : [];
}

const readPlain = (found: readonly FoundTask[]): ListReading => ({ found, problems: noteOnPlain(found) });

const of = (found: readonly FoundTask[]): ListReading => ({ found, problems: [] });

export interface ListReading {
  readonly found: readonly FoundTask[];
  readonly problems: readonly ListProblem[];
}

export interface Style {
  readonly marks: BoxMarks;
  readonly plainLists: boolean;
}
