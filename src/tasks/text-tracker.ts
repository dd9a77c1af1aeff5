import type { Task, TaskStatus } from "../decide/tasks.js";
import type { FileChange } from "../lib/files/replace-file.js";
import { applyEdits, applyToBytes, type Edit } from "./edits.js";
import type { ListProblem } from "./markdown/found.js";
import type { TaskSection } from "./markdown/optional-sections.js";
import { withoutLastSign } from "./markdown/tags.js";
import { reuseTasks } from "./same-tasks.js";
import {
  createTracker,
  describeUnusable,
  type Listing,
  type Marking,
  type MarkStatus,
  refused,
  type Tracker,
  type Unusable,
  unusable,
} from "./tracker.js";
import type { FileContent, World } from "./world.js";

/** A text read as a task list, with a way to change one mark in it. */
export interface TextListing {
  readonly is: "tasks";
  readonly format: string;
  readonly tasks: readonly Task[];
  readonly problems: readonly ListProblem[];
  readonly markdown?: string;
  readonly sections?: readonly TaskSection[];
  /** Ids that more than one task has, with what the others are listed as. */
  readonly shared?: ReadonlyMap<string, readonly string[]>;
  /** What to change in the text so that the task at this position has this status; a text says why that cannot be. */
  edits(at: number, status: MarkStatus, reason: string | undefined): readonly Edit[] | string;
  /**
   * How the task at this position reads once these edits are made, where it is certain without reading the whole text
   * again that every other task reads as before; undefined where it is not.
   */
  statusAfter?(at: number, edits: readonly Edit[]): TaskStatus | undefined;
}

export type ReadText = (text: string) => Promise<TextListing | Unusable>;

/** A tracker over one text file: reads it whenever it is asked, and changes one mark in place. */
export function textTracker(world: World, path: string, read: ReadText): Tracker {
  let known: readonly Task[] = [];
  let last: { readonly text: string; readonly listing: Listing } | null = null;
  const list = async (): Promise<Listing> => {
    const file = await world.read(path);
    if (file.is !== "file") return unusable(file.is === "folder" ? `${path} is a folder` : file.why);
    if (last?.text === file.text) return last.listing;
    const listing = await readListText(file.text, read);
    if (listing.is === "unusable") return listing;
    known = reuseTasks(known, listing.tasks);
    const { format, problems, markdown, sections } = listing;
    last = {
      text: file.text,
      listing: {
        ...{ is: "tasks", format, tasks: known, problems },
        ...(markdown === undefined ? {} : { markdown }),
        ...(sections === undefined ? {} : { sections }),
      },
    };
    return last.listing;
  };
  const mark: Tracker["mark"] = async (id, status, reason) => {
    let marked: Marking = { is: "marked", task: id, changed: true };
    const wanted = known.findLast((task) => task.id === id);
    const changed = await world.change(path, async (content) => {
      const change = await changeMark(content, { read, wanted, id, status, reason });
      marked = { is: "marked", task: id, changed: change.is === "write" };
      return change;
    });
    return changed.is === "refused" ? refused(changed.why) : marked;
  };
  return createTracker({ name: path, list, mark });
}

/** Reads a text as a list; one without a task cannot be used, and the first thing to mend in it says why. */
export async function readListText(text: string, read: ReadText): Promise<TextListing | Unusable> {
  if (text.trim() === "") return unusable("the file is empty");
  const listing = await read(text);
  if (listing.is === "unusable" || listing.tasks.length > 0) return listing;
  const hint = listing.problems[0];
  return hint ? unusable(`no task was found: ${hint.message}`, hint.line) : unusable("no task was found in the file");
}

interface MarkRequest {
  readonly read: ReadText;
  /** The task as it was when it was listed, if it was. */
  readonly wanted: Task | undefined;
  readonly id: string;
  readonly status: MarkStatus;
  readonly reason: string | undefined;
}

async function changeMark(content: FileContent, asked: MarkRequest): Promise<FileChange> {
  const listing = await readListText(content.text, asked.read);
  if (listing.is === "unusable") return { is: "refused", why: describeUnusable(listing) };
  const at = locate(listing.tasks, asked);
  if (typeof at === "string") return { is: "refused", why: at };
  if (listing.tasks[at]?.status === asked.status) return alreadySo(listing, asked);
  const edits = listing.edits(at, asked.status, asked.reason);
  if (typeof edits === "string") return { is: "refused", why: edits };
  const now = listing.statusAfter?.(at, edits);
  const wrong =
    now === undefined
      ? sideEffect(listing.tasks, await asked.read(applyEdits(content.text, edits)), { at, ...asked })
      : stillOther(now, asked);
  if (wrong) return { is: "refused", why: wrong };
  const bytes = applyToBytes(content.bytes, content.text, { edits, encoding: content.encoding });
  return bytes
    ? { is: "write", bytes }
    : { is: "refused", why: `the line of ${asked.id} holds bytes that are no text` };
}

/** Nothing to change, unless another task of that id may be meant. */
function alreadySo({ shared }: TextListing, { id, status }: MarkRequest): FileChange {
  const others = shared?.get(id);
  if (!others) return { is: "same" };
  return {
    is: "refused",
    why: `${id} is ${status} already, and other tasks have the same id: name them ${others.slice(0, 5).join(", ")}`,
  };
}

/**
 * Where the task stands now. A position is no name: if the task there has another title than when it was listed, the one
 * with that title is meant, and if there is none or more than one, nobody can know.
 */
function locate(tasks: readonly Task[], { wanted, id }: MarkRequest): number | string {
  const at = tasks.findIndex((task) => task.id === id);
  const isWanted = (task: Task | undefined): boolean =>
    task !== undefined && withoutLastSign(task.title) === withoutLastSign(wanted?.title ?? "");
  if (wanted === undefined || isWanted(tasks[at])) return at >= 0 ? at : `there is no task ${id}`;
  const same = tasks.flatMap((task, index) => (isWanted(task) ? [index] : []));
  if (same.length === 1 && same[0] !== undefined) return same[0];
  if (at >= 0 && !/^\d+b*$/.test(id)) return at;
  return `the list has changed: task ${id} (${wanted.title}) can no longer be identified: the list has changed`;
}

interface Expected {
  readonly at: number;
  readonly id: string;
  readonly status: MarkStatus;
}

/** Reads the changed text before it is written: that task has that status, and every other one the status it had. */
function sideEffect(
  before: readonly Task[],
  after: TextListing | Unusable,
  { at, id, status }: Expected,
): string | null {
  if (after.is === "unusable" || after.tasks.length !== before.length)
    return `marking ${id} would make the list read differently`;
  const still = stillOther(after.tasks[at]?.status, { id, status });
  if (still !== null) return still;
  const other = after.tasks.find((task, index) => index !== at && task.status !== before[index]?.status);
  return other ? `marking ${id} would change how ${other.id} reads` : null;
}

const stillOther = (now: TaskStatus | undefined, { id, status }: Omit<Expected, "at">): string | null =>
  now === status ? null : `the words beside task ${id} would still make it read as ${now}; change them first`;
