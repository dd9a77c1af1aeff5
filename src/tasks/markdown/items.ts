import type { TaskStatus } from "../../decide/tasks.js";
import { statusOfWord } from "../status-words.js";
import type { Block, Heading, Item } from "./block.js";
import { type FoundTask, placeAfter } from "./found.js";
import { bracketedTag, readTag, signAt, type Tag } from "./tags.js";

/**
 * Items that begin with a sign or a bracketed word ("✅ a", "[done] a") in a list with boxes: the document then uses it
 * as a mark, in every list.
 */
export function signedBesideBoxes(items: readonly Item[]): readonly FoundTask[] {
  const signed = items.filter((item) => item.task < 0 && !item.quoted && leadingMark(item));
  if (signed.length === 0) return [];
  const boxLists = new Set(items.filter(({ task }) => task >= 0).map(({ list }) => list));
  if (!signed.some(({ list }) => boxLists.has(list))) return [];
  return signed.map((item) => fromItem(item, leadingMark(item), "todo"));
}

/**
 * Items without boxes that have a status. Items without one, in the same list or in another work list, are not done.
 */
export function taggedItems(
  items: readonly Item[],
  { sectionStatus, work }: { sectionStatus(item: Item): TaskStatus | null; work: ReadonlySet<number> },
): readonly FoundTask[] {
  const plain = items.filter((item) => !item.quoted && item.text !== "");
  const tags = new Map(plain.map((item) => [item, statusIn(item)] as const));
  const lists = new Set(plain.filter((item) => tags.get(item)).map(({ list }) => list));
  if (lists.size === 0) return [];
  return plain
    .filter(({ list, parent }) => lists.has(list) || (parent === null && work.has(list)))
    .map((item) => fromItem(item, tags.get(item), sectionStatus(item) ?? "todo"));
}

/**
 * Items in sections named after a status, if nothing else in the document has one. A section such as "Tasks" only
 * counts if another is for done or started work: otherwise the list could never be finished.
 */
export function itemsOfSections(blocks: readonly Block[]): readonly FoundTask[] {
  const headings = blocks.filter((block) => block.is === "heading");
  if (!headings.some(({ text }) => (readSectionStatus(text) ?? "todo") !== "todo")) return [];
  return [...statusesBySection(blocks)]
    .filter((entry): entry is [Item, TaskStatus] => entry[0].is === "item")
    .filter(([item]) => item.parent === null && !item.quoted && item.text !== "")
    .map(([item, status]) => ({ ...fromItem(item, undefined, status), place: null }));
}

/** The status of each item and heading according to the heading above it ("## Completed"). */
export function statusesBySection(blocks: readonly Block[]): Map<Item | Heading, TaskStatus> {
  const statuses = new Map<Item | Heading, TaskStatus>();
  let current: TaskStatus | null = null;
  let level = 0;
  for (const block of blocks) {
    if (block.is === "heading") {
      const named = readSectionStatus(block.text);
      if (named || block.level <= level) {
        current = named;
        level = named ? block.level : 0;
      } else if (current) statuses.set(block, current);
    } else if (block.is === "item" && current) statuses.set(block, current);
  }
  return statuses;
}

const aboutTasks = /^(?:\S+\s+)?(?:priority|tasks|todos|backlog|to-?do)$/iu;

/** "Completed", "✅ Done", "In Progress (2)", "High Priority". */
function readSectionStatus(title: string): TaskStatus | null {
  const plain = title
    .replaceAll(/[*_`#]|[^\p{L}\p{N}\s'/-]/gu, " ")
    .replaceAll(/\b\d+\b/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const short = plain.replace(/\s+(?:tasks?|items?|work|log|stories)$/iu, "");
  return statusOfWord(short) ?? statusOfWord(plain) ?? (aboutTasks.test(plain) ? "todo" : null);
}

/** One task per item, with its own status or not done. */
export const openItems = (items: readonly Item[]): readonly FoundTask[] =>
  items.map((item) => fromItem(item, statusIn(item), "todo"));

function statusIn(item: Item): Tag | undefined {
  const tag = readTag(item.text);
  if (tag) return tag;
  const struck = /^~~[^~]+~~/u.exec(item.text)?.[0];
  return struck ? { status: "skipped", start: item.text.trimEnd().length, length: 0, form: "sign" } : undefined;
}

function leadingMark({ text }: Item): Tag | undefined {
  return signAt(text, /^(?:\*\*|__|\s)*/u.exec(text)?.[0].length ?? 0) ?? bracketedTag(text);
}

function fromItem(item: Item, tag: Tag | undefined, otherwise: TaskStatus): FoundTask {
  const place = tag
    ? { line: item.line, column: item.column + tag.start, length: tag.length, form: tag.form }
    : placeAfter(item);
  return { title: item.text, status: tag?.status ?? otherwise, line: item.line + 1, place, at: item };
}
