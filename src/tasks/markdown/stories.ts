import type { TaskStatus } from "../../decide/tasks.js";
import type { BoxMarks } from "../status-words.js";
import type { Block, Heading } from "./block.js";
import { type FoundTask, type ListProblem, type MarkPlace, placeAfter } from "./found.js";
import { readHeadingMark } from "./heading-marks.js";
import { findStatusLine, type Section } from "./headings.js";
import { plainText } from "./titles.js";

export interface Stories {
  readonly found: readonly FoundTask[];
  readonly problems: readonly ListProblem[];
}

interface Document {
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
  /** In line order. */
  readonly boxes: readonly FoundTask[];
  readonly marks: BoxMarks;
  /** The status a heading gets from the one above it. */
  sectionStatus(heading: Heading): TaskStatus | null;
}

interface Candidate {
  readonly section: Section;
  readonly name: StoryName;
  readonly boxes: readonly FoundTask[];
  readonly mark: OwnMark | undefined;
}

interface OwnMark {
  readonly status: TaskStatus;
  readonly title: string;
  readonly place: MarkPlace;
  readonly problems: readonly ListProblem[];
}

/**
 * Headings that name a task ("### Task 3: Parser", "### US-001: Login"). The heading is the task and the boxes below it
 * are its criteria. Without boxes and without a status it is not done.
 */
export function findStories(document: Document): Stories {
  const named = document.sections.flatMap((section) => {
    const name = section.heading.level > 1 ? readStoryName(section.heading.text) : undefined;
    return name ? [{ section, name }] : [];
  });
  if (named.length === 0) return { found: [], problems: [] };
  const innermost = named.filter(({ section }, at) => (named[at + 1]?.section.start ?? section.end) >= section.end);
  const candidates = innermost.map((one) => withMarks(one, document));
  const sure = surePrefixes(candidates);
  const stories = candidates
    .filter(({ section, name, boxes }) => sure.has(groupKey(section, name)) && !boxes.some(isTaskItself))
    .map((candidate) => ({ key: groupKey(candidate.section, candidate.name), ...readStory(candidate, document) }));
  const tagged = new Set(stories.flatMap(({ key, found }) => (isTodo(found, key) ? [key] : [])));
  for (const story of stories) if (tagged.has(story.key)) story.found = { ...story.found, isCounted: true };
  return { found: stories.map(({ found }) => found), problems: stories.flatMap(({ problems }) => problems) };
}

/** The heading itself is the to-do: by its name, or by a status in words ("### US-2: Parser [PENDING]"). */
const isTodo = ({ place }: FoundTask, key: string): boolean => /^\d TODO$/.test(key) || place?.form === "word";

interface StoryName {
  readonly id: string;
  /** The text before the number; empty for words that can only mean a task. */
  readonly prefix: string;
}

const lead = /^(?:[*_~`\s]|\[[^\]]{0,12}\]|[^\p{L}\p{N}\s[(#]){0,12}/u;
const after = String.raw`(?!\.\d)(?=\s*(?:[:：.)\]|–—~*-]|$|[[(]|[^\p{L}\p{N}\s]))`;
const byWord = new RegExp(
  String.raw`^(?:user\s+story|story|task|ticket|tarefa|tarea|aufgabe|tâche|задача|任务|タスク)\s*[#-]?\s?(\d{1,9}(?:\.\d{1,9}){0,4})(?:${after}|(?<=\.\d{1,9})(?=\s+\p{Lu}))`,
  "iu",
);
const byPrefix = new RegExp(
  String.raw`^([A-Z][A-Z0-9]{0,11}-\d{1,9}(?:[.-]\d{1,9}){0,3}|T\d{1,9})${after}|^((?:US|TASK|TODO|STORY|TICKET)-\d{1,9}(?:[.-]\d{1,9}){0,3})(?=\s+\p{Lu})`,
  "u",
);

/** "US-001: Login", "Task 3", "✅ Story 1.2 — Parser"; undefined for "Task 3 results" and titles without a name. */
function readStoryName(text: string): StoryName | undefined {
  const name = text.slice(lead.exec(text)?.[0].length ?? 0, 200);
  const [, before, plain] = byPrefix.exec(name) ?? [];
  const id = before ?? plain;
  if (id !== undefined) return { id, prefix: /^[A-Z0-9]+?(?=-?\d+(?:[.-]|$))/.exec(id)?.[0] ?? id };
  const number = byWord.exec(name)?.[1];
  return number === undefined ? undefined : { id: number, prefix: "" };
}

const groupKey = ({ heading }: Section, { prefix }: StoryName): string => `${heading.level} ${prefix}`;

const taskPrefixes: ReadonlySet<string> = new Set(["", "US", "TASK", "TODO", "STORY", "TICKET", "T"]);

/**
 * Other numbered names ("ADR-001", "FR-2") may mean anything: they are tasks if there are several and at least one has
 * a box or a status.
 */
function surePrefixes(candidates: readonly Candidate[]): ReadonlySet<string> {
  const groups = new Map<string, { count: number; hasStatus: boolean }>();
  for (const { section, name, boxes, mark } of candidates) {
    const key = groupKey(section, name);
    const { count, hasStatus } = groups.get(key) ?? { count: 0, hasStatus: taskPrefixes.has(name.prefix) };
    groups.set(key, { count: count + 1, hasStatus: hasStatus || boxes.length > 0 || mark !== undefined });
  }
  const isSure = (key: string, count: number): boolean => count > 1 || taskPrefixes.has(key.replace(/^\d+ /, ""));
  return new Set(
    [...groups].filter(([key, { count, hasStatus }]) => hasStatus && isSure(key, count)).map(([key]) => key),
  );
}

function withMarks({ section, name }: Pick<Candidate, "section" | "name">, document: Document): Candidate {
  const { heading, end } = section;
  const until = document.blocks[end]?.line ?? Number.POSITIVE_INFINITY;
  const boxes = between(document.boxes, heading.line + 1, until);
  return { section, name, boxes, mark: readHeadingMark(heading, document.marks) ?? markBelow(section, document.marks) };
}

function markBelow(section: Section, marks: BoxMarks): OwnMark | undefined {
  const below = findStatusLine(section, marks);
  if (!below) return undefined;
  const { tag, line, column } = below;
  const place = { line, column: column + tag.start, length: tag.length, form: tag.form };
  return { status: tag.status, title: section.heading.text, place, problems: [] };
}

/**
 * The boxes on lines `first` to `last`, counted from 1. A binary search, because a list may be long and have many
 * headings.
 */
function between(boxes: readonly FoundTask[], first: number, last: number): readonly FoundTask[] {
  return boxes.slice(countUpTo(boxes, first), countUpTo(boxes, last));
}

function countUpTo(boxes: readonly FoundTask[], line: number): number {
  let low = 0;
  let high = boxes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boxes[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

const taskId =
  /^(?:\[?[A-Z]{1,12}-?\d{1,9}(?:[.-]\d{1,9}){0,4}\]?\s?[:：)–—-]|\d{1,9}(?:\.\d{1,9}){1,4}\b|(?:story|task)\s#?\d)/iu;
const criterionId = /^\[?AC\b|^\[?AC-?\d/i;

/** A box with an id is a task, and the heading above it a chapter. "AC-1" is the number of an acceptance criterion. */
function isTaskItself({ title }: FoundTask): boolean {
  const text = plainText(title.slice(0, 200));
  return taskId.test(text) && !criterionId.test(text);
}

function readStory(
  { section: { heading }, name, boxes, mark }: Candidate,
  document: Document,
): { readonly found: FoundTask; readonly problems: readonly ListProblem[] } {
  const line = heading.line + 1;
  const open = boxes.filter(({ status }) => status !== "done" && status !== "skipped").length;
  const status = mark?.status ?? (boxes.length > 0 ? "done" : (document.sectionStatus(heading) ?? "todo"));
  const isDone = status === "done" && open === 0;
  const problems = [...(mark?.problems ?? [])];
  if (mark?.status === "done" && !isDone)
    problems.push({ line, message: "the heading says done and a box below it does not, read as not done" });
  const found: FoundTask = {
    id: name.id,
    title: mark?.title ?? heading.text,
    status: status === "done" && !isDone ? "todo" : status,
    line,
    place: mark?.place ?? placeAfter(heading),
    at: heading,
    ...(mark ? { ownStatus: mark.status } : {}),
    ...(boxes.length > 0 ? { criteria: boxes } : {}),
  };
  return { found, problems };
}
