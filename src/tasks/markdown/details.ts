import type { Task } from "../../decide/tasks.js";
import { readWaits, resolveWaits, type Waits } from "../task-references.js";
import type { Ids } from "../unique-ids.js";
import type { Block, Heading } from "./block.js";
import type { FoundTask, ListProblem, MarkPlace } from "./found.js";
import { noSection, OptionalSections, type TaskSection } from "./optional-sections.js";
import { assignIds } from "./task-ids.js";
import { collectNotes, type Notes } from "./task-notes.js";
import { plainText, readKind, readPriority } from "./titles.js";

interface Described {
  readonly tasks: readonly Task[];
  readonly places: readonly (MarkPlace | null)[];
  readonly problems: readonly ListProblem[];
  readonly heldBack: ReadonlySet<number>;
  readonly openCriteria: ReadonlyMap<number, readonly MarkPlace[]>;
  readonly shared: Ids["shared"];
  /** The headings each task is under. */
  readonly sections: readonly TaskSection[];
}

interface DetailContext {
  readonly optional: boolean;
  readonly priority: number | null;
  readonly section: TaskSection;
}

interface Document {
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
  readonly optionalSections: readonly string[];
}

/** Adds ids, dependencies, acceptance criteria and other details to the tasks found. */
export function describeTasks(found: readonly FoundTask[], document: Document): Described {
  const around = surroundings(found, document);
  const headings = new Map<Heading, number>();
  for (const [position, { at }] of found.entries())
    if (at?.is === "item") at.task = position;
    else if (at) headings.set(at, position);
  const notes = collectNotes(headings, document.blocks, criteriaItems(found));
  const titles = found.map(({ title }) => plainText(title));
  const { ids, problems: doubles, shared } = assignIds(found, titles);
  const headingOf = headingWholes(found);
  const wholes = found.map((task, at) => findWhole(task) ?? headingOf.get(at));
  const groups = findGroups({ found, wholes, notes, lines: document.lines });
  const waits = new Map<number, readonly Waits[]>();
  const drafts = found.map((task, at): Task => {
    const title = titles[at] ?? "";
    const waiting = readDependencies(task, title, notes.get(at));
    if (waiting.length > 0) waits.set(at, waiting);
    const draft = {
      id: ids[at] ?? "",
      title,
      status: task.status,
      optional: around[at]?.optional ?? false,
      line: task.line,
      dependsOn: nothing,
      acceptance: listAcceptance(task, notes.get(at)),
      kind: readKind(title),
      priority: readPriority(title) ?? around[at]?.priority ?? null,
      parent: nameWhole(wholes[at], ids),
      ...listBelow(notes.get(at)),
      ...(groups.has(at) ? { isGroup: true as const } : {}),
    };
    return task.criteria ? { ...draft, marks: countMarks(task, task.criteria) } : draft;
  });
  const { tasks, problems, heldBack } = resolveWaits(drafts, waits);
  return {
    tasks: withUsualPriority(tasks),
    places: found.map(({ place }) => place),
    problems: [...doubles, ...problems],
    heldBack,
    openCriteria: openCriteria(found),
    shared,
    sections: around.map(({ section }) => section),
  };
}

const nameWhole = (whole: number | undefined, ids: readonly string[]): string | null =>
  whole === undefined ? null : (ids[whole] ?? null);

interface GroupInput {
  readonly found: readonly FoundTask[];
  /** By position: the task that each is a part of. */
  readonly wholes: readonly (number | undefined)[];
  readonly notes: ReadonlyMap<number, Notes>;
  readonly lines: readonly string[];
}

/** The tasks with parts and without a text, a criterion or a command of their own. Code is no block, so lines are read. */
function findGroups({ found, wholes, notes, lines }: GroupInput): ReadonlySet<number> {
  const groups = new Set(wholes.filter((whole) => whole !== undefined));
  for (const at of groups) {
    const { line = 0, title = "", criteria = nothing } = found[at] ?? {};
    const first = found[at + 1]?.line ?? line + 1;
    const above = lines.slice(line, first - 1).some((text) => text.trim() !== "" && !readWaits(text.trim()));
    const hasText = notes.get(at)?.hasText === true || criteria.length > 0 || /\bverify:/i.test(title);
    if (above || hasText) groups.delete(at);
  }
  return groups;
}

function criteriaItems(found: readonly FoundTask[]): ReadonlySet<FoundTask["at"]> {
  const items = new Set<FoundTask["at"]>();
  for (const { criteria } of found) if (criteria) for (const { at } of criteria) items.add(at);
  return items;
}

function listAcceptance({ criteria = nothing }: FoundTask, notes: Notes | undefined): readonly string[] {
  const noted = notes?.acceptance ?? nothing;
  return criteria.length === 0 ? noted : [...criteria.map(({ title }) => plainText(title)), ...noted];
}

const listBelow = (notes: Notes | undefined): Pick<Task, "below"> =>
  notes && notes.below.length > 0 ? { below: notes.below } : {};

const isOver = ({ status }: FoundTask): boolean => status === "done" || status === "skipped";

/**
 * The marks of a heading and of its criteria, for policies that count boxes. Where headings of its kind are named TODO or
 * have a status in words, the heading is what is counted, and the boxes below it are not.
 */
function countMarks(task: FoundTask, criteria: readonly FoundTask[]): NonNullable<Task["marks"]> {
  if (task.isCounted) return { total: 1, done: task.status === "done" ? 1 : 0 };
  const ticked = criteria.filter(isOver).length;
  const own = (task.place?.length ?? 0) > 0 ? 1 : 0;
  return { total: criteria.length + own, done: ticked + (own === 1 && task.ownStatus === "done" ? 1 : 0) };
}

function openCriteria(found: readonly FoundTask[]): ReadonlyMap<number, readonly MarkPlace[]> {
  const open = new Map<number, readonly MarkPlace[]>();
  for (const [at, { criteria }] of found.entries())
    if (criteria)
      open.set(
        at,
        criteria.flatMap((box) => (box.place && !isOver(box) ? [box.place] : [])),
      );
  return open;
}

/** Maps each task to the boxed heading it is under, by position. */
function headingWholes(found: readonly FoundTask[]): ReadonlyMap<number, number> {
  const wholes = new Map<number, number>();
  if (!found.some(({ until }) => until !== undefined)) return wholes;
  const open: { readonly at: number; readonly until: number }[] = [];
  for (const [at, { line, until }] of found.entries()) {
    while ((open.at(-1)?.until ?? Number.POSITIVE_INFINITY) < line) open.pop();
    const whole = open.at(-1);
    if (whole) wholes.set(at, whole.at);
    if (until !== undefined) open.push({ at, until });
  }
  return wholes;
}

const nothing: readonly never[] = [];

function readDependencies({ dependsOn }: FoundTask, title: string, notes: Notes | undefined): readonly Waits[] {
  const inTitle = readWaits(title);
  if (!inTitle && !dependsOn && !notes?.waits.length) return nothing;
  const named = (dependsOn ?? []).map((text) => ({ text, blocks: false }));
  return [...(inTitle ? [inTitle] : []), ...named, ...(notes?.waits ?? [])];
}

/** The position of the task an item is nested in. */
function findWhole({ at }: FoundTask): number | undefined {
  if (at?.is !== "item") return undefined;
  for (let above = at.parent; above; above = above.parent) if (above.task >= 0) return above.task;
  return undefined;
}

/** If some tasks have a priority, the others get the default one. */
function withUsualPriority(tasks: readonly Task[]): readonly Task[] {
  const usual = 2;
  if (!tasks.some(({ priority }) => priority !== null)) return tasks;
  return tasks.map((task) => (task.priority === null ? { ...task, priority: usual } : task));
}

/** What the headings above each task say about it. */
function surroundings(found: readonly FoundTask[], { blocks, optionalSections }: Document): readonly DetailContext[] {
  const headings = blocks.filter((block): block is Heading => block.is === "heading");
  const sections = new OptionalSections(optionalSections, headings);
  let next = 0;
  let here: DetailContext = { optional: false, priority: null, section: noSection };
  return found.map((task) => {
    for (let heading = headings[next]; heading && heading.line < task.line; heading = headings[++next]) {
      sections.enter(heading);
      here = { optional: sections.isOptional, priority: sections.priority, section: sections.section };
    }
    return here;
  });
}
