import type { Block } from "./markdown-block.js";
import type { Found } from "./markdown-found.js";
import { statusOfWord } from "./status-words.js";

const named =
  /^(?:\*\*|__)?(?:status\s+|task\s+)?(?:legend|key|notation|symbols|marks|markers|凡例|图例|圖例|légende|legende|leyenda|legenda)\b(?:\s+\w+)?(?:\*\*|__)?\s*[:：]?(?:\*\*|__)?\s*$/iu;

/** Boxes that only explain the marks: under a heading or lead-in that says so, or a list of nothing but status words. */
export function legendItems(found: readonly Found[], blocks: readonly Block[]): ReadonlySet<Found> {
  const explained = listsUnderLegend(blocks);
  const legend = new Set<Found>();
  for (const [list, tasks] of byList(found)) {
    if (explained.has(list) || explainsMarks(tasks)) for (const task of tasks) legend.add(task);
  }
  return legend;
}

/** Different marks, each beside its own meaning: "[x] Implemented, [ ] Released" is a list of work. */
function explainsMarks(tasks: readonly Found[]): boolean {
  if (new Set(tasks.map(({ status }) => status)).size < 2) return false;
  return tasks.every(({ title, status }) => {
    const word = statusOfWord(plain(title));
    return word !== undefined && (word === status || (status !== "todo" && status !== "done"));
  });
}

const plain = (title: string): string => title.replaceAll(/[*_`.:]|^\s*[=–—-]\s*/g, "").trim();

function byList(found: readonly Found[]): Map<number, Found[]> {
  const lists = new Map<number, Found[]>();
  for (const task of found) {
    if (task.at?.is !== "item") continue;
    const list = lists.get(task.at.list);
    if (list) list.push(task);
    else lists.set(task.at.list, [task]);
  }
  return lists;
}

/** The first list after a heading or a line that names a legend. */
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
