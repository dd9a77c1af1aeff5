import { isOver } from "../../decide/dependencies.js";
import { isLeft, type Task, type TaskStatus } from "../../decide/tasks.js";
import type { TaskNote } from "../../store/task-notes.js";
import type { Heading } from "../../tasks/markdown/block.js";
import { scanBlocks } from "../../tasks/markdown/blocks.js";
import type { Selected } from "./select.js";
import { ownText, splitLines, taskText } from "./task-text.js";

/** What is known of a task beside its text. */
export interface TaskBackground {
  /** The text of the list; null if it is no Markdown file. */
  readonly list: string | null;
  /** What earlier turns noted, newest last. */
  readonly notes: readonly TaskNote[];
  /** An earlier turn did more than its task. */
  readonly workedAhead: boolean;
}

/** The task with its surroundings, and how many tasks come after it. */
export function describeTask({ task, tasks, allDone }: Selected, background: TaskBackground): string {
  if (tasks.is !== "tasks") return "";
  if (!task) return allDone ? "Every task of the list is done. What is left to do is below." : "";
  const all = tasks.tasks;
  return [
    ...(background.workedAhead ? [maybeThere] : []),
    taskText(task, background.list),
    ...listParagraphs([
      describeParts(task, all),
      describePlace(task, all, background.list),
      describeNotes(task, all, background.notes),
    ]),
    countLeft(task, all),
  ].join("\n\n");
}

const maybeThere =
  "An earlier turn did more than its own task, so part of this may be there already. Look first; then name it under WORK instead of doing it again.";

const listParagraphs = (parts: readonly (readonly string[])[]): readonly string[] =>
  parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));

function countLeft(task: Task, tasks: readonly Task[]): string {
  const { length } = tasks.filter((each) => each.id !== task.id && isLeft(each) && !each.isGroup);
  if (length === 0) return "This is the last open task of the list.";
  return `${length} more open ${length === 1 ? "task follows" : "tasks follow"} this one.`;
}

/** A whole whose parts are over: only what they leave is to be done. */
function describeParts({ id }: Task, tasks: readonly Task[]): readonly string[] {
  const parts = tasks.filter(({ parent }) => parent === id);
  if (parts.length === 0 || !parts.every(isOver)) return [];
  return [
    "Its parts are done already. What is left is what its own text asks for beyond them:",
    ...listTasks(parts),
    "If nothing is, name under WORK the files and lines that show it.",
  ];
}

/** The headings it stands under, what it is a part of, and the other parts of that. */
function describePlace(task: Task, tasks: readonly Task[], list: string | null): readonly string[] {
  const headings = list === null || task.line === null ? [] : headingsAbove(task.line - 1, splitLines(list));
  const parent = tasks.find(({ id }) => id === task.parent && id !== task.id);
  const lines = [
    ...(headings.length > 0 ? [`- It stands under: ${headings.map(({ text }) => text.trim()).join(" > ")}`] : []),
    ...(parent ? describeWhole(task, parent, { tasks, list }) : []),
  ];
  return lines.length === 0 ? [] : ["### Where it belongs", "", ...lines];
}

interface TaskSurroundings {
  readonly tasks: readonly Task[];
  readonly list: string | null;
}

const maxOwnText = 1_000;

function describeWhole(task: Task, parent: Task, { tasks, list }: TaskSurroundings): readonly string[] {
  const siblings = tasks.filter((each) => each.parent === parent.id && each.id !== task.id);
  const text = clip(ownText(parent, list), maxOwnText);
  const above = wholesOf(parent, tasks).map(nameTask);
  return [
    `- It is one part of: ${[...above.reverse(), nameTask(parent)].join(" > ")}`,
    ...(text === "" ? [] : [text.replaceAll(/^/gm, "  > ")]),
    ...(siblings.length > 0 ? ["- The other parts of that are tasks of their own:", ...listTasks(siblings, "  ")] : []),
  ];
}

/** What a whole is part of itself, nearest first. */
function wholesOf({ id, parent }: Task, tasks: readonly Task[]): readonly Task[] {
  const wholes: Task[] = [];
  for (let next = parent; next; ) {
    const whole = tasks.find((each) => each.id === next);
    if (!whole || whole.id === id || wholes.includes(whole)) break;
    wholes.push(whole);
    next = whole.parent;
  }
  return wholes;
}

/** Titles often start with the id; where tasks only have numbers, these say nothing. */
function nameTask({ id, title }: Task): string {
  const short = clip(title, maxTitle);
  return /^\d+$/.test(id) || title.startsWith(id) ? short : `${id}: ${short}`;
}

const maxTitle = 120;
const maxListed = 10;

const states: Readonly<Record<TaskStatus, string>> = {
  todo: "to do",
  doing: "begun",
  done: "done",
  blocked: "blocked",
  skipped: "not to be done",
};

function listTasks(tasks: readonly Task[], indent = ""): readonly string[] {
  const more = tasks.length - maxListed;
  return [
    ...tasks.slice(0, maxListed).map((task) => `${indent}- ${nameTask(task)} (${states[task.status]})`),
    ...(more > 0 ? [`${indent}- and ${more} more`] : []),
  ];
}

/** From the outermost to the nearest heading above a line, which counts from 0. */
function headingsAbove(line: number, lines: readonly string[]): readonly Heading[] {
  const path: Heading[] = [];
  for (const block of scanBlocks(lines.slice(0, line)).blocks) {
    if (block.is !== "heading") continue;
    while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
    path.push(block);
  }
  return path;
}

const maxNotes = 20;

/** What earlier turns noted: all of this task, and the last of each that it builds on or consists of. The newest are kept. */
function describeNotes(task: Task, tasks: readonly Task[], notes: readonly TaskNote[]): readonly string[] {
  const parts = tasks.filter(({ parent }) => parent === task.id).map(({ id }) => id);
  const needed = new Set([...task.dependsOn, ...parts]);
  const shown = notes.filter(
    (note) =>
      note.task === task.id || (needed.has(note.task) && notes.findLast((each) => each.task === note.task) === note),
  );
  if (shown.length === 0) return [];
  const lines = shown.map((note) => `- ${note.task === task.id ? "this task" : note.task}: ${note.text}`);
  return ["### What earlier turns noted", "", ...lines.slice(-maxNotes)];
}

const clip = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max).trimEnd()} …` : text);
