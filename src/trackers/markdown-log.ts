import type { Found } from "./markdown-found.js";
import { headingNumber, type Section, taggedHeadings } from "./markdown-headings.js";
import { statusOfWord } from "./status-words.js";

/**
 * Some lists keep their work in numbered headings and tick boxes only in a log of what is done ("## Completed"). There
 * the boxes are no tasks: counted alone they would call the list finished while all its headings are left.
 */
export function withLog(boxes: readonly Found[], sections: readonly Section[]): readonly Found[] | null {
  if (!boxes.every(({ status }) => status === "done")) return null;
  const logs = sections.filter(({ heading }) => statusOfWord(heading.text.replaceAll(/[^\p{L}\s]/gu, "")) === "done");
  if (!boxes.every(({ line }) => logs.some((log) => isUnder(line, log, sections)))) return null;
  const tasks = taggedHeadings(sections).filter(({ at }) => at?.is === "heading" && headingNumber(at) !== undefined);
  if (tasks.length === 0) return null;
  const ticked = new Set(boxes.map(({ title }) => /^#?(\d+(?:\.\d+)*)\b/.exec(title)?.[1]));
  return tasks.map((task) => (ticked.has(task.id) ? { ...task, status: "done" } : task));
}

function isUnder(line: number, { heading, start }: Section, sections: readonly Section[]): boolean {
  if (line <= heading.line) return false;
  const next = sections.find((section) => section.start > start && section.heading.level <= heading.level);
  return next === undefined || line <= next.heading.line;
}
