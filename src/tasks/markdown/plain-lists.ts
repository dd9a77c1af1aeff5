import { statusOfWord } from "../status-words.js";
import type { Block, Heading, Item, Text } from "./block.js";
import type { FoundTask, ListProblem } from "./found.js";
import { openItems } from "./items.js";

/**
 * The work lists in a text without marks: those under a heading about work ("## Tasks", "## Phase 2: Parser"), or all
 * lists if the text contains nothing else. Items in prose are not tasks: they could never be done.
 */
export function workLists(blocks: readonly Block[]): ReadonlySet<number> {
  const isBare = isNothingButLists(blocks);
  const lists = new Set<number>();
  const others = new Set<number>();
  let level = 0;
  for (const block of blocks) {
    if (block.is === "heading") level = workLevel(block, level);
    else if (block.is !== "item" || !isTop(block)) continue;
    else if (startsWithBracket.test(block.text)) others.add(block.list);
    else if (isBare || level > 0) lists.add(block.list);
  }
  for (const list of others) lists.delete(list);
  return lists;
}

/** Links, sources, dates, and brackets that are not boxes. */
const startsWithBracket = /^[`\\]?\[/;

export const plainItems = (items: readonly Item[], lists: ReadonlySet<number>): readonly FoundTask[] =>
  openItems(items.filter((item) => isTop(item) && lists.has(item.list)));

/** Lists without boxes under a heading such as "Tasks", in a document with boxes elsewhere: they are not counted. */
export function uncountedLists(blocks: readonly Block[]): readonly ListProblem[] {
  const lists = new Map<number, number>();
  const counted = new Set<number>();
  let isWork = false;
  for (const block of blocks) {
    if (block.is === "heading") isWork = work.test(plainName(block.text));
    else if (!isWork || block.is !== "item" || !isTop(block)) continue;
    else if (block.task >= 0) counted.add(block.list);
    else if (!lists.has(block.list)) lists.set(block.list, block.line + 1);
  }
  return [...lists]
    .filter(([list]) => !counted.has(list))
    .map(([, line]) => ({ line, message: "this list has no boxes, so its items are not counted" }));
}

const isTop = ({ parent, quoted, text }: Item): boolean => parent === null && !quoted && text !== "";

/** The level of the enclosing heading about work, 0 for none. The title of the document does not count. */
function workLevel(heading: Heading, current: number): number {
  if (heading.level > 1 && isAboutWork(heading.text)) return heading.level;
  return current > 0 && heading.level > current && !isAboutOther(heading.text) ? current : 0;
}

const work =
  /^(?:(?:the )?(?:tasks?|to-?do(?:s| list)?|task list|backlog|work items?|action items?|next steps?|user stories|stories|fix plan|implementation plan|work plan|remaining work|tasks? to do)|(?:critical|highest|high|medium|normal|low|lowest)(?: priority)?|priority|P\d)$/iu;
const chapter =
  /^(?:phase|milestone|sprint|priority|P\d|iteration|этап|фаза|阶段|フェーズ)\s*\d{0,4}(?=\s*[:：.–—-]|$)/iu;

function isAboutWork(title: string): boolean {
  const plain = plainName(title);
  return work.test(plain) || chapter.test(plain) || statusOfWord(plain) === "todo";
}

const other =
  /\b(?:notes?|overview|summary|context|background|references?|resources|links|legend|goals?|risks?|assumptions?|questions?|constraints?|criteria|rules|guidelines|instructions|examples?|files?|commands?|stack|architecture|decisions?)\b/iu;

const isAboutOther = (title: string): boolean => other.test(title);

const plainName = (title: string): string =>
  title
    .slice(0, 200)
    .replaceAll(/[*_`~]|\p{Extended_Pictographic}|\uFE0F/gu, "")
    .replace(/^\s*\d{1,4}[.)]\s+/u, "")
    .replace(/\s*\([^)]{0,80}\)\s*$/u, "")
    .replace(/:\s*$/u, "")
    .trim();

/** Only a title, lead-in lines ("To do:") and items. */
function isNothingButLists(blocks: readonly Block[]): boolean {
  const headings = blocks.filter((block) => block.is === "heading");
  if (headings.length > 1 || headings.some(({ level }) => level > 1)) return false;
  const words = blocks.filter((block): block is Text => block.is === "text" && block.item === null);
  return words.every(({ text }) => /[:：]\s*$/u.test(text)) && words.length < 2;
}
