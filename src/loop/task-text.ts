import type { Task } from "../core/tasks.js";

/**
 * The text of one task for the prompt. From a Markdown list it is taken verbatim, with the lines below it, so that code
 * and criteria stay intact; for other lists it is built from the fields.
 */
export function taskText(task: Task, markdown: string | null): string {
  const verbatim = markdown === null || task.line === null ? null : readVerbatim(task, markdown.split(/\r\n|\n|\r/));
  return [`## Your task: ${task.id}`, "", verbatim ?? describeFields(task)].join("\n");
}

const marker = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[^\]]{0,2}\]\s+)?/;

/**
 * The task's line without its marker and box, and the indented lines below it. Null if the line does not match the
 * task.
 */
function readVerbatim({ title, line }: Task, lines: readonly string[]): string | null {
  const at = (line ?? 0) - 1;
  const first = lines[at] ?? "";
  if (headingLine.test(first) && plain(first).includes(plain(title).slice(0, 40)))
    return [title, ...belowHeading(first, lines.slice(at + 1))].join("\n").trimEnd();
  if (!marker.test(first) || !plain(first).includes(plain(title).slice(0, 40))) return null;
  const indent = countIndent(first);
  const below: string[] = [];
  for (const next of lines.slice(at + 1)) {
    if (next.trim() !== "" && countIndent(next) <= indent) break;
    // Nested checkboxes are separate tasks.
    if (/^\s*(?:[-*+]|\d{1,9}[.)])\s+\[.?\]\s/.test(next)) break;
    below.push(next.slice(Math.min(countIndent(next), indent + 2)));
  }
  return [first.replace(marker, ""), ...below].join("\n").trimEnd();
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

function describeFields({ title, acceptance, dependsOn }: Task): string {
  return [
    title,
    ...(dependsOn.length > 0 ? ["", `It builds on: ${dependsOn.join(", ")}`] : []),
    ...(acceptance.length > 0 ? ["", "It is done when:", ...acceptance.map((text) => `- ${text}`)] : []),
  ].join("\n");
}
