import type { BoxMarks } from "../status-words.js";
import type { Block } from "./block.js";
import type { FoundTask } from "./found.js";
import { headingNumber, type Section, taggedHeadings } from "./headings.js";
import { statusesBySection } from "./items.js";

/**
 * Some lists have their work in numbered headings and tick boxes only in a log of done work ("## Completed"). Those
 * boxes are not tasks: counting only them would make the list look finished while every heading is open.
 */
export function withLog(
  boxes: readonly FoundTask[],
  { sections, blocks, marks }: { sections: readonly Section[]; blocks: readonly Block[]; marks: BoxMarks },
): readonly FoundTask[] | null {
  if (!boxes.every(({ status }) => status === "done")) return null;
  const bySection = statusesBySection(blocks);
  if (!boxes.every(({ at }) => at?.is === "item" && bySection.get(at) === "done")) return null;
  const tasks = taggedHeadings(sections, marks).filter(
    ({ at }) => at?.is === "heading" && headingNumber(at) !== undefined,
  );
  if (tasks.length === 0) return null;
  const ticked = new Set(boxes.map(({ title }) => /^#?(\d+(?:\.\d+)*)\b/.exec(title)?.[1]));
  return tasks.map((task) => (ticked.has(task.id) ? { ...task, status: "done" } : task));
}
