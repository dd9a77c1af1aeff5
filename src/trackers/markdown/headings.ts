import type { Block, Heading } from "./block.js";
import type { Found } from "./found.js";
import { readStatusLine, readTag, type Tag } from "./tags.js";

/** A heading with all that stands below it, down to the next heading of its level or higher. */
export interface Section {
  readonly heading: Heading;
  /** Up to the first heading below it. */
  readonly own: readonly Block[];
  /** Positions among all blocks: the heading's, and the first that belongs to it no more. */
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

/** Headings with a status line of their own that holds a box: as good as a box, whatever else the document has. */
export function headingsWithBox(sections: readonly Section[]): readonly Found[] {
  return sections.flatMap((section) => {
    const line = findStatusLine(section);
    return line?.tag.form === "box" ? [foundBy(section, line)] : [];
  });
}

/**
 * Headings with a status line in words, at least two of one level, where none of them holds boxes: with boxes below it a
 * heading is a section, and the boxes are the tasks.
 */
export function headingsWithStatus(
  sections: readonly Section[],
  hasBox: (section: Section) => boolean,
): readonly Found[] {
  const statuses = sections.flatMap((section) => {
    const line = section.heading.level > 1 ? findStatusLine(section) : undefined;
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

interface StatusLine {
  readonly tag: Tag;
  readonly line: number;
  readonly column: number;
}

function findStatusLine({ own }: Section): StatusLine | undefined {
  for (const block of own) {
    if (block.is === "heading" || block.quoted) continue;
    const tag = readStatusLine(block.text);
    if (tag) return { tag, line: block.line, column: block.column };
  }
  return undefined;
}

function foundBy({ heading }: Section, { tag, line, column }: StatusLine): Found {
  const place = { line, column: column + tag.start, length: tag.length, form: tag.form };
  return { title: heading.text, status: tag.status, line: heading.line + 1, place, at: heading };
}

const numbered =
  /^(?:(?:task|story|step|item|issue|phase|tarefa|tarea|aufgabe|tâche|задача|任务|タスク)\s*)?#?(\d+(?:\.\d+)*)(?=[.):：\s-]|$)/iu;

/** The number a heading begins with, as in "### 12. Retry" or "## Task 3: Parser". */
export const headingNumber = (heading: Heading): string | undefined => numbered.exec(heading.text)?.[1];

/**
 * Headings as tasks by a status in their own words ("### 2. [DONE] Parser", "## Task 3 ✅"). Where they are numbered,
 * those beside them without a status are tasks too, and not done.
 */
export function taggedHeadings(sections: readonly Section[]): readonly Found[] {
  const tagged = sections.filter(({ heading }) => heading.level > 1 && tagIn(heading));
  const level = deepest(tagged);
  const marked = tagged.filter(({ heading }) => heading.level === level);
  const isNumbered = marked.length > 0 && marked.every(({ heading }) => headingNumber(heading) !== undefined);
  if (!isNumbered && marked.length < 2) return [];
  return sections
    .filter(({ heading }) => heading.level === level && (tagIn(heading) || (isNumbered && headingNumber(heading))))
    .map(({ heading }) => fromHeading(heading));
}

function fromHeading(heading: Heading): Found {
  const tag = tagIn(heading);
  const place = tag && { line: heading.line, column: heading.column + tag.start, length: tag.length, form: tag.form };
  const number = headingNumber(heading);
  return {
    title: heading.text,
    status: tag?.status ?? "todo",
    line: heading.line + 1,
    place: place ?? null,
    at: heading,
    ...(number === undefined ? {} : { id: number }),
  };
}

/** After its number: "### 2. [DONE] Parser". */
function tagIn(heading: Heading): Tag | undefined {
  const number = /^(?:\S+\s+)?#?\d+(?:\.\d+)*[.):]?\s+/u.exec(heading.text)?.[0].length ?? 0;
  const tag = readTag(heading.text.slice(number));
  return tag && { ...tag, start: tag.start + number };
}
