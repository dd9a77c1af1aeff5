import type { Task, TaskStatus } from "../../decide/tasks.js";
import type { ListOptions } from "../list-options.js";
import { type BoxMarks, resolveMarks } from "../status-words.js";
import type { Block, Heading, Item } from "./block.js";
import { scanBlocks } from "./blocks.js";
import { readBox } from "./boxes.js";
import { describeTasks } from "./details.js";
import type { FoundTask, ListProblem, MarkPlace } from "./found.js";
import { boxedHeadings, headingsWithBox, headingsWithStatus, type Section, splitSections } from "./headings.js";
import { signedBesideBoxes, statusesBySection } from "./items.js";
import { legendItems, ownMarks } from "./legend.js";
import { withLog } from "./log.js";
import { longText, readLong, recallLong } from "./long-lists.js";
import type { TaskSection } from "./optional-sections.js";
import { overlooked } from "./overlooked.js";
import { plainItems, uncountedLists, workLists } from "./plain-lists.js";
import { findStories } from "./stories.js";
import { type ListReading, noteOnPlain, readWithoutBoxes, type Style } from "./without-boxes.js";

export type { ListProblem } from "./found.js";

export interface TaskListing {
  readonly tasks: readonly Task[];
  readonly problems: readonly ListProblem[];
}

export interface MarkdownListing extends TaskListing {
  /** The position of each task's mark, in task order; null if it has none of its own. */
  readonly places: readonly (MarkPlace | null)[];
  /** By position: whether the task is an item, not a heading or a table row. */
  readonly isItem: readonly boolean[];
  /** Ids that several tasks share, with the ids the others are listed under. */
  readonly shared: ReadonlyMap<string, readonly string[]>;
  /** The unticked boxes among a task's criteria, by task position. */
  readonly openCriteria: ReadonlyMap<number, readonly MarkPlace[]>;
  /** The headings each task is under, in task order. */
  readonly sections: readonly TaskSection[];
  /** Positions of tasks whose words say they are blocked: an open box then reads as blocked. */
  readonly heldBack: ReadonlySet<number>;
}

/**
 * The tasks of a Markdown text: its boxes, outside fences, comments and quotations, and headings that are tasks. If
 * there are none: headings, items and table rows with a status. Reports what it cannot read and never guesses "done".
 */
export function readMarkdownTasks(
  markdown: string,
  optionalSections: readonly string[],
  taskMarks: Readonly<Record<string, TaskStatus>> = {},
): TaskListing {
  const { tasks, problems } = readMarkdown(markdown, { optionalSections, taskMarks });
  return { tasks, problems };
}

/** The boxes in a text that describes one task. */
export const readChecklist = (markdown: string): readonly string[] =>
  readMarkdown(markdown, { optionalSections: [], plainLists: false }).tasks.flatMap(({ title, marks, acceptance }) =>
    marks ? acceptance : [title],
  );

/** Titles, statuses and lines alone: which sections are optional makes no difference to them. */
export const readTitles = (markdown: string): readonly Task[] =>
  (recallLong(markdown, {}) ?? readMarkdown(markdown, { optionalSections: [] })).tasks;

/** The same, with the position of each mark. */
export const readMarkdown = (markdown: string, options: ListOptions): MarkdownListing =>
  markdown.length < longText ? readText(markdown, options) : readLong(markdown, options, readText);

function readText(markdown: string, { optionalSections, taskMarks, plainLists }: ListOptions): MarkdownListing {
  const text = markdown.replace(/^\uFEFF/, "");
  const lines = text.split(text.includes("\r") ? /\r\n|\n|\r/ : "\n");
  const { blocks, hidden } = scanBlocks(lines, frontMatterEnd(lines));
  const read = readTasks(blocks, { marks: ownMarks(blocks, resolveMarks(taskMarks)), plainLists: plainLists ?? true });
  const described = describeTasks(read.found, { lines, blocks, optionalSections });
  const problems = [...read.problems, ...described.problems, ...overlooked(blocks, hidden)];
  return {
    ...described,
    isItem: read.found.map(({ at }) => at?.is === "item"),
    problems: problems.sort((a, b) => a.line - b.line),
  };
}

/** The first line after the YAML front matter. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---" || !/^[\w-]+\s*:|^#/.test(lines[1] ?? "")) return 0;
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end + 1;
}

function readTasks(blocks: readonly Block[], style: Style): ListReading {
  const { marks } = style;
  const items = blocks.filter((block): block is Item => block.is === "item");
  const boxed = collectBoxes(items, blocks, marks);
  const sections = splitSections(blocks);
  const logged = boxed.found.length > 0 ? withLog(boxed.found, { sections, blocks, marks }) : null;
  if (logged) return { found: logged, problems: boxed.problems };
  const headings = headingTasks(sections, blocks, { boxes: boxed.found, marks });
  const boxes = withoutCriteria(boxed.found, headings.found);
  const problems = [...boxed.problems, ...headings.problems];
  if (
    boxes.length === 0 &&
    !headings.found.some(hasStatus) &&
    findStatusHeadings(sections, () => false, marks).length === 0
  ) {
    const other = readWithoutBoxes(blocks, items, { ...style, sections, headings: headings.found });
    return { found: other.found, problems: [...problems, ...other.problems] };
  }
  for (const { at } of boxes) if (at?.is === "item") at.task = 0;
  const withStatus = findStatusHeadings(sections, sectionsWithTasks(blocks, headings.found), marks);
  const beside = besideLog(boxes, blocks, items);
  const more = [...firstOfEach([...headings.found, ...withStatus]), ...signedBesideBoxes(items), ...beside];
  problems.push(...(beside.length > 0 ? noteOnPlain(beside) : boxes.length > 0 ? uncountedLists(blocks) : []));
  if (more.length === 0) return { found: boxes, problems };
  return { found: [...boxes, ...more].sort((a, b) => a.line - b.line), problems };
}

/** Headings that are tasks by name or because of a box. */
function headingTasks(
  sections: readonly Section[],
  blocks: readonly Block[],
  { boxes, marks }: { readonly boxes: readonly FoundTask[]; readonly marks: BoxMarks },
): ListReading {
  let bySection: ReturnType<typeof statusesBySection> | undefined;
  const sectionStatus = (heading: Heading): TaskStatus | null => {
    bySection ??= statusesBySection(blocks);
    return bySection.get(heading) ?? null;
  };
  const stories = findStories({ blocks, sections, boxes, marks, sectionStatus });
  const boxed = boxedHeadings(sections, blocks, marks);
  const found = firstOfEach([...stories.found, ...boxed.found]);
  const isStory = new Set(stories.found.map(({ line }) => line));
  return { found, problems: [...stories.problems, ...boxed.problems.filter(({ line }) => !isStory.has(line))] };
}

/** Whether a heading has a status: a mark, or boxes below it. */
const hasStatus = ({ place, criteria }: FoundTask): boolean => criteria !== undefined || (place?.length ?? 0) > 0;

function withoutCriteria(boxes: readonly FoundTask[], headings: readonly FoundTask[]): readonly FoundTask[] {
  const criteria = new Set(headings.flatMap((task) => task.criteria ?? []));
  return criteria.size === 0 ? boxes : boxes.filter((box) => !criteria.has(box));
}

/** Plain items in work lists, if the only boxes are in a log of done work. */
function besideLog(
  boxes: readonly FoundTask[],
  blocks: readonly Block[],
  items: readonly Item[],
): readonly FoundTask[] {
  if (boxes.length === 0 || !boxes.every(({ status }) => status === "done")) return [];
  const bySection = statusesBySection(blocks);
  if (!boxes.every(({ at }) => at && bySection.get(at) === "done")) return [];
  const open = items.filter((item) => bySection.get(item) === "todo" && item.task < 0);
  return plainItems(open, workLists(blocks));
}

const findStatusHeadings = (sections: readonly Section[], hasTask: (section: Section) => boolean, marks: BoxMarks) =>
  firstOfEach([...headingsWithBox(sections, marks), ...headingsWithStatus(sections, hasTask, marks)]);

/** One task per heading: the first found wins. */
const firstOfEach = (found: readonly FoundTask[]): readonly FoundTask[] =>
  [...new Map(found.toReversed().map((task) => [task.at, task])).values()].reverse();

/** Whether a section contains a task. Counts the tasks before each block once. */
function sectionsWithTasks(blocks: readonly Block[], headings: readonly FoundTask[]): (section: Section) => boolean {
  const named = new Set(headings.map(({ at }) => at));
  const isTask = (block: Block): boolean =>
    (block.is === "item" && block.task >= 0) || (block.is === "heading" && named.has(block));
  let before: number[] | undefined;
  const count = (): number[] => {
    const counts = [0];
    for (const block of blocks) counts.push((counts.at(-1) ?? 0) + (isTask(block) ? 1 : 0));
    return counts;
  };
  return ({ start, end }) => {
    before ??= count();
    return (before[end] ?? 0) > (before[start] ?? 0);
  };
}

function collectBoxes(items: readonly Item[], blocks: readonly Block[], marks: BoxMarks): ListReading {
  const found: FoundTask[] = [];
  const problems: ListProblem[] = [];
  for (const item of items) {
    const box = readBox(item, problems, marks);
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
