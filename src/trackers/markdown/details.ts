import type { Task } from "../../core/tasks.js";
import { readWaits, resolveWaits, type Waits } from "../task-references.js";
import type { Block, Heading, Item, Text } from "./block.js";
import type { Found, ListProblem, MarkPlace } from "./found.js";
import { OptionalSections, plainText, readKind, readPriority } from "./titles.js";

interface Described {
  readonly tasks: readonly Task[];
  readonly places: readonly (MarkPlace | null)[];
  readonly problems: readonly ListProblem[];
  readonly heldBack: ReadonlySet<number>;
}

interface Notes {
  readonly acceptance: string[];
  readonly waits: Waits[];
}

interface Around {
  readonly optional: boolean;
  readonly priority: number | null;
}

interface Document {
  readonly blocks: readonly Block[];
  readonly optionalSections: readonly string[];
}

/** Ids, dependencies, acceptance criteria and all else that stands around a task. */
export function describeTasks(found: readonly Found[], document: Document): Described {
  const around = surroundings(found, document);
  const headings = new Map<Heading, number>();
  for (const [position, { at }] of found.entries())
    if (at?.is === "item") at.task = position;
    else if (at) headings.set(at, position);
  const notes = collectNotes(headings, document.blocks);
  const titles = found.map(({ title }) => plainText(title));
  const ids = assignIds(found, titles);
  const waits = new Map<number, readonly Waits[]>();
  const drafts = found.map((task, at): Task => {
    const title = titles[at] ?? "";
    const waiting = readDependencies(task, title, notes.get(at));
    if (waiting.length > 0) waits.set(at, waiting);
    return {
      id: ids[at] ?? "",
      title,
      status: task.status,
      optional: around[at]?.optional ?? false,
      line: task.line,
      dependsOn: nothing,
      acceptance: notes.get(at)?.acceptance ?? nothing,
      kind: readKind(title),
      priority: readPriority(title) ?? around[at]?.priority ?? null,
      parent: findParent(task, ids),
    };
  });
  const { tasks, problems, heldBack } = resolveWaits(drafts, waits);
  return { tasks: withUsualPriority(tasks), places: found.map(({ place }) => place), problems, heldBack };
}

const nothing: readonly never[] = [];

function readDependencies({ dependsOn }: Found, title: string, notes: Notes | undefined): readonly Waits[] {
  const inTitle = readWaits(title);
  if (!inTitle && !dependsOn && !notes?.waits.length) return nothing;
  const named = (dependsOn ?? []).map((text) => ({ text, blocks: false }));
  return [...(inTitle ? [inTitle] : []), ...named, ...(notes?.waits ?? [])];
}

function findParent({ at }: Found, ids: readonly string[]): string | null {
  if (at?.is !== "item") return null;
  for (let above = at.parent; above; above = above.parent) if (above.task >= 0) return ids[above.task] ?? null;
  return null;
}

/** Where some tasks have a priority, the others are of the usual one. */
function withUsualPriority(tasks: readonly Task[]): readonly Task[] {
  const usual = 2;
  if (!tasks.some(({ priority }) => priority !== null)) return tasks;
  return tasks.map((task) => (task.priority === null ? { ...task, priority: usual } : task));
}

/** What the headings above each task say of it. */
function surroundings(found: readonly Found[], { blocks, optionalSections }: Document): readonly Around[] {
  const sections = new OptionalSections(optionalSections);
  const headings = blocks.filter((block): block is Heading => block.is === "heading");
  let next = 0;
  let here: Around = { optional: false, priority: null };
  return found.map((task) => {
    for (let heading = headings[next]; heading && heading.line < task.line; heading = headings[++next]) {
      sections.enter(heading);
      here = { optional: sections.isOptional, priority: sections.priority };
    }
    return here;
  });
}

/** By its own id if it has one that nobody else has, else by its position. */
function assignIds(found: readonly Found[], titles: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const own = found.map((task, at) => {
    const id = task.id ?? explicitId.exec(titles[at] ?? "")?.[1];
    if (id === undefined || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  return own.map((id, at) => {
    if (id !== undefined) return id;
    let position = String(at + 1);
    while (taken.has(position)) position += "b";
    return position;
  });
}

/** T1, US-012, 2.3, 01-02-PLAN.md, [task-1], or any word with a number before a colon; "OAuth2 login" has none. */
const explicitId =
  /^\[?([A-Z]{1,3}\d+(?:\.\d+)*|[A-Z]{1,12}-\d+(?:[.-]\d+)*|\d+(?:[.-]\d+)+(?:-PLAN\.md)?|[A-Za-z]{1,12}-?\d+(?=\]?:)|(?<=\[)[a-z]{1,12}-\d+(?=\]))\b/;

const acceptanceLabel = /^(?:acceptance(?: criteria)?|success criteria|done when|definition of done)\s*:?$/iu;

/** What stands below each task: items without a box are its acceptance criteria, lines may tell what it waits for. */
function collectNotes(headings: ReadonlyMap<Heading, number>, blocks: readonly Block[]): ReadonlyMap<number, Notes> {
  const labels = new Map<Item, number>();
  const notes = new Map<number, Notes>();
  let heading: number | undefined;
  for (const block of blocks) {
    if (block.is === "heading") heading = headings.get(block);
    else if (!(block.is === "item" && block.task >= 0)) {
      const owner = findOwner(block);
      const task = owner && (owner.task >= 0 ? owner.task : labels.get(owner));
      if (typeof task === "number") note(block, task, { notes, labels, below: true });
      else if (heading !== undefined) note(block, heading, { notes, labels, below: owner !== null });
    }
  }
  return notes;
}

const findOwner = (block: Item | Text): Item | null => (block.is === "item" ? block.parent : block.item);

interface Noting {
  readonly notes: Map<number, Notes>;
  readonly labels: Map<Item, number>;
  readonly below: boolean;
}

function note(block: Item | Text, task: number, { notes, labels, below }: Noting): void {
  const text = plainText(block.text);
  const waits = readWaits(text);
  const held = notes.get(task) ?? { acceptance: [], waits: [] };
  if (waits) held.waits.push(waits);
  else if (block.is !== "item") return;
  else if (acceptanceLabel.test(text)) labels.set(block, task);
  else if (below && text !== "") held.acceptance.push(text);
  notes.set(task, held);
}
