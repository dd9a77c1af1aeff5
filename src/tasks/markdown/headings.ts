import type { BoxMarks } from "../status-words.js";
import type { Block, Heading } from "./block.js";
import { type FoundTask, type ListProblem, placeAfter } from "./found.js";
import { type HeadingMark, readHeadingBox, readHeadingMark } from "./heading-marks.js";
import { readStatusLine, type Tag } from "./tags.js";
import { plainText } from "./titles.js";

/** A heading and everything below it, up to the next heading of the same or a higher level. */
export interface Section {
  readonly heading: Heading;
  /** The blocks up to the first subheading. */
  readonly own: readonly Block[];
  /** Positions among all blocks: of the heading, and of the first block after the section. */
  readonly start: number;
  readonly end: number;
}

export function splitSections(blocks: readonly Block[]): readonly Section[] {
  const sections: Section[] = [];
  const open: { heading: Heading; start: number }[] = [];
  const firstBelow: number[] = [];
  const close = (level: number, end: number): void => {
    for (let top = open.at(-1); top && top.heading.level >= level; top = open.at(-1)) {
      const { heading, start } = top;
      sections.push({ heading, start, end, own: blocks.slice(start + 1, firstBelow[start] ?? end) });
      open.pop();
    }
  };
  for (const [at, block] of blocks.entries()) {
    if (block.is !== "heading") continue;
    close(block.level, at);
    const above = open.at(-1);
    if (above) firstBelow[above.start] ??= at;
    open.push({ heading: block, start: at });
  }
  close(0, blocks.length);
  return sections.sort((a, b) => a.start - b.start);
}

/** Headings with a box in their status line. They count like boxes, whatever else the document contains. */
export function headingsWithBox(sections: readonly Section[], marks: BoxMarks): readonly FoundTask[] {
  return sections.flatMap((section) => {
    const line = findStatusLine(section, marks);
    return line?.tag.form === "box" ? [foundBy(section, line)] : [];
  });
}

/**
 * Headings with a status line in words, at least two of one level, none of which contains boxes: a heading with boxes
 * below it is a section, and the boxes are the tasks.
 */
export function headingsWithStatus(
  sections: readonly Section[],
  hasBox: (section: Section) => boolean,
  marks: BoxMarks,
): readonly FoundTask[] {
  const statuses = sections.flatMap((section) => {
    const line = section.heading.level > 1 ? findStatusLine(section, marks) : undefined;
    return line ? [{ section, line }] : [];
  });
  const innermost = statuses.filter(
    ({ section }, at) => (statuses[at + 1]?.section.start ?? section.end) >= section.end,
  );
  const level = deepest(innermost.map(({ section }) => section));
  const siblings = innermost.filter(({ section }) => section.heading.level === level);
  if (siblings.length < 2 || siblings.some(({ section }) => hasBox(section))) return [];
  return siblings.map(({ section, line }) => foundBy(section, line));
}

const deepest = (sections: readonly Section[]): number =>
  sections.reduce((level, { heading }) => Math.max(level, heading.level), 0);

export interface StatusLine {
  readonly tag: Tag;
  readonly line: number;
  readonly column: number;
}

export function findStatusLine({ own }: Section, marks: BoxMarks): StatusLine | undefined {
  for (const block of own) {
    if (block.is === "heading" || block.quoted) continue;
    const tag = readStatusLine(block.text, marks);
    if (tag) return { tag, line: block.line, column: block.column };
  }
  return undefined;
}

function foundBy({ heading }: Section, { tag, line, column }: StatusLine): FoundTask {
  const place = { line, column: column + tag.start, length: tag.length, form: tag.form };
  return { title: heading.text, status: tag.status, line: heading.line + 1, place, at: heading };
}

const numbered =
  /^(?:(?:task|story|step|item|issue|phase|tarefa|tarea|aufgabe|tâche|задача|任务|タスク)\s*)?#?(\d+(?:\.\d+)*)(?=[.):：\s-]|$)/iu;

/** The number at the start of a heading, as in "### 12. Retry" or "## Task 3: Parser". */
export const headingNumber = (heading: Heading): string | undefined => numbered.exec(heading.text)?.[1];

/**
 * Headings with a status in their title ("### 2. [DONE] Parser", "## Task 3 ✅"). Numbered headings beside them without
 * a status are open tasks; if none are numbered, the headings under the same parent are.
 */
export function taggedHeadings(sections: readonly Section[], marks: BoxMarks): readonly FoundTask[] {
  const headingMarks = new Map(sections.map(({ heading }) => [heading, readHeadingMark(heading, marks)] as const));
  const tagged = sections.filter(({ heading }) => heading.level > 1 && headingMarks.get(heading));
  const level = deepest(tagged);
  const marked = tagged.filter(({ heading }) => heading.level === level);
  const isNumbered = marked.length > 0 && marked.every(({ heading }) => headingNumber(heading) !== undefined);
  if (!isNumbered && marked.length < 2) return [];
  const beside = isNumbered ? null : siblings(sections, marked);
  return sections
    .filter(({ heading }) => heading.level === level)
    .filter(
      (section) => headingMarks.get(section.heading) || (beside ? beside.has(section) : headingNumber(section.heading)),
    )
    .map(({ heading }) => fromHeading(heading, headingMarks.get(heading)));
}

const aside =
  /^(?:notes?|overview|summary|context|background|references?|resources|links|legend|appendix|goals?|non-goals|introduction|about|usage|changelog|history|risks|assumptions|open questions|questions|dependencies|tech stack|architecture)$/iu;

/**
 * Headings with the same parent as two that have a status. The document title does not count as a parent: anything may
 * be under it.
 */
function siblings(sections: readonly Section[], marked: readonly Section[]): ReadonlySet<Section> {
  const above = findParents(sections);
  const count = new Map<Section | undefined, number>();
  for (const section of marked) count.set(above.get(section), (count.get(above.get(section)) ?? 0) + 1);
  return new Set(
    sections.filter((section) => {
      const parent = above.get(section);
      const isAmongThem = parent && parent.heading.level > 1 && (count.get(parent) ?? 0) > 1;
      return isAmongThem && !aside.test(plainText(section.heading.text));
    }),
  );
}

function findParents(sections: readonly Section[]): ReadonlyMap<Section, Section> {
  const parents = new Map<Section, Section>();
  const open: Section[] = [];
  for (const section of sections) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= section.start) open.pop();
    const parent = open.at(-1);
    if (parent) parents.set(section, parent);
    open.push(section);
  }
  return parents;
}

function fromHeading(heading: Heading, mark: HeadingMark | undefined): FoundTask {
  const number = headingNumber(heading);
  return {
    title: mark?.title ?? heading.text,
    status: mark?.status ?? "todo",
    line: heading.line + 1,
    place: mark?.place ?? placeAfter(heading),
    at: heading,
    ...(number === undefined ? {} : { id: number }),
  };
}

/** Headings with a box in their title. They count like items with a box, whatever else the document contains. */
export function boxedHeadings(
  sections: readonly Section[],
  blocks: readonly Block[],
  marks: BoxMarks,
): { readonly found: readonly FoundTask[]; readonly problems: readonly ListProblem[] } {
  const boxed = sections.flatMap((section) => {
    const mark = readHeadingBox(section.heading, marks);
    return mark ? [{ section, mark }] : [];
  });
  // "### [A] The first option" is not a box, but "### [?] Parser" is if another heading has a known mark.
  if (!boxed.some(({ mark }) => mark.isKnown)) return { found: [], problems: [] };
  const found = boxed.map(({ section: { heading, end }, mark }) => ({
    ...fromHeading(heading, mark),
    until: blocks[end]?.line ?? Number.POSITIVE_INFINITY,
  }));
  return { found, problems: boxed.flatMap(({ mark }) => mark.problems) };
}
