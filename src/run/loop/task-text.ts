import type { Task } from "../../decide/tasks.js";

/**
 * The text of one task for the prompt. From a Markdown list it is taken verbatim, with the lines below it, so that code
 * and criteria stay intact; for other lists it is built from the fields.
 */
export function taskText(task: Task, markdown: string | null): string {
  const verbatim = markdown === null ? null : readVerbatim(task, splitLines(markdown));
  const text = verbatim === null ? describeFields(task) : [verbatim, ...describeMissing(task, verbatim)].join("\n");
  return [`## Your task: ${task.id}`, "", text].join("\n");
}

/** What a task says beside its title: the lines below it without its parts. Empty if there are none. */
export function ownText(task: Task, markdown: string | null): string {
  const verbatim = markdown === null ? null : readVerbatim(task, splitLines(markdown));
  const below =
    verbatim === null
      ? [...(task.below ?? []), ...task.acceptance].join("\n")
      : verbatim.split("\n").slice(1).join("\n");
  return below.trim();
}

export const splitLines = (markdown: string): readonly string[] => markdown.split(/\r\n|\n|\r/);

const marker = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[^\]]{0,2}\]\s+)?/;
const boxedItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[.?\]\s/;

/**
 * The task's line without its marker and box, and the indented lines below it. Null if the line does not match the
 * task.
 */
function readVerbatim({ title, line }: Task, lines: readonly string[]): string | null {
  if (line === null) return null;
  const first = lines[line - 1] ?? "";
  if (headingLine.test(first) && plain(first).includes(plain(title).slice(0, 40)))
    return [title, ...belowHeading(first, lines.slice(line))].join("\n").trimEnd();
  if (!marker.test(first) || !plain(first).includes(plain(title).slice(0, 40))) return null;
  return [first.replace(marker, ""), ...belowItem(countIndent(first), lines.slice(line))].join("\n").trimEnd();
}

/** The lines of an item. Nested boxes, with what is indented below them, are separate tasks. */
function belowItem(indent: number, lines: readonly string[]): readonly string[] {
  const below: string[] = [];
  let partAt: number | null = null;
  for (const next of lines) {
    const at = countIndent(next);
    const isBlank = next.trim() === "";
    if (!isBlank && at <= indent) break;
    if (!isBlank && partAt !== null && at <= partAt) partAt = null;
    if (boxedItem.test(next)) partAt ??= at;
    if (partAt === null || (isBlank && below.at(-1) !== "")) below.push(next.slice(Math.min(at, indent + 2)));
  }
  return below;
}

const headingLine = /^ {0,3}(#{1,6})\s/;
const headingLevel = (line: string): number => headingLine.exec(line)?.[1]?.length ?? 0;

/** Down to the next heading of its level; one in a code fence is a comment. */
function belowHeading(first: string, lines: readonly string[]): readonly string[] {
  let isCode = false;
  const end = lines.findIndex((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const level = isCode ? 0 : headingLevel(line);
    return level > 0 && level <= headingLevel(first);
  });
  return end < 0 ? lines : lines.slice(0, end);
}

const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
const countIndent = (line: string): number => /^[ \t]*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0;

function describeFields({ title, acceptance, below = [], dependsOn }: Task): string {
  return [
    title,
    ...below,
    ...(dependsOn.length > 0 ? ["", `It builds on: ${dependsOn.join(", ")}`] : []),
    ...describeCriteria(acceptance),
  ].join("\n");
}

/** What was asked for and is not there any more, and criteria that stand elsewhere in the list. */
function describeMissing({ acceptance, below = [] }: Task, verbatim: string): readonly string[] {
  const text = plain(verbatim);
  const isMissing = (line: string): boolean => !text.includes(plain(line));
  return [...below.filter(isMissing), ...describeCriteria(acceptance.filter(isMissing))];
}

const describeCriteria = (acceptance: readonly string[]): readonly string[] =>
  acceptance.length === 0 ? [] : ["", "It is done when:", ...acceptance.map((text) => `- ${text}`)];
