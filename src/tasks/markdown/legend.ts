import type { TaskStatus } from "../../decide/tasks.js";
import { type BoxMarks, leadingStatus, statusOfWord } from "../status-words.js";
import type { Block } from "./block.js";
import type { FoundTask } from "./found.js";

/** "[+] done", "`[>]` = in progress": a mark with its meaning, in a line that explains several. */
const meaning =
  /\[([^\]\s\w])\]`?(?:\*\*|__)?\s*(?:[:：=]|[-–—→]+|means|is)?\s*(?:\*\*|__)?([\p{L}][\p{L} '-]{1,24})/gu;

/** The marks that the file itself explains: in a line that begins with "Legend", or in a list below such a line. */
export function ownMarks(blocks: readonly Block[], marks: BoxMarks): BoxMarks {
  const lists = listsUnderLegend(blocks);
  const told = blocks.flatMap((block) =>
    (block.is === "text" && lead.test(block.text)) || (block.is === "item" && lists.has(block.list))
      ? [...block.text.matchAll(meaning)].flatMap(([, mark = "", words = ""]) => {
          const status = leadingStatus(words.trim())?.status;
          return status && !marks.has(mark) ? [[mark, status] as const] : [];
        })
      : [],
  );
  return told.length === 0 ? marks : new Map([...told, ...marks]);
}

const lead =
  /^(?:>\s*)?(?:\*\*|__)?(?:status\s+|task\s+)?(?:legend|key|notation|symbols|marks|markers|凡例|图例|圖例|légende|legende|leyenda|legenda)\b/iu;

const named =
  /^(?:\*\*|__)?(?:status\s+|task\s+)?(?:legend|key|notation|symbols|marks|markers|凡例|图例|圖例|légende|legende|leyenda|legenda)\b(?:\s+\w+)?(?:\*\*|__)?\s*[:：]?(?:\*\*|__)?\s*$/iu;

/**
 * Boxes that only explain the marks: under a heading or lead-in that says so, or a list of nothing but status words.
 */
export function legendItems(found: readonly FoundTask[], blocks: readonly Block[]): ReadonlySet<FoundTask> {
  const legends = new Set([...listsUnderLegend(blocks), ...listsOfWords(found)]);
  if (legends.size === 0) return new Set();
  return new Set(found.filter(({ at }) => at?.is === "item" && legends.has(at.list)));
}

/** Lists with different marks, each next to its own meaning. "[x] Implemented, [ ] Released" is a work list. */
function listsOfWords(found: readonly FoundTask[]): readonly number[] {
  const marks = new Map<number, Set<TaskStatus> | null>();
  for (const { at, title, status } of found) {
    if (at?.is !== "item") continue;
    const known = marks.get(at.list);
    if (known === null) continue;
    marks.set(at.list, explains(title, status) ? (known ?? new Set()).add(status) : null);
  }
  return [...marks].filter(([, different]) => different !== null && different.size > 1).map(([list]) => list);
}

function explains(title: string, status: TaskStatus): boolean {
  const word = explainedBy(title);
  return word !== undefined && (word === status || (status !== "todo" && status !== "done"));
}

/** The status a title names, if it consists of that word only. */
export const explainedBy = (title: string): TaskStatus | undefined =>
  title.length > longestWord ? undefined : statusOfWord(plain(title));

const longestWord = 40;
const plain = (title: string): string => title.replaceAll(/[*_`.:]|^\s*[=–—-]\s*/g, "").trim();

/** The first list after a heading or line that announces a legend. */
function listsUnderLegend(blocks: readonly Block[]): ReadonlySet<number> {
  const lists = new Set<number>();
  let expected = false;
  for (const block of blocks) {
    if (block.is === "item") {
      if (expected) lists.add(block.list);
      expected = false;
    } else expected = named.test(block.text) || (expected && block.is === "text");
  }
  return lists;
}
