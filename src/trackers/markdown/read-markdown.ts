import type { Task } from "../../core/tasks.js";
import type { Block, Hidden, Item } from "./block.js";
import { scanBlocks } from "./blocks.js";
import { readBox } from "./boxes.js";
import { describeTasks } from "./details.js";
import type { Found, ListProblem, MarkPlace } from "./found.js";
import { headingsWithBox, headingsWithStatus, type Section, splitSections, taggedHeadings } from "./headings.js";
import { itemsOfSections, signedBesideBoxes, statusesBySection, taggedItems } from "./items.js";
import { legendItems } from "./legend.js";
import { withLog } from "./log.js";
import { tableTasks } from "./tables.js";

export type { ListProblem } from "./found.js";

export interface TaskListing {
  readonly tasks: readonly Task[];
  readonly problems: readonly ListProblem[];
}

export interface MarkdownListing extends TaskListing {
  /** Where each task's mark stands, in the order of the tasks; null where it has none of its own. */
  readonly places: readonly (MarkPlace | null)[];
  /** Positions of those that words hold back: open, they read as blocked. */
  readonly heldBack: ReadonlySet<number>;
}

/**
 * The tasks of a Markdown text: its boxes, outside fences, comments and quotations; where it has none, headings, items
 * and table rows that tell a status. What it cannot read it says; it never guesses "done".
 */
export function readMarkdownTasks(markdown: string, optionalSections: readonly string[]): TaskListing {
  const { tasks, problems } = readMarkdown(markdown, optionalSections);
  return { tasks, problems };
}

/** The same, with where each mark stands. */
export function readMarkdown(markdown: string, optionalSections: readonly string[]): MarkdownListing {
  const text = markdown.replace(/^\uFEFF/, "");
  const lines = text.split(text.includes("\r") ? /\r\n|\n|\r/ : "\n");
  const { blocks, hidden } = scanBlocks(lines, frontMatterEnd(lines));
  const read = readTasks(blocks);
  const { tasks, places, problems, heldBack } = describeTasks(read.found, { blocks, optionalSections });
  const told = [...read.problems, ...problems, ...overlooked(blocks, hidden)];
  return { tasks, places, heldBack, problems: told.sort((a, b) => a.line - b.line) };
}

/** The line after a YAML header, which is about the file and no part of it. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---" || !/^[\w-]+\s*:|^#/.test(lines[1] ?? "")) return 0;
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end + 1;
}

interface Reading {
  readonly found: readonly Found[];
  readonly problems: readonly ListProblem[];
}

function readTasks(blocks: readonly Block[]): Reading {
  const items = blocks.filter((block): block is Item => block.is === "item");
  const boxed = collectBoxes(items, blocks);
  const sections = splitSections(blocks);
  if (boxed.found.length === 0) {
    const { found, problems } = readWithoutBoxes(blocks, items, sections);
    return { found, problems: [...boxed.problems, ...problems] };
  }
  const logged = withLog(boxed.found, sections, blocks);
  if (logged) return { found: logged, problems: boxed.problems };
  for (const { at } of boxed.found) if (at?.is === "item") at.task = 0;
  const hasBox = sectionsWithBoxes(blocks);
  const headings = [...headingsWithBox(sections), ...headingsWithStatus(sections, hasBox)];
  const more = [...unique(headings), ...signedBesideBoxes(items)];
  if (more.length === 0) return boxed;
  return { found: [...boxed.found, ...more].sort((a, b) => a.line - b.line), problems: boxed.problems };
}

const isBox = (block: Block): boolean => block.is === "item" && block.task >= 0;

const unique = (found: readonly Found[]): readonly Found[] => [
  ...new Map(found.map((task) => [task.at, task])).values(),
];

/** Whether a section holds a box, by counting the boxes before each block once. */
function sectionsWithBoxes(blocks: readonly Block[]): (section: Section) => boolean {
  let before: number[] | undefined;
  const count = (): number[] => {
    const counts = [0];
    for (const block of blocks) counts.push((counts.at(-1) ?? 0) + (isBox(block) ? 1 : 0));
    return counts;
  };
  return ({ start, end }) => {
    before ??= count();
    return (before[end] ?? 0) > (before[start] ?? 0);
  };
}

function collectBoxes(items: readonly Item[], blocks: readonly Block[]): Reading {
  const found: Found[] = [];
  const problems: ListProblem[] = [];
  for (const item of items) {
    const box = readBox(item, problems);
    if (!box) continue;
    if (item.quoted) problems.push({ line: item.line + 1, message: "a box in a quotation is not counted" });
    else found.push(box);
  }
  const legend = legendItems(found, blocks);
  if (legend.size === 0) return { found, problems };
  const lines = new Set([...legend].map(({ line }) => line));
  return {
    found: found.filter((task) => !legend.has(task)),
    problems: problems.filter(({ line }) => !lines.has(line)),
  };
}

/** In the order of how plainly they tell a status; the first kind that is there is the document's. */
function readWithoutBoxes(blocks: readonly Block[], items: readonly Item[], sections: readonly Section[]): Reading {
  const bySection = statusesBySection(blocks);
  const sectionStatus = (item: Item) => bySection.get(item) ?? null;
  const readings: readonly (() => Reading)[] = [
    () => of(unique([...headingsWithBox(sections), ...headingsWithStatus(sections, () => false)])),
    () => of(taggedHeadings(sections)),
    () => of(taggedItems(items, sectionStatus)),
    () => tableTasks(blocks),
    () => of(itemsOfSections(blocks)),
  ];
  for (const read of readings) {
    const reading = read();
    if (reading.found.length > 0) return reading;
  }
  return of([]);
}

const of = (found: readonly Found[]): Reading => ({ found, problems: [] });

const nearBox = /^(?:[-+*]?\[[ xX]\]\s*\S|[-+*]\[[ xX]\])/u;
const itemBox = /^(?:[-+*]|\d{1,9}[.)])\s+\[[ xX]\](?!\()/u;

/** Lines that look like a box and are none, for people to mend. */
function overlooked(blocks: readonly Block[], hidden: readonly Hidden[]): readonly ListProblem[] {
  const problems: ListProblem[] = [];
  for (const block of blocks)
    if (block.is === "text" && nearBox.test(block.text))
      problems.push({
        line: block.line + 1,
        message: "a box without a list marker and a blank before it is not counted",
      });
  for (const { line, text, by } of hidden)
    if (itemBox.test(text))
      problems.push({
        line: line + 1,
        message: `a box in ${by === "indent" ? "indented code" : "raw HTML"} is not counted`,
      });
  return problems;
}
